import type { Model, ModelList } from '../../src/contract/models'
import { trainingOptionsSchema } from '../../src/contract/training'
import type { TrainingPlan, TrainingRun } from '../../src/contract/training'
import type { ModelComparison, PairComparison } from '../../src/contract/model-comparison'
import { message } from '../../src/messages/message'

/** Of the model that comes with the program. */
export const shippedSummary = message('proposals.shipped', {
  summary: message('proposals.ccrc'),
  worlds: 'Blocks',
  parent: '',
})

export function madeModel(change: Partial<Model> = {}): Model {
  return {
    id: 'ccrc-base',
    title: 'CCRC base',
    description: shippedSummary,
    origin: 'shipped',
    family: 'ccrc',
    version: '14',
    licence: null,
    parent: null,
    createdAt: Date.UTC(2026, 4, 1),
    data: ['Blocks', 'Aerial'],
    pairCount: 40_000,
    scores: [{ name: 'mask-iou', value: 0.71, low: 0.69, high: 0.73, parent: null }],
    bytes: 12_000_000,
    folder: '/models/ccrc-base',
    problem: null,
    ...change,
  }
}

export const differenceModel = madeModel({
  id: 'difference',
  title: 'Measured difference',
  description: message('proposals.difference'),
  origin: 'built-in',
  family: null,
  version: '3',
  createdAt: null,
  data: [],
  pairCount: null,
  scores: [],
  bytes: null,
  folder: null,
})

export const trainedModel = madeModel({
  id: 'town-1',
  title: 'Town, first',
  description: message('proposals.liesIn', {
    summary: message('proposals.ccrc'),
    folder: '/home/me/models/town-1',
    worlds: '',
    parent: 'ccrc-base',
  }),
  origin: 'trained',
  parent: 'ccrc-base',
  data: ['town'],
  pairCount: 120,
  folder: '/data/models/town-1',
})

export function madeModels(change: Partial<ModelList> = {}): ModelList {
  const nothing = { present: null, before: null, history: [] }
  return {
    models: [madeModel(), trainedModel, differenceModel],
    inUse: 'ccrc-base',
    project: nothing,
    byDefault: { ...nothing, present: 'auto' },
    deleted: [],
    ...change,
  }
}

export function madePlan(change: Partial<TrainingPlan> = {}): TrainingPlan {
  return {
    pairCount: 60,
    byState: { accepted: 40, corrected: 20 },
    byCategory: [{ category: 'building', pairs: 50, regions: 90, isNew: false }],
    unchangedCount: 10,
    learnsCaptions: true,
    byCaptionLength: [{ from: 1, to: 5, captions: 60 }],
    withoutCaption: 0,
    tooLongCaptions: 0,
    newWords: [],
    groupCount: 30,
    train: 48,
    heldOut: 12,
    heldOutBefore: 0,
    heldOutAsProposed: 0,
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
    message: message('training.running'),
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

function madeVerdictRow(pairId: number, key: string, gain: number): PairComparison {
  const scores = { maskIou: 0.5, ciderD: null, rougeL: 0.4, saysChange: true, caption: 'a house is new' }
  return {
    pairId,
    key,
    isChanged: true,
    references: ['a new house'],
    isAsProposed: false,
    before: scores,
    after: { ...scores, maskIou: 0.5 + gain, caption: 'a house was built' },
    gain,
  }
}

export function madeVerdict(change: Partial<ModelComparison> = {}): ModelComparison {
  return {
    word: 'better',
    sentence: message('verdict.better', {
      count: 12,
      figures: message('verdict.figure', { metric: 'mask-iou', before: 0.5, after: 0.75 }),
    }),
    pairCount: 12,
    asProposedCount: 0,
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
