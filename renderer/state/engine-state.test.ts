import { expect, test, vi } from 'vitest'
import { DEFAULT_SETTINGS } from '../../src/contract/work'
import { madeQueue } from '../testing/made-project'

vi.stubGlobal('window', {})
vi.stubGlobal('document', { documentElement: { style: {} } })

const { connectMemoryEngine } = await import('../review/testing')
const { followEngine, useEngineState } = await import('./engine-state')
const { useNotices } = await import('./notices')

const reading = {
  id: 'a-b',
  title: '',
  pairCount: 3,
  labelCount: 0,
  leftOutCount: 0,
  leftOut: [],
  examples: [],
}
const project = {
  folder: '/pairs',
  name: 'pairs',
  reading,
  readings: [reading],
  pairCount: 3,
  counts: { unreviewed: 3, accepted: 0, corrected: 0, rejected: 0, flagged: 0 },
  storePath: '/pairs/.deltascribe',
  storeNotice: null,
  changeDefinition: '',
  captionLanguage: 'en',
  sceneKind: 'photographs',
}
const nothingDone = madeQueue({ proposer: 'difference', done: 0, total: 0, coverage: null })

function connectEngine(restartNotice: string | null): ReturnType<typeof connectMemoryEngine> {
  const memory = connectMemoryEngine()
  for (const [command, answer] of Object.entries({
    'team.me': null,
    'project.current': null,
    'project.open': project,
    'jobs.list': [],
    'models.list': { models: [] },
    'settings.get': DEFAULT_SETTINGS,
    'app.info': { startFailure: null, restartNotice },
    'proposals.status': nothingDone,
  })) {
    memory.answers.set(command, () => answer)
  }
  return memory
}

test('the proposals of a folder are known where nothing has been proposed after opening', async () => {
  const memory = connectEngine(null)
  followEngine()
  await vi.waitFor(() => expect(useEngineState.getState().isLoaded).toBe(true), 60_000)
  expect(useEngineState.getState().queue).toBeNull()
  memory.emit('project.changed', project)
  await vi.waitFor(() => expect(useEngineState.getState().queue).toMatchObject(nothingDone), 60_000)
})

test('where the work is kept is told also where an event about the project comes before the answer', async () => {
  const storeNotice = 'You work on a copy.'
  const opened = { ...project, storePath: '/home/sample', storeNotice }
  const memory = connectEngine(null)
  const asked: string[] = []
  memory.onCommand = (command) => asked.push(command)
  memory.answers.set('project.current', () => opened)
  memory.emit('project.changed', opened)
  await vi.waitFor(() => expect(useEngineState.getState().project?.storePath).toBe('/home/sample'), 60_000)
  await vi.waitFor(() => expect(asked).toContain('app.info'), 60_000)
  const told = useNotices.getState().notices.filter(({ message }) => message === storeNotice)
  expect(told).toMatchObject([{ level: 'warning', count: 1 }])
})

test('that the engine runs again is told also where its loss is only known by the next connection', () => {
  useNotices.setState({ notices: [] })
  connectEngine(null)
  expect(useNotices.getState().notices).toMatchObject([
    { level: 'info', message: 'The engine is running again.', count: 1 },
  ])
  expect(useEngineState.getState()).toMatchObject({ isConnected: true, isLost: false })
})

test('why the engine was started again is told to the page that had it before', async () => {
  connectEngine('The engine answered nothing.')
  await vi.waitFor(
    () =>
      expect(useNotices.getState().notices).toContainEqual(
        expect.objectContaining({ level: 'warning', message: 'The engine answered nothing.' }),
      ),
    60_000,
  )
})
