import { useEffect } from 'react'
import { create } from 'zustand'
import type { ModelPack, ModelList } from '../../src/contract/models'
import type { ModelQuestion, Proposer } from '../../src/contract/proposal'
import { engine } from '../engine'
import { useEngineState } from './engine-state'
import { notifyError } from './notices'
import { answeringModel } from './answering-model'
import type { AnsweringModel } from './answering-model'

const useStore = create<{ proposers: Proposer[]; isFetched: boolean }>()(() => ({
  proposers: [],
  isFetched: false,
}))

/** Fetches the proposers again: a model may have been added, removed or broken. */
export function fetchProposers(): void {
  useStore.setState({ isFetched: true })
  engine.call('proposers.list', {}).then(
    (list) => useStore.setState({ proposers: list }),
    (error: unknown) => {
      useStore.setState({ isFetched: false })
      notifyError(error)
    },
  )
}

/** The models and model packs that were there at the last fetch. */
let fetchedWith: { models: ModelList | null; packs: readonly ModelPack[] } | null = null

/** The proposers; fetched again when a model or a model pack is added, removed or changed. */
export function useProposers(): Proposer[] {
  const proposers = useStore((store) => store.proposers)
  const packs = useEngineState((state) => state.packs)
  const models = useEngineState((state) => state.models)
  useEffect(() => {
    if (!useStore.getState().isFetched || fetchedWith?.packs !== packs || fetchedWith.models !== models) {
      fetchedWith = { models, packs }
      fetchProposers()
    }
  }, [packs, models])
  return proposers
}

/** Whether the proposer in use is a model. Measured difference is not: a model that answers then is not the one that proposed. */
export function isModelInUse(): boolean {
  return useStore.getState().proposers.some(({ isModel, isInUse }) => isModel && isInUse)
}

/** The model that answers a question. */
export function useModel(question: ModelQuestion): AnsweringModel {
  return answeringModel(useProposers(), question)
}

/** Whether the model in use can score the agreement of captions and regions. */
export function useHasAgreementModel(): boolean {
  return useProposers().some(({ isInUse, isAvailable, answers }) => {
    return isInUse && isAvailable && answers.includes('agree')
  })
}
