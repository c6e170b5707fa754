import { setImmediate } from 'node:timers/promises'
import type { DisjointSets } from '../../basics/disjoint-sets'
import { bitsAlike, bitsOf } from '../../images/fingerprint'
import type { FingerprintBits } from '../../images/fingerprint'
import { EventLoopTurns } from '../../process/event-loop-turns'

/** Some ten milliseconds. */
const COMPARISONS_PER_TURN = 100_000

/**
 * Joins pairs of which a frame looks alike. Each of the first `count` is compared with every other one, and other work
 * of the program gets its turn in between.
 */
export async function joinNearDuplicates(
  pairs: readonly { readonly fingerprints: readonly [string, string] | null }[],
  count: number,
  sets: DisjointSets,
): Promise<void> {
  const fingerprinted: { at: number; before: FingerprintBits; after: FingerprintBits }[] = []
  const turns = new EventLoopTurns()
  for (const [at, { fingerprints }] of pairs.entries()) {
    if (fingerprints !== null) {
      const [before, after] = fingerprints
      fingerprinted.push({ at, before: bitsOf(before), after: bitsOf(after) })
      await turns.yieldToEventLoop()
    }
  }
  let compared = 0
  for (const [index, one] of fingerprinted.entries()) {
    if (one.at >= count) {
      break
    }
    for (let next = index + 1; next < fingerprinted.length; next++) {
      const other = fingerprinted[next]
      if (sets.rootOf(one.at) === sets.rootOf(other.at)) {
        continue
      }
      if (bitsAlike(one.before, other.before) || bitsAlike(one.after, other.after)) {
        sets.join(one.at, other.at)
      }
    }
    compared += fingerprinted.length - index
    if (compared < COMPARISONS_PER_TURN) {
      continue
    }
    compared = 0
    await setImmediate()
  }
}
