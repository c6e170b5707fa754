import { useEffect } from 'react'
import { create } from 'zustand'
import type { Proposer } from '../../../src/contract/proposal'
import { engine } from '../../engine'
import { sayError } from '../../ui/notices'

const useStore = create<{ proposers: Proposer[]; isAsked: boolean }>()(() => ({
  proposers: [],
  isAsked: false,
}))

/** What can make proposals; asked for once. */
export function useProposers(): Proposer[] {
  const proposers = useStore((store) => store.proposers)
  useEffect(() => {
    if (!useStore.getState().isAsked) {
      useStore.setState({ isAsked: true })
      engine.call('proposers.list', {}).then(
        (list) => useStore.setState({ proposers: list }),
        (error: unknown) => {
          useStore.setState({ isAsked: false })
          sayError(error)
        },
      )
    }
  }, [])
  return proposers
}
