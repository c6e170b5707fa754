import { create } from 'zustand'
import { useReviewDocument } from '../document'

/** Which pair the Review place is at; `open` in the document follows as soon as it is fetched. */
interface CurrentPair {
  pairId: number | null
  problem: string | null
}

export const useCurrentPair = create<CurrentPair>()(() => ({ pairId: null, problem: null }))

/** Whether the pair on screen is the one that the person went to, so that nothing that is done hits another. */
export function isCurrentPairShown(): boolean {
  const { pairId } = useCurrentPair.getState()
  return pairId !== null && useReviewDocument.getState().open?.pair.id === pairId
}
