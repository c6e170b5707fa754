import { expect, test, vi } from 'vitest'
import { DEFAULT_SETTINGS } from '../../src/contract/work'
import { madeJob, madeQueue } from '../testing/made-project'

vi.stubGlobal('window', {})
vi.stubGlobal('document', { documentElement: { style: {} } })

const { connectMemoryEngine } = await import('../review/testing')
const { changeSettings, followEngine, useEngineState } = await import('./engine-state')
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
    'app.info': { startFailure: null, startChoice: null, restartNotice },
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

test('that the engine runs again is told also where its loss is only known by the next connection', async () => {
  useNotices.setState({ notices: [] })
  connectEngine(null)
  await vi.waitFor(() => expect(useNotices.getState().notices).not.toEqual([]), 60_000)
  expect(useNotices.getState().notices).toMatchObject([
    { level: 'info', message: 'The server answers again.', count: 1 },
  ])
  expect(useEngineState.getState()).toMatchObject({ isConnected: true, isLost: false })
})

test('another role is told as that, not as a server that was gone', async () => {
  useEngineState.setState({ person: { name: 'Ada', role: 'reviewer' } })
  useNotices.setState({ notices: [] })
  const memory = connectEngine(null)
  memory.answers.set('team.me', () => ({ name: 'Ada', role: 'viewer' }))
  await vi.waitFor(() => expect(useEngineState.getState().person?.role).toBe('viewer'), 60_000)
  expect(useNotices.getState().notices.map(({ message }) => message)).toEqual([
    'Your role was changed: you are viewer now.',
  ])
  useEngineState.setState({ person: null })
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

const settings = (): object => useEngineState.getState().settings

/** Until the state was fetched once more than at the call. */
async function refreshed(count = useEngineState.getState().fetchCount): Promise<void> {
  await vi.waitFor(() => expect(useEngineState.getState().fetchCount).toBeGreaterThan(count), 60_000)
}

test('what an event told while the state was fetched is not undone by an older answer', async () => {
  const memory = connectEngine(null)
  const running = madeJob({ id: 4, state: 'running' })
  const waiting: ((me: null) => void)[] = []
  memory.answers.set('jobs.list', () => [running])
  memory.answers.set('project.current', () => project)
  memory.answers.set('team.me', () => new Promise((resolve) => waiting.push(resolve)))
  const asked: string[] = []
  memory.onCommand = (command) => asked.push(command)
  await vi.waitFor(() => expect(asked).toContain('settings.get'), 60_000)
  memory.emit('job.changed', { ...running, state: 'done' })
  memory.emit('project.changed', { ...project, name: 'renamed' })
  await vi.waitFor(() => expect(useEngineState.getState().project?.name).toBe('renamed'), 60_000)
  const done = refreshed()
  waiting.forEach((answer) => answer(null))
  await done
  expect(useEngineState.getState()).toMatchObject({
    jobs: [{ id: 4, state: 'done' }],
    project: { name: 'renamed' },
  })
})

test('the proposals of a folder that was closed are not those of the next one', async () => {
  const memory = connectEngine(null)
  await refreshed()
  memory.emit('project.changed', null)
  const answers: ((status: unknown) => void)[] = []
  memory.answers.set('proposals.status', () => new Promise((resolve) => answers.push(resolve)))
  memory.emit('project.changed', project)
  memory.emit('project.changed', null)
  memory.emit('project.changed', { ...project, storePath: '/other/.deltascribe' })
  await vi.waitFor(() => expect(answers).toHaveLength(2), 60_000)
  answers[0]({ ...nothingDone, total: 99 })
  answers[1](nothingDone)
  await vi.waitFor(() => expect(useEngineState.getState().queue).toMatchObject(nothingDone), 60_000)
})

test('a setting stays as it was chosen last, whatever the answer to an earlier change says', async () => {
  const memory = connectEngine(null)
  await refreshed()
  const sent: { answer(stored: unknown): void; refuse(error: Error): void }[] = []
  memory.answers.set('settings.set', () => new Promise((answer, refuse) => sent.push({ answer, refuse })))
  changeSettings({ scale: 1.25 })
  changeSettings({ reviewer: 'Ada' })
  await vi.waitFor(() => expect(sent).toHaveLength(2), 60_000)
  memory.emit('settings.changed', { ...DEFAULT_SETTINGS, scale: 1.25, theme: 'light' })
  await vi.waitFor(() => expect(settings()).toMatchObject({ theme: 'light' }), 60_000)
  expect(settings()).toMatchObject({ scale: 1.25, reviewer: 'Ada' })
  sent[0].answer({ ...DEFAULT_SETTINGS, scale: 1.25, theme: 'system' })
  await vi.waitFor(() => expect(settings()).toMatchObject({ theme: 'system' }), 60_000)
  expect(settings()).toMatchObject({ scale: 1.25, reviewer: 'Ada' })
  memory.answers.set('settings.get', () => ({ ...DEFAULT_SETTINGS, scale: 1.25 }))
  sent[1].refuse(new Error('The disk is full.'))
  await vi.waitFor(() => expect(settings()).toMatchObject({ scale: 1.25, reviewer: '' }), 60_000)
})
