import { IconEyeOff, IconScale } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { BlindReviewProgress } from '../../../src/contract/overlap'
import { useRoute } from '../../state/route'
import { text } from '../../text/chosen'
import { OthersBar } from '../OthersBar'
import { useReviewDocument } from '../document'
import { useCurrentPair } from '../session'
import { compareReviews, isToCompare } from './adjudicate'
import { ReviewsDialog } from './ReviewsDialog'

const words = text.others.reviews

/** That the pair is reviewed blindly by several people, and how far they are. */
export function BlindBar(): ReactElement | null {
  const pairId = useCurrentPair((current) => current.pairId)
  const open = useReviewDocument((document) => document.open)
  const isHere = useRoute((store) => store.route === 'review')
  if (open?.review === undefined || open.pair.id !== pairId || !isHere) {
    return null
  }
  return (
    <>
      {isToCompare(open) ? (
        <OthersBar
          icon={<IconScale size={16} aria-hidden />}
          message={progressOf(open.review)}
          button={words.compare}
          actionId="review.adjudicate"
          onClick={() => void compareReviews()}
        />
      ) : (
        <OthersBar icon={<IconEyeOff size={16} aria-hidden />} message={messageOf(open.review)} />
      )}
      <ReviewsDialog open={open} />
    </>
  )
}

function progressOf({ wanted, decided, isSettled }: Omit<BlindReviewProgress, 'own'>): string {
  if (isSettled) {
    return words.settled
  }
  return decided >= wanted ? words.allIn(wanted) : words.waiting(decided, wanted)
}

function messageOf({ own, wanted, decided, isSettled }: BlindReviewProgress): string {
  if (own === null) {
    return progressOf({ wanted, decided, isSettled })
  }
  return own > wanted ? words.full(wanted) : isSettled ? words.own(own, wanted) : words.blind(own, wanted)
}
