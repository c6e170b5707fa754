import { trainingOptionsSchema } from '../../src/contract/training'
import type { TrainingPlan, TrainingRun } from '../../src/contract/training'
import type { ModelComparison, PairComparison } from '../../src/contract/model-comparison'

export function madePlan(change: Partial<TrainingPlan> = {}): TrainingPlan {
  return {
    pairCount: 60,
    byState: { accepted: 40, corrected: 20 },
    byCategory: [{ category: 'building', pairs: 50, regions: 90, isNew: false }],
    unchangedCount: 10,
    byCaptionLength: [{ from: 1, to: 5, captions: 60 }],
    withoutCaption: 0,
    tooLongCaptions: 0,
    newWords: [],
    groupCount: 30,
    train: 48,
    heldOut: 12,
    heldOutBefore: 0,
    shortages: [],
    leftOut: [],
    minutes: { quick: 2, standard: 9, thorough: 38 },
    from: 'ccrc-base',
    canStart: true,
    ...change,
  }
}

export function madeRun(change: Partial<TrainingRun> = {}): TrainingRun {
  return {
    id: '20261121-224500-5f0c21ab',
    createdAt: Date.UTC(2026, 10, 21, 22, 45),
    options: trainingOptionsSchema.parse({}),
    from: 'ccrc-base',
    state: 'running',
    phase: 'training',
    message: 'Learning from 48 pairs.',
    train: 48,
    heldOut: 12,
    step: 150,
    steps: 600,
    secondsSpent: 120,
    secondsLeft: 360,
    failure: null,
    model: null,
    verdict: null,
    ...change,
  }
}

export const emptyHistory = { steps: [], scores: [], examples: [], notices: [] }

export function madeVerdictRow(pairId: number, key: string, gain: number): PairComparison {
  const scores = { maskIou: 0.5, ciderD: null, rougeL: 0.4, saysChange: true, caption: 'a house is new' }
  return {
    pairId,
    key,
    isChanged: true,
    references: ['a new house'],
    before: scores,
    after: { ...scores, maskIou: 0.5 + gain, caption: 'a house was built' },
    gain,
  }
}

export function madeVerdict(change: Partial<ModelComparison> = {}): ModelComparison {
  return {
    word: 'better',
    sentence: 'The new model marks changes better than the one you have.',
    pairCount: 12,
    metrics: [
      {
        metric: 'mask-iou',
        before: 0.5,
        after: 0.62,
        beforeInterval: { low: 0.45, high: 0.55 },
        afterInterval: { low: 0.57, high: 0.66 },
        difference: { low: 0.04, high: 0.18 },
        word: 'better',
      },
    ],
    rows: [madeVerdictRow(1, 'harbour', 0.3), madeVerdictRow(2, 'market', -0.2)],
    before: 'ccrc-base',
    after: 'town-1',
    ...change,
  }
}
