import { message } from '../../messages/message'
import type { Message } from '../../messages/message'
import { isSplitName } from './assign-splits'
import type { SplitName, SplitRules } from './assign-splits'
import type { CountedPair } from './export-pair'

/** Splits that training decides, or does not agree with, and those that are other ones than before. */
export function splitNotices(pairs: readonly CountedPair[], { sides, exported }: SplitRules): Message[] {
  const counts = { heldOut: 0, trained: 0, against: 0, changed: 0 }
  for (const { item, split } of sides.size + exported.size === 0 ? [] : pairs) {
    const side = sides.get(item.key)
    if (isSplitName(item.split)) {
      counts.against += side !== undefined && (side === 'held-out') !== (split === 'test') ? 1 : 0
    } else if (side !== undefined) {
      counts[side === 'held-out' ? 'heldOut' : 'trained'] += 1
    }
    counts.changed += (exported.get(item.key) ?? split) === split ? 0 : 1
  }
  const { heldOut, trained, against, changed } = counts
  return [
    ...(heldOut + trained === 0 ? [] : [message('exports.splitsByTraining', { heldOut, trained })]),
    ...(against === 0 ? [] : [message('exports.splitsAgainstTraining', { count: against })]),
    ...(changed === 0 ? [] : [message('exports.splitsChanged', { count: changed })]),
  ]
}

/** By key, the splits that a project keeps: those of pairs without one of the source. */
export function splitsToKeep(pairs: readonly CountedPair[]): Map<string, SplitName> {
  return new Map(
    pairs.flatMap(({ item, split }) => (isSplitName(item.split) ? [] : [[item.key, split] as const])),
  )
}
