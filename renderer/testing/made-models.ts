import type { Model, ModelList } from '../../src/contract/models'

export function madeModel(change: Partial<Model> = {}): Model {
  return {
    id: 'ccrc-base',
    title: 'CCRC base',
    description: 'A model that comes with the program.',
    origin: 'shipped',
    family: 'ccrc',
    version: '14',
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
  description: 'Needs no model.',
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
  description: 'Made here.',
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
