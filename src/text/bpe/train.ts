import {
  piecesOf,
  byteTokens,
  FIRST_MERGE_TOKEN,
  mergePair,
  pairKey,
  pairOfKey,
  TOKEN_LIMIT,
  VOCABULARY_LIMIT,
} from './vocabulary'
import type { Merge } from './vocabulary'
import { Tokenizer } from './tokenizer'

interface CountedPiece {
  ids: number[]
  count: number
}

/**
 * Byte-pair encoding (Sennrich et al. 2016; on bytes: Radford et al. 2019): the commonest pair becomes a token until
 * there are `size` of them, or every piece of the captions is one token or would be one over its limit. Among equally common pairs the one with
 * the lower ids; so the order of the captions does not matter.
 */
export function trainTokenizer(captions: Iterable<string>, size: number): Tokenizer {
  if (!Number.isInteger(size) || size < FIRST_MERGE_TOKEN || size > VOCABULARY_LIMIT) {
    throw new RangeError(`a vocabulary has ${FIRST_MERGE_TOKEN} to ${VOCABULARY_LIMIT} tokens, not ${size}`)
  }
  const pieces = countPieces(captions)
  const pairs = new PairCounts(pieces)
  const merges: Merge[] = []
  while (FIRST_MERGE_TOKEN + merges.length < size) {
    const best = pairs.commonest()
    if (best === undefined) {
      break
    }
    pairs.merge(best, FIRST_MERGE_TOKEN + merges.length)
    merges.push(best)
  }
  return new Tokenizer(merges)
}

function countPieces(captions: Iterable<string>): CountedPiece[] {
  const counts = new Map<string, number>()
  for (const caption of captions) {
    for (const piece of piecesOf(caption)) {
      counts.set(piece, (counts.get(piece) ?? 0) + 1)
    }
  }
  return Array.from(counts, ([piece, count]) => ({ ids: byteTokens(piece), count }))
}

/** How often each pair of neighbours occurs, kept up to date under merges. */
class PairCounts {
  private readonly counts = new Map<number, number>()
  /** Pieces that have, or had, the pair. */
  private readonly places = new Map<number, Set<CountedPiece>>()
  /** Bytes of each merged token. */
  private readonly merged = new Map<number, number>()

  constructor(pieces: readonly CountedPiece[]) {
    for (const piece of pieces) {
      this.add(piece, 1)
    }
  }

  commonest(): Merge | undefined {
    let [best, most] = [-1, 0]
    for (const [key, count] of this.counts) {
      if (count > most || (count === most && key < best)) {
        ;[best, most] = [key, count]
      }
    }
    return best < 0 ? undefined : pairOfKey(best)
  }

  merge(pair: Merge, merged: number): void {
    this.merged.set(merged, this.bytesOf(pair[0]) + this.bytesOf(pair[1]))
    const key = pairKey(...pair)
    for (const piece of this.places.get(key) ?? []) {
      this.add(piece, -1)
      piece.ids = mergePair(piece.ids, pair, merged)
      this.add(piece, 1)
    }
    this.counts.delete(key)
    this.places.delete(key)
  }

  private add(piece: CountedPiece, sign: 1 | -1): void {
    for (let index = 1; index < piece.ids.length; index++) {
      const [left, right] = [piece.ids[index - 1], piece.ids[index]]
      if (this.bytesOf(left) + this.bytesOf(right) > TOKEN_LIMIT) {
        continue
      }
      const key = pairKey(left, right)
      const count = (this.counts.get(key) ?? 0) + sign * piece.count
      if (count === 0) {
        this.counts.delete(key)
      } else {
        this.counts.set(key, count)
      }
      if (sign === 1) {
        this.placesOf(key).add(piece)
      }
    }
  }

  private bytesOf(id: number): number {
    return this.merged.get(id) ?? 1
  }

  private placesOf(key: number): Set<CountedPiece> {
    const found = this.places.get(key) ?? new Set()
    this.places.set(key, found)
    return found
  }
}
