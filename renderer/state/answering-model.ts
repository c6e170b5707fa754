import type { ModelQuestion, Proposer } from '../../src/contract/proposal'

export interface AnsweringModel {
  /** Whether a model can answer this question. */
  canAnswer: boolean
  /** The title of the model that answers; null where none can. */
  model: string | null
  /** The title of the model in use where it cannot answer this question; no other model is used then. */
  unable: string | null
  /** Whether any model can be used at all. */
  isThere: boolean
  /** Why no model can be used at all; null where it is not known. */
  reason: string | null
}

/** The model that answers a question, as the engine chooses it: the one in use, else the first that can. */
export function answeringModel(proposers: readonly Proposer[], question: ModelQuestion): AnsweringModel {
  const models = proposers.filter(({ isModel }) => isModel)
  const usable = models.filter(({ isAvailable }) => isAvailable)
  const inUse = usable.find((model) => model.isInUse)
  const able = (inUse === undefined ? usable : [inUse]).find(({ answers }) => answers.includes(question))
  const model = able?.title ?? null
  const isThere = usable.length > 0
  return {
    canAnswer: model !== null,
    model,
    unable: model === null ? (inUse?.title ?? null) : null,
    isThere,
    reason: isThere ? null : (models.find(({ reason }) => reason !== null)?.reason ?? null),
  }
}
