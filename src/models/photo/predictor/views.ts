import { logit, sigmoid } from '../../../basics/numbers'

/** A scale of the sides at which a pair is seen, up to 1. */
export interface View {
  readonly scale: number
  /** In the mean over all views of a pair, where weights add up to 1. */
  readonly weight: number
}

export const FULL_SIZE: readonly View[] = [{ scale: 1, weight: 1 }]

/**
 * Views of a pair in use, chosen on composed pairs (`bench/photo-scales.ts`). At full size the edges are right, at half
 * the size less of what did not change is marked.
 */
export const VIEWS_IN_USE: readonly View[] = [
  { scale: 1, weight: 2 / 3 },
  { scale: 0.5, weight: 1 / 3 },
]

/**
 * A view is never surer than this that nothing, or something, changed: where half size shows nothing, full size marks
 * what it is surer of than .957.
 */
const SUREST = 0.002

/**
 * Mean of the log odds. What all views rule out is 0.
 * @param maps probabilities of the same pixels, one map for each view
 */
export function meanOfViews(maps: readonly Float32Array[], views: readonly View[]): Float32Array {
  if (maps.length === 1) {
    return maps[0]
  }
  const values = new Float32Array(maps[0].length)
  for (let at = 0; at < values.length; at += 1) {
    let [odds, most] = [0, 0]
    for (let view = 0; view < maps.length; view += 1) {
      odds += views[view].weight * logit(inside(maps[view][at]))
      most = Math.max(most, maps[view][at])
    }
    values[at] = most <= SUREST ? 0 : sigmoid(odds)
  }
  return values
}

function inside(probability: number): number {
  return Math.min(1 - SUREST, Math.max(SUREST, probability))
}
