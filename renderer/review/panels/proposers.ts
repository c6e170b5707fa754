import { useEffect } from 'react'
import { create } from 'zustand'
import type { ModelPack } from '../../../src/contract/model-pack'
import type { ModelList } from '../../../src/contract/models'
import type { Proposer } from '../../../src/contract/proposal'
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

/** Whether a model can be asked about masks and captions, and if not, why; and whether one proposes. */
export function useModel(): { isThere: boolean; isInUse: boolean; reason: string | null } {
  const models = useProposers().filter(({ isModel }) => isModel)
  const isThere = models.some(({ isAvailable }) => isAvailable)
  const isInUse = models.some((model) => model.isInUse)
  return { isThere, isInUse, reason: isThere ? null : (models.at(0)?.reason ?? null) }
}
