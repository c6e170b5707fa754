import type { ModelQuestion, Proposer } from '../../../src/contract/proposal'

export interface AskableModel {
  /** Whether there is one that can be asked this. */
  canAnswer: boolean
  /** The title of the one that is asked; null where none can be. */
  model: string | null
  /** The title of the model in use where that one cannot be asked this, and no other is. */
  unable: string | null
  /** Whether any model can be used at all. */
  isThere: boolean
  /** Why no model can be used at all; null where it is not known. */
  reason: string | null
}

/** The model that answers a question, as the engine chooses it: the one in use, else the first that can. */
export function answering(proposers: readonly Proposer[], question: ModelQuestion): AskableModel {
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
