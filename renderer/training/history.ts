import type { TrainingHistory, TrainingLine } from '../../src/contract/training'

/** Points of a curve that are kept; beyond that every other one goes. */
const MOST_STEPS = 1000

/** The history with one more line. */
export function withLine(history: TrainingHistory, line: TrainingLine): TrainingHistory {
  switch (line.type) {
    case 'step': {
      const { step, rate, loss, terms } = line
      // a run that was resumed repeats some steps
      const before = history.steps.filter((point) => point.step < step)
      return { ...history, steps: thinned([...before, { step, rate, loss, terms }]) }
    }
    case 'score': {
      const { type: _type, ...point } = line
      const scores = history.scores.filter(({ step }) => step < point.step)
      return {
        ...history,
        scores: [...(point.isBest ? scores.map((one) => ({ ...one, isBest: false })) : scores), point],
      }
    }
    case 'examples':
      return { ...history, examples: line.examples }
    case 'notice':
      return { ...history, notices: [...history.notices, line.message] }
    case 'phase':
    case 'done':
    case 'failed':
      return history
  }
}

function thinned<T>(points: readonly T[]): T[] {
  return points.length <= MOST_STEPS
    ? [...points]
    : points.filter((_, index) => index % 2 === 0 || index === points.length - 1)
}
