import type { Diff } from '../../../src/domain/diff'
import type { PairDocument } from '../../../src/domain/document'
import { useReviewDocument } from '../document'

/** Makes an edit of the open pair, unless it would change nothing. */
export function applyEdit(label: string, make: (document: PairDocument) => Diff): void {
  const { open, edit } = useReviewDocument.getState()
  const diff = open === null ? [] : make(open.document)
  if (diff.length > 0) {
    void edit(label, diff)
  }
}
