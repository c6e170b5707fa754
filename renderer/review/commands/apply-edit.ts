import type { Diff } from '../../../src/domain/diff'
import type { PairDocument } from '../../../src/domain/document'
import { useReviewDocument } from '../document'
import { newEventId } from '../pair-sync'

/** Makes an edit of the open pair and names the step; null where it would change nothing. */
export function applyEdit(label: string, make: (document: PairDocument) => Diff): string | null {
  const { open, edit } = useReviewDocument.getState()
  const diff = open === null ? [] : make(open.document)
  if (diff.length === 0) {
    return null
  }
  const eventId = newEventId()
  void edit(label, diff, eventId)
  return eventId
}
