import { create } from 'zustand'
import type { PairReviews } from '../../../src/contract/overlap'
import type { OpenPair } from '../../../src/contract/pairs'
import { engine } from '../../engine'
import { useEngineState } from '../../state/engine-state'
import { ROLES } from '../../../src/contract/person'
import { attempt, notify } from '../../state/notices'
import { text } from '../../text/chosen'
import { commitDrafts } from '../commands/drafts'
import { useReviewDocument } from '../document'
import type { AdjudicationChoice } from '../document'

const words = text.others.reviews

interface Adjudication {
  /** The reviews that are shown side by side; null where the panel is closed. */
  shown: (PairReviews & { pairId: number }) | null
}

export const useAdjudication = create<Adjudication>()(() => ({ shown: null }))

/** Whether the person may compare the reviews of this pair now. */
export function isToCompare({ review }: OpenPair): boolean {
  const { person } = useEngineState.getState()
  const mayCompare = person === null || ROLES.indexOf(person.role) >= ROLES.indexOf('adjudicator')
  return mayCompare && review !== undefined && review.own === null && review.decided >= review.wanted
}

/** Shows the reviews of the open pair side by side. */
export async function compareReviews(): Promise<void> {
  commitDrafts()
  const { open } = useReviewDocument.getState()
  if (open === null || !isToCompare(open)) {
    notify('info', words.nothingToCompare)
    return
  }
  const pairId = open.pair.id
  const reviews = await attempt(engine.call('overlap.reviews', { pairId }))
  if (reviews !== null && useReviewDocument.getState().open?.pair.id === pairId) {
    useAdjudication.setState({ shown: { ...reviews, pairId } })
  }
}

export function closeReviews(): void {
  useAdjudication.setState({ shown: null })
}

/** An edit of the pair, which can be undone and gone on from. */
export async function take(choice: AdjudicationChoice): Promise<void> {
  closeReviews()
  await useReviewDocument.getState().adjudicate(choice)
}
