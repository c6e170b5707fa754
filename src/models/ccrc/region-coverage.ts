import { coverageOf, type CcrcRegion } from './detect-regions'

/** A token shows a region that covers so much of it, as in training. */
export const MIN_SHOWN_COVERAGE = 0.25

interface CachedCoverage {
  readonly masks: readonly Float32Array[]
  readonly coverage: Float32Array
}

/** By the first mask, of the regions that were asked about last. Masks are never written to. */
const cached = new WeakMap<Float32Array, CachedCoverage>()

/** How much of each token regions cover [512]; a caption and its agreement ask for the same ones. */
export function regionCoverage(regions: readonly CcrcRegion[]): Float32Array {
  const masks = regions.map(({ mask }) => mask)
  if (masks.length === 0) return coverageOf(masks)
  const before = cached.get(masks[0])
  const isSame = before?.masks.length === masks.length && masks.every((mask, at) => mask === before.masks[at])
  if (before !== undefined && isSame) return before.coverage
  const coverage = coverageOf(masks)
  cached.set(masks[0], { masks, coverage })
  return coverage
}
