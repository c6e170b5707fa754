/**
 * At each threshold, pixels that are marked by a person and at least so probable, and pixels that are either.
 * @param marked 1 for a marked pixel, else 0
 */
export function thresholdCounts(
  probabilities: Float32Array,
  marked: Uint8Array,
  thresholds: readonly number[],
): [shared: number, either: number][] {
  return thresholds.map((threshold) => {
    let [shared, either] = [0, 0]
    probabilities.forEach((value, at) => {
      const isChanged = value >= threshold ? 1 : 0
      shared += isChanged & marked[at]
      either += isChanged | marked[at]
    })
    return [shared, either]
  })
}
