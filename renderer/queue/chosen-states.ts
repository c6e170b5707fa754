import { reviewStates } from '../../src/domain/pair'
import type { ReviewState } from '../../src/domain/pair'

/** The states after a click; null where all or none would be left. */
export function chosenStates(
  present: readonly ReviewState[] | null,
  clicked: ReviewState,
  isMore: boolean,
): ReviewState[] | null {
  if (!isMore) {
    return present?.length === 1 && present[0] === clicked ? null : [clicked]
  }
  const has = present?.includes(clicked) ?? false
  const next = reviewStates.filter((state) =>
    state === clicked ? !has : (present?.includes(state) ?? false),
  )
  return next.length === 0 || next.length === reviewStates.length ? null : next
}
