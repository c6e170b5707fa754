import type { Raster } from '../../images/raster'

/** Added to the brightest channel, so that the colour of the dark says little. Grey levels. */
const darkness = 16
/** Pixels across of the mean that is taken twice. */
const window = 5
/** Pixels that the median is taken of. */
const sampled = 2 ** 16

/**
 * How much colour each pixel has: the spread of its channels over the brightest one, after smoothing, as a
 * multiple of the image's median. What the light or the season does to all colours falls out.
 * @param valid 1 where the image is known; null where it is everywhere
 */
export function colourShare({ width, height, data }: Raster, valid: Uint8Array | null): Float32Array {
  const most = new Float32Array(width * height)
  const least = new Float32Array(width * height).fill(255)
  for (let channel = 0; channel < 3; channel += 1) {
    let values: Float32Array = Float32Array.from(most, (_, at) => data[3 * at + channel])
    for (let pass = 0; pass < 2; pass += 1) {
      values = meanAlong(meanAlong(values, width, height), height, width)
    }
    for (let at = 0; at < values.length; at += 1) {
      most[at] = Math.max(most[at], values[at])
      least[at] = Math.min(least[at], values[at])
    }
  }
  for (let at = 0; at < most.length; at += 1) {
    most[at] = (most[at] - least[at]) / (most[at] + darkness)
  }
  const median = medianOf(most, valid)
  return most.map((value) => value / median)
}

/** Along rows, cut at the border; the result is transposed, so that two calls go both ways. */
function meanAlong(values: Float32Array, length: number, lines: number): Float32Array {
  const result = new Float32Array(values.length)
  const half = window >> 1
  for (let line = 0; line < lines; line += 1) {
    const start = line * length
    for (let at = 0; at < length; at += 1) {
      const end = Math.min(length, at + half + 1)
      let [sum, count] = [0, 0]
      for (let near = Math.max(0, at - half); near < end; near += 1) {
        sum += values[start + near]
        count += 1
      }
      result[at * lines + line] = sum / count
    }
  }
  return result
}

function medianOf(values: Float32Array, valid: Uint8Array | null): number {
  const step = Math.ceil(values.length / sampled)
  const known = values.filter((_, at) => at % step === 0 && (valid === null || valid[at] === 1)).toSorted()
  return Math.max(1e-3, known.at(known.length >> 1) ?? 1)
}
