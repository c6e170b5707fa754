/** The largest value within `reach` across and down, cut at the border; the cost grows with its logarithm. */
export function highestNear(
  values: Float32Array,
  width: number,
  height: number,
  reach: number,
): Float32Array {
  return highestAlong(highestAlong(values, width, height, reach), height, width, reach)
}

/** Along rows; the result is transposed, so that two calls go both ways. */
function highestAlong(values: Float32Array, length: number, lines: number, reach: number): Float32Array {
  const result = new Float32Array(values.length)
  const padded = new Float32Array(length + 2 * reach)
  for (let line = 0; line < lines; line += 1) {
    padded.fill(Number.NEGATIVE_INFINITY)
    padded.set(values.subarray(line * length, (line + 1) * length), reach)
    // windows of 1, 2, 4... that start at each place, then two of them that overlap to the wanted one
    const wanted = 2 * reach + 1
    let window = 1
    for (; 2 * window <= wanted; window *= 2) {
      for (let at = 0; at + window < padded.length; at += 1) {
        padded[at] = Math.max(padded[at], padded[at + window])
      }
    }
    for (let at = 0; at < length; at += 1) {
      result[at * lines + line] = Math.max(padded[at], padded[at + wanted - window])
    }
  }
  return result
}
