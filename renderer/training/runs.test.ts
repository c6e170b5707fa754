import { expect, test, vi } from 'vitest'
import type { TrainingHistory, TrainingLine } from '../../src/contract/training'

vi.stubGlobal('window', {})

const { connectMemoryEngine } = await import('../review/testing')
const { useEngineState } = await import('../state/engine-state')
const { madeProject } = await import('../testing/made-project')
const { madeRun } = await import('../testing/made-models')
const { followTraining, useRuns, withLine } = await import('./runs')

const empty: TrainingHistory = { steps: [], scores: [], examples: [], notices: [] }

function step(number: number): TrainingLine {
  return {
    type: 'step',
    step: number,
    steps: 5000,
    rate: 0.001,
    loss: 1 / number,
    terms: {},
    pairsPerSecond: 3,
    secondsLeft: null,
  }
}

function score(number: number, isBest: boolean): TrainingLine {
  return { type: 'score', step: number, score: 0.5, maskIou: 0.4, wordProbability: null, isBest }
}

test('steps that a resumed run says again take the place of those said before', () => {
  const said = [1, 2, 3, 4, 2].map(step).reduce(withLine, empty)
  expect(said.steps.map((point) => point.step)).toEqual([1, 2])
})

test('a long curve is thinned and keeps its last point', () => {
  const said = Array.from({ length: 3000 }, (_, index) => step(index + 1)).reduce(withLine, empty)
  expect(said.steps.length).toBeLessThanOrEqual(1000)
  expect(said.steps.at(-1)?.step).toBe(3000)
})

test('of the scores one is the best', () => {
  const said = [score(10, true), score(20, true), score(30, false)].reduce(withLine, empty)
  expect(said.scores.map(({ isBest }) => isBest)).toEqual([false, true, false])
})

test('remarks are kept, and the latest examples', () => {
  const said = withLine(withLine(empty, { type: 'notice', message: 'a' }), {
    type: 'examples',
    step: 1,
    examples: [],
  })
  expect(said.notices).toEqual(['a'])
})

test('the runs of a folder that was left do not come into the list of the next one', async () => {
  const memory = connectMemoryEngine()
  const answers: ((runs: unknown) => void)[] = []
  memory.answers.set('training.runs', () => new Promise((resolve) => answers.push(resolve)))
  memory.answers.set('training.history', () => empty)
  followTraining()
  useEngineState.setState({ project: madeProject({ folder: '/first' }) })
  useEngineState.setState({ project: madeProject({ folder: '/second' }) })
  await vi.waitFor(() => expect(answers).toHaveLength(2), 60_000)
  answers[1]([madeRun({ id: 'of the second' })])
  await vi.waitFor(() => expect(useRuns.getState().runs).toHaveLength(1), 60_000)
  answers[0]([madeRun({ id: 'of the first' })])
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(useRuns.getState().runs).toMatchObject([{ id: 'of the second' }])
})
