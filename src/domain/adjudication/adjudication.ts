import { replaceContent } from '../diff'
import type { Diff, DocumentContent } from '../diff'
import type { PairDocument } from '../document'
import type { ReviewState } from '../pair'
import { documentIou } from '../review'

/** Of one pair's reviews, each beside each other. */
export interface PairAgreement {
  /** Mean IoU of all changed pixels; null where the masks have several sizes. */
  readonly iou: number | null
  /** Whether all decided alike: good (as proposed or corrected), rejected or flagged. */
  readonly isDecisionShared: boolean
  /** 0 to 1: mean over the pairs of reviews of 1 - IoU, or 1 where two decided otherwise. */
  readonly disagreement: number
}

/** @param documents two or more, each decided */
export function agreementOf(documents: readonly PairDocument[]): PairAgreement {
  const couples = documents.flatMap((first, index) =>
    documents.slice(index + 1).map((second) => ({
      iou: documentIou(first, second),
      isShared: verdictOf(first) === verdictOf(second),
    })),
  )
  const ious = couples.map(({ iou }) => iou)
  const known = ious.filter((iou) => iou !== null)
  return {
    iou: known.length < ious.length ? null : mean(known),
    isDecisionShared: couples.every(({ isShared }) => isShared),
    disagreement: mean(couples.map(({ iou, isShared }) => (isShared ? 1 - (iou ?? 0) : 1))),
  }
}

function verdictOf({ review }: PairDocument): ReviewState {
  return review.state === 'corrected' ? 'accepted' : review.state
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}

/** What more than half decided; `corrected` where no decision has more than half. */
export function votedState(documents: readonly PairDocument[]): ReviewState {
  const isMost = (state: ReviewState): boolean =>
    documents.filter(({ review }) => review.state === state).length * 2 > documents.length
  return isMost('rejected') ? 'rejected' : isMost('flagged') ? 'flagged' : 'corrected'
}

/**
 * Puts what an adjudicator chose in the place of what the pair has. One edit, so that one undo takes all of it back.
 * Notes stay.
 */
export function adjudicationDiff(
  present: PairDocument,
  taken: DocumentContent,
  state: ReviewState,
  reviewer: string | null,
): Diff {
  const { review } = present
  return [
    ...replaceContent(present, taken),
    {
      type: 'review.set',
      from: { state: review.state, reviewer: review.reviewer },
      to: { state, reviewer },
    },
  ]
}
