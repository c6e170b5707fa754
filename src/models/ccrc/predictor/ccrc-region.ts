import type { DetectedRegion } from '../../../views/located-region'
import { CHANNELS, MASK_SIDE } from '../../layers/sizes'
import { tokenMeans } from '../../layers/pixels'
import { sigmoid } from '../../../basics/numbers'
import type { RegionPredictions } from './stage-tensors'

/** A region in the network's own frame of 128 x 128 pixels. */
export interface CcrcRegion extends DetectedRegion {
  /** [128] */
  readonly vector: Float32Array
  /** [2, 20] logits of shape, colour, material and size, before and after. */
  readonly attributes: Float32Array
}

const PIXELS = MASK_SIDE * MASK_SIDE

/** A pixel whose logit is below minus this is not covered. */
const FAINT_LOGIT = 12

export function parseRegions(described: RegionPredictions, categories: readonly string[]): CcrcRegion[] {
  const classes = categories.length + 1
  const count = described.categories.length / classes
  return Array.from({ length: count }, (_, index) => {
    const probabilities = softmax(described.categories.subarray(index * classes, (index + 1) * classes))
    const best = probabilities.indexOf(Math.max(...probabilities.slice(1)), 1)
    return {
      vector: described.vectors.subarray(index * CHANNELS.model, (index + 1) * CHANNELS.model),
      category: categories[best - 1],
      score: 1 - probabilities[0],
      mask: described.masks.subarray(index * 2 * PIXELS, (index + 1) * 2 * PIXELS),
      attributes: described.attributes.subarray(index * 40, (index + 1) * 40),
    }
  })
}

function softmax(logits: Float32Array): number[] {
  const most = Math.max(...logits)
  const powers = Array.from(logits, (value) => Math.exp(value - most))
  const total = powers.reduce((sum, value) => sum + value, 0)
  return powers.map((value) => value / total)
}

/** How much of each token any of the regions covers [512], by mask probabilities. */
export function coverageOf(masks: readonly Float32Array[]): Float32Array {
  const union = new Float32Array(2 * PIXELS).fill(-FAINT_LOGIT)
  for (const mask of masks) {
    for (let pixel = 0; pixel < union.length; pixel++) {
      union[pixel] = Math.max(union[pixel], mask[pixel])
    }
  }
  for (let pixel = 0; pixel < union.length; pixel++) {
    union[pixel] = union[pixel] > -FAINT_LOGIT ? sigmoid(union[pixel]) : 0
  }
  return tokenMeans(union)
}

/** A token shows a region that covers so much of it, as in training. */
export const MIN_SHOWN_COVERAGE = 0.25

interface CachedCoverage {
  readonly masks: readonly Float32Array[]
  readonly coverage: Float32Array
}

/** By the first mask, of the most recent regions. Masks are never written to. */
const cached = new WeakMap<Float32Array, CachedCoverage>()

/** How much of each token regions cover [512]; cached, because a caption and its agreement need the same ones. */
export function regionCoverage(regions: readonly CcrcRegion[]): Float32Array {
  const masks = regions.map(({ mask }) => mask)
  if (masks.length === 0) {
    return coverageOf(masks)
  }
  const before = cached.get(masks[0])
  const isSame = before?.masks.length === masks.length && masks.every((mask, at) => mask === before.masks[at])
  if (before !== undefined && isSame) {
    return before.coverage
  }
  const coverage = coverageOf(masks)
  cached.set(masks[0], { masks, coverage })
  return coverage
}
