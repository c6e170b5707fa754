import { ContractError, failWith } from '../contract/errors'
import type { MadeOn } from '../contract/made-on'
import { MOST_CHANGES } from '../domain/diff'
import type { Diff } from '../domain/diff'
import type { Pair } from '../domain/pair'
import { areClashing, touchedBy } from '../domain/touched'
import { intersectRle } from '../mask/rle'
import { message, messageFields } from '../messages/message'
import type { EventTable } from './documents'
import type { StoredPair } from './pair-records'

/**
 * Refuses an edit that was made on an older version, where what others did since touches the same. An edit on the
 * present version costs nothing here; one that comes after own edits costs one statement.
 * @throws ContractError `stale`
 */
export function requireFresh(
  events: EventTable,
  pair: StoredPair,
  diff: Diff,
  madeOn: MadeOn | undefined,
): void {
  if (madeOn === undefined || (pair.version === madeOn.version && madeOn.ownEdits.length === 0)) {
    return
  }
  const since = events.since(pair.id, madeOn.version)
  const stored = new Set(since.map(({ eventId }) => eventId))
  const own = new Set(madeOn.ownEdits)
  const touched = touchedBy(diff)
  const others = since
    .filter(({ eventId, diffOf }) => !own.has(eventId) && areClashing(touchedBy(diffOf()), touched))
    .map(({ actor, at, label }) => ({ actor, at, label }))
  const last = others.at(-1)
  if (last !== undefined) {
    const { actor: who, label: what } = last
    throw stale(
      others,
      who === '' ? message('edits.staleNameless', { what }) : message('edits.stale', { who, what }),
    )
  }
  // what it builds on was refused
  if (madeOn.ownEdits.some((eventId) => !stored.has(eventId) && events.find(eventId) === null)) {
    throw stale([], message('edits.builtOnRefused'))
  }
}

function stale(
  others: { actor: string; at: number; label: string }[],
  text: Parameters<typeof messageFields>[0],
): ContractError {
  return new ContractError({ code: 'stale', others, ...messageFields(text) })
}

/** @throws ContractError `conflict` */
export function requireLength(diff: Diff): void {
  if (diff.length > MOST_CHANGES) {
    const counts = { count: diff.length, most: MOST_CHANGES }
    throw failWith('conflict', message('edits.tooManyChanges', counts))
  }
}

/** @throws ContractError `conflict` if a whole new mask has another size than the image, if that is known */
export function requireSize({ width, height }: Pair, diff: Diff): void {
  for (const change of diff) {
    if (width > 0 && change.type === 'region.add') {
      const [maskHeight, maskWidth] = change.region.mask.size
      if (maskWidth !== width || maskHeight !== height) {
        const sizes = { maskWidth, maskHeight, width, height }
        throw failWith('conflict', message('edits.maskSize', sizes))
      }
    }
  }
}

/** @throws RleError if a whole new mask has runs that do not fill its image */
export function checkMasks(diff: Diff): void {
  for (const change of diff) {
    if (change.type === 'region.add') {
      intersectRle(change.region.mask, change.region.beforeMask ?? change.region.mask)
    }
  }
}
