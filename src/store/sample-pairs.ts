import { sha256Hex } from '../process/sha256'

/**
 * A share of these keys, or so many of them, by chance: the same for the same seed. A key that is in a sample is in
 * every larger one of that seed.
 * @param size a share above 0 to 1, or a number of keys
 */
export function sampleKeys(
  keys: readonly string[],
  size: { share: number } | { count: number },
  seed: number,
): string[] {
  const count = 'count' in size ? size.count : Math.round(keys.length * size.share)
  const rank = (key: string): string => sha256Hex(`${seed} ${key}`)
  const chosen = new Set(
    keys
      .map((key) => ({ key, rank: rank(key) }))
      .sort((a, b) => (a.rank < b.rank ? -1 : 1))
      .slice(0, count)
      .map(({ key }) => key),
  )
  return keys.filter((key) => chosen.has(key))
}
