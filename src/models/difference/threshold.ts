import type { Evidence } from './evidence'
import type { DifferenceSettings } from './settings'

/** Counts of each of the 256 grey levels where `isValid` holds (everywhere where it is null). */
export function histogramOf(values: Uint8Array, valid: Uint8Array | null): Float64Array {
  const counts = new Float64Array(256)
  for (let at = 0; at < values.length; at += 1) {
    if (valid === null || valid[at] !== 0) {
      counts[values[at]] += 1
    }
  }
  return counts
}

/** The grey level below which `share` of the counts lie, interpolated inside the level. */
export function quantileOf(counts: Float64Array, share: number): number {
  const total = counts.reduce((sum, count) => sum + count, 0)
  let left = share * total
  for (let level = 0; level < counts.length; level += 1) {
    if (left <= counts[level]) {
      return counts[level] === 0 ? level : level + left / counts[level] - 0.5
    }
    left -= counts[level]
  }
  return counts.length - 1
}

/** Of the pixels, these are unchanged even where most of the picture changed. */
const quietShare = 0.05

/** What plain evidence must exceed, in grey levels: it rises with the noise of the pair. */
export function chooseThreshold(
  evidence: Evidence,
  valid: Uint8Array | null,
  { floor, noiseFactor, ceiling }: DifferenceSettings,
): number {
  const noise = Math.max(0, quantileOf(histogramOf(evidence.raw, valid), quietShare))
  return Math.min(ceiling, floor + noiseFactor * noise)
}
