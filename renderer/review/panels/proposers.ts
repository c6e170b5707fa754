import { useEffect } from 'react'
import { create } from 'zustand'
import type { ModelPack } from '../../../src/contract/model-pack'
import type { ModelList } from '../../../src/contract/models'
import type { ModelQuestion, Proposer } from '../../../src/contract/proposal'
import { engine } from '../../engine'
import { useLive } from '../../ui/live'
import { sayError } from '../../ui/notices'
import { answering } from './answering'
import type { AskableModel } from './answering'

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

/** Whether what proposes is a model; measured difference is none, and a model that answers is then another's guest. */
export function isModelInUse(): boolean {
  return useStore.getState().proposers.some(({ isModel, isInUse }) => isModel && isInUse)
}

/** The model that answers a question. */
export function useModel(question: ModelQuestion): AskableModel {
  return answering(useProposers(), question)
}

/** Whether a model proposes that can say how well captions and regions agree. */
export function useJudge(): boolean {
  return useProposers().some(({ isInUse, isAvailable, answers }) => {
    return isInUse && isAvailable && answers.includes('agree')
  })
}
