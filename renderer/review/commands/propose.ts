import { create } from 'zustand'
import { engine } from '../../engine'
import { attempt } from '../../state/notices'
import { useCurrentPair } from '../session'

/** Pairs for which a proposal was asked for by hand and is not there yet. */
export const useProposing = create<{ pairIds: ReadonlySet<number> }>()(() => ({ pairIds: new Set() }))

/** Proposes for the open pair, before anything else in the queue. */
export async function propose(): Promise<void> {
  const { pairId } = useCurrentPair.getState()
  if (pairId === null || useProposing.getState().pairIds.has(pairId)) {
    return
  }
  useProposing.setState(({ pairIds }) => ({ pairIds: new Set([...pairIds, pairId]) }))
  await attempt(engine.call('proposals.make', { pairId }))
  useProposing.setState(({ pairIds }) => ({ pairIds: new Set([...pairIds].filter((id) => id !== pairId)) }))
}
