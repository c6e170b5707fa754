import { expect, test, vi } from 'vitest'

vi.stubGlobal('window', {})

const { connectMemoryEngine } = await import('../review/testing')
const { useEngineState } = await import('../state/engine-state')
const { madeProject } = await import('../testing/made-project')
const { madeRun } = await import('../testing/made-models')
const { resumeRun } = await import('./commands')
const { useRuns } = await import('./runs')

test('an answer about a run of a project that was closed meanwhile is not shown in the next one', async () => {
  const memory = connectMemoryEngine()
  const run = madeRun({ id: 'first' })
  const answers: ((run: unknown) => void)[] = []
  memory.answers.set('training.resume', () => new Promise((resolve) => answers.push(resolve)))
  useEngineState.setState({ project: madeProject({ storePath: '/first' }) })
  const resumed = resumeRun(run)
  useEngineState.setState({ project: madeProject({ storePath: '/second' }) })
  useRuns.setState({ runs: [] })
  await vi.waitFor(() => expect(answers).toHaveLength(1), 60_000)
  answers[0](run)
  await resumed
  expect(useRuns.getState().runs).toEqual([])
})

test('an answer about a run of the open project is shown', async () => {
  const memory = connectMemoryEngine()
  memory.answers.set('training.resume', () => madeRun({ id: 'one' }))
  useEngineState.setState({ project: madeProject({ storePath: '/first' }) })
  useRuns.setState({ runs: [] })
  await resumeRun(madeRun({ id: 'one' }))
  expect(useRuns.getState().runs).toMatchObject([{ id: 'one' }])
})
