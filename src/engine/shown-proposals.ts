import { setImmediate } from 'node:timers/promises'
import type { ProjectStore } from '../store/project-store'

const SHOWN_NAME = 'shown-proposer'
/** Pairs that are changed before the engine looks after others. */
const AT_ONCE = 50

/**
 * Lets pairs that nobody has touched show what this proposer said of them, where it did: after a promotion is
 * rolled back, nothing has to be proposed again.
 */
export async function showProposalsOf(
  proposer: string,
  store: ProjectStore,
  { signal, onPair }: { signal: AbortSignal; onPair: (pairId: number) => void },
): Promise<void> {
  if (store.meta.get(SHOWN_NAME) === proposer) {
    return
  }
  for (const [index, { pairId, proposalId }] of store.pairs.shownByOthers(proposer).entries()) {
    if (index % AT_ONCE === 0) {
      await setImmediate()
    }
    if (signal.aborted) {
      return
    }
    if (store.showProposal(pairId, proposalId)) {
      onPair(pairId)
    }
  }
  store.meta.set(SHOWN_NAME, proposer)
}
