import { TOKENS } from '../../layers/sizes'

/** A token shows a region if the region covers at least this share of it. */
const MIN_COVERAGE = 0.25

export function writeHeat(coverage: Float32Array, heat: Float32Array, counts: Float32Array): void {
  const best = Math.max(...coverage)
  const enough = best > 0 && best < MIN_COVERAGE ? best : MIN_COVERAGE
  coverage.forEach((share, token) => {
    heat[token] = share >= enough ? 1 : 0
    counts[token] = share > 0 && share < enough ? 0 : 1
  })
}

/**
 * A random token that shows the region, preferably one that no other region covers more, as its target would be ambiguous.
 * @param shares of each token [512], by region
 */
export function pickAnchor(shares: readonly Float32Array[], region: number, random: () => number): number {
  const own = shares[region]
  const showing = [...own.keys()].filter((token) => own[token] >= MIN_COVERAGE)
  const mostly = showing.filter((token) => shares.every((other) => other[token] <= own[token]))
  const tokens = mostly.length > 0 ? mostly : showing
  if (tokens.length > 0) {
    return tokens[Math.floor(random() * tokens.length)]
  }
  return own.indexOf(Math.max(...own))
}

/**
 * A random token without a change: of those that are tried the first that suits, or the last one where none does. Null
 * where all but everything changed.
 * @param coverage of each token [512]
 */
export function pickUnchanged(
  coverage: Float32Array,
  random: () => number,
  suits: (token: number) => boolean = () => true,
): number | null {
  let last: number | null = null
  for (let attempt = 0; attempt < 30; attempt++) {
    const token = Math.floor(random() * 2 * TOKENS)
    if (coverage[token] !== 0) {
      continue
    }
    if (suits(token)) {
      return token
    }
    last = token
  }
  return last
}
