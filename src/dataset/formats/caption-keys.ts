import { groupBy } from '../../basics/group-by'
import { shortDigest } from '../../process/sha256'
import { safeName } from '../export/file-names'
import type { DiscoveredPair } from '../reading'

/** Keys of captions by keys of pairs that were found by their files alone. */
export interface CaptionKeys {
  known: Map<string, string>
  /** Pairs whose file name several keys have. */
  unclear: Map<string, string[]>
}

/**
 * Of the keys of an export that have one safe name in a split, the first has it as its file name, and the others have
 * it with a hash of themselves. Which split a key is of is not known.
 */
export function captionKeysOf(pairs: readonly DiscoveredPair[], keys: readonly string[]): CaptionKeys {
  const found: CaptionKeys = { known: new Map(), unclear: new Map() }
  const placed = new Set<string>()
  const shared: { pair: string; candidates: string[] }[] = []
  for (const [split, group] of groupBy(pairs, (pair) => pair.split)) {
    const pairOfName = new Map(group.map(({ key }) => [withoutSplit(key, split), key]))
    for (const [name, candidates] of groupBy(keys, (key) => safeName(withoutSplit(key, split)))) {
      for (const key of candidates) {
        const hashed = pairOfName.get(`${name}_${shortDigest(withoutSplit(key, split), 8)}`)
        if (hashed !== undefined) {
          found.known.set(hashed, key)
          placed.add(key)
        }
      }
      const pair = pairOfName.get(name)
      if (pair !== undefined) {
        shared.push({ pair, candidates })
      }
    }
  }
  for (const { pair, candidates } of shared) {
    const left = candidates.filter((key) => !placed.has(key))
    const own = left.find((key) => key === pair) ?? (left.length === 1 ? left[0] : undefined)
    if (own !== undefined) {
      found.known.set(pair, own)
    } else if (left.length > 1) {
      found.unclear.set(pair, left)
    }
  }
  return found
}

function withoutSplit(key: string, split: string | null): string {
  return split !== null && key.startsWith(`${split}/`) ? key.slice(split.length + 1) : key
}
