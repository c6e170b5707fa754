import { useEffect } from 'react'
import { create } from 'zustand'
import type { ModelPack } from '../../../src/contract/model-pack'
import type { ModelList } from '../../../src/contract/models'
import type { ModelQuestion, Proposer } from '../../../src/contract/proposal'
import { engine } from '../../engine'
import { useLive } from '../../ui/live'
import { sayError } from '../../ui/notices'

const useStore = create<{ proposers: Proposer[]; isAsked: boolean }>()(() => ({
  proposers: [],
  isAsked: false,
}))

/** Asks again what can make proposals: a model may have come, gone, or broken. */
export function askProposers(): void {
  useStore.setState({ isAsked: true })
  engine.call('proposers.list', {}).then(
    (list) => useStore.setState({ proposers: list }),
    (error: unknown) => {
      useStore.setState({ isAsked: false })
      sayError(error)
    },
  )
}

/** The models and model packs that were there when it was asked last. */
let askedWith: { models: ModelList | null; packs: readonly ModelPack[] } | null = null

/** What can make proposals; asked again when a model or a model pack comes, goes or changes. */
export function useProposers(): Proposer[] {
  const proposers = useStore((store) => store.proposers)
  const packs = useLive((live) => live.packs)
  const models = useLive((live) => live.models)
  useEffect(() => {
    if (!useStore.getState().isAsked || askedWith?.packs !== packs || askedWith.models !== models) {
      askedWith = { models, packs }
      askProposers()
    }
  }, [packs, models])
  return proposers
}

export interface AskableModel {
  /** Whether there is one that can be asked this. */
  canAnswer: boolean
  /** The title of the model in use where that one cannot be asked this, and no other is. */
  unable: string | null
  /** Whether any model can be used at all. */
  isThere: boolean
  /** Why no model can be used at all; null where it is not known. */
  reason: string | null
}

/** The model that answers a question, as the engine chooses it: the one in use, else any that can. */
export function useModel(question: ModelQuestion): AskableModel {
  const models = useProposers().filter(({ isModel }) => isModel)
  const usable = models.filter(({ isAvailable }) => isAvailable)
  const inUse = usable.find((model) => model.isInUse)
  if (inUse !== undefined) {
    const canAnswer = inUse.answers.includes(question)
    return { canAnswer, unable: canAnswer ? null : inUse.title, isThere: true, reason: null }
  }
  const canAnswer = usable.some(({ answers }) => answers.includes(question))
  const reason = models.find((model) => model.reason !== null)?.reason ?? null
  return { canAnswer, unable: null, isThere: usable.length > 0, reason }
}

/** Whether a model proposes that can say how well captions and regions agree. */
export function useJudge(): boolean {
  return useProposers().some(({ isInUse, isAvailable, answers }) => {
    return isInUse && isAvailable && answers.includes('agree')
  })
}
