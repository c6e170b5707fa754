import { messageOf } from '../text/message'
import { canBeHeld, canNeverBeRead, othersOf } from './own-edits'
import type { HeldEdit } from './own-edits'
import type { OtherEdit } from './stale/stale-work'

/** What became of an edit that was sent. `hasObstacle`: an earlier one could not be stored, so it was not sent. */
export type Outcome =
  | { kind: 'stored' }
  | { kind: 'held' | 'lost' | 'refused'; refusal: string; hasObstacle: boolean }
  | { kind: 'stale'; others: readonly OtherEdit[] }

/**
 * @param canWait whether it can be kept on the screen
 * @param held edits that wait: what builds on one of them waits behind it
 */
export function outcomeOf(
  error: unknown,
  edit: HeldEdit,
  { canWait, held }: { canWait: boolean; held: readonly HeldEdit[] },
): Outcome {
  const refused = { refusal: messageOf(error), hasObstacle: false }
  const others = othersOf(error)
  if (!canWait) {
    return { kind: 'refused', ...refused }
  }
  if (others !== null && !held.some(({ eventId }) => edit.buildsOn.includes(eventId))) {
    return { kind: 'stale', others }
  }
  const isHeld = others !== null || canBeHeld(error)
  return { kind: isHeld ? 'held' : canNeverBeRead(error) ? 'lost' : 'refused', ...refused }
}
