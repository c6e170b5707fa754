import { create } from 'zustand'
import { useReviewDocument } from '../document'

/** Which pair the Review place is at; `open` in the document follows as soon as it is fetched. */
interface Reviewing {
  pairId: number | null
  problem: string | null
}

export const useReviewing = create<Reviewing>()(() => ({ pairId: null, problem: null }))

/** Whether the pair on screen is the one that the person went to, so that nothing that is done hits another. */
export function isShown(): boolean {
  const { pairId } = useReviewing.getState()
  return pairId !== null && useReviewDocument.getState().open?.pair.id === pairId
}
