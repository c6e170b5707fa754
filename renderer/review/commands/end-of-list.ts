import { engine } from '../../engine'
import { EVERYTHING, usePairList } from '../../queue/list'
import { notifyError, notifyWithWays } from '../../state/notices'
import { canGoTo, goTo } from '../../state/places'
import { useRoute } from '../../state/route'
import { text } from '../../text/chosen'
import { useReviewDocument } from '../document'
import { useCurrentPair } from '../session'

const words = text.review.end

/** The pair at which the end was told, and the first pair of the list that was left unreviewed. */
let told: { pairId: number; firstLeft: number } | null = null
let isAsking = false

/** The last pair of the list is on the screen: says how many before it were left, and leads to the first of them. */
export async function tellEnd(review: (pairId: number) => void): Promise<void> {
  const { pairId } = useCurrentPair.getState()
  if (isAsking || pairId === null) {
    return
  }
  isAsking = true
  try {
    const left = await leftBeside(pairId)
    if (useCurrentPair.getState().pairId === pairId && useRoute.getState().route === 'review') {
      show(pairId, left, review)
    }
  } catch (error) {
    notifyError(error)
  } finally {
    isAsking = false
  }
}

function show(pairId: number, left: readonly number[], review: (pairId: number) => void): void {
  const [firstLeft] = left
  if (firstLeft === undefined) {
    told = null
    notifyWithWays(words.allReviewed, [
      { label: text.review.empty.toQueue, go: () => goTo('queue') },
      ...(canGoTo('dataset') ? [{ label: words.toExport, go: () => goTo('dataset') }] : []),
    ])
    return
  }
  told = { pairId, firstLeft }
  notifyWithWays(words.left(left.length), [
    { label: words.goToFirst, action: isTaken() ? 'review.accept' : null, go: () => review(firstLeft) },
  ])
}

/** Unreviewed pairs of the list as it was found, in its order, but for the one on the screen. */
async function leftBeside(pairId: number): Promise<number[]> {
  const filter = { ...EVERYTHING, states: ['unreviewed' as const] }
  const { ids } = await engine.call('pairs.find', { filter, order: 'key' })
  const unreviewed = new Set(ids)
  return usePairList.getState().ids.filter((id) => id !== pairId && unreviewed.has(id))
}

/** Accepting once more at the end that was told of leads on. Returns false where the pair is there for its decision. */
export function leaveEnd(review: (pairId: number) => void): boolean {
  const { pairId } = useCurrentPair.getState()
  if (told === null || told.pairId !== pairId || !isTaken()) {
    return false
  }
  review(told.firstLeft)
  return true
}

function isTaken(): boolean {
  const state = useReviewDocument.getState().open?.document.review.state
  return state === 'accepted' || state === 'corrected'
}

export function forgetEnd(): void {
  told = null
}
