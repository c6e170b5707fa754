import { useEffect } from 'react'
import { create } from 'zustand'
import type { Proposer } from '../../../src/contract/proposal'
import { engine } from '../../engine'
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

/** What can make proposals. */
export function useProposers(): Proposer[] {
  const proposers = useStore((store) => store.proposers)
  useEffect(() => {
    if (!useStore.getState().isAsked) {
      askProposers()
    }
  }, [])
  return proposers
}

/** Whether a model can be asked about masks and captions, and if not, why; and whether one proposes. */
export function useModel(): { isThere: boolean; isInUse: boolean; reason: string | null } {
  const models = useProposers().filter(({ isModel }) => isModel)
  const isThere = models.some(({ isAvailable }) => isAvailable)
  const isInUse = models.some((model) => model.isInUse)
  return { isThere, isInUse, reason: isThere ? null : (models.at(0)?.reason ?? null) }
}
