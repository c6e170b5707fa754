import { GRID_SIDE, IMAGE_SIDE, MASK_SIDE, TOKENS } from './sizes'

/** Bytes of pixels [h, w, 3] to planes of -0.5 to 0.5 [3, h, w], times a gain for each channel, plus a shift. */
export function writePlanes(
  out: Float32Array,
  source: Uint8Array,
  gains: readonly number[] = [1, 1, 1],
  shift = 0,
): void {
  const area = source.length / 3
  for (let channel = 0; channel < 3; channel++) {
    const scale = gains[channel] / 255
    const offset = shift - 0.5 * gains[channel]
    const base = channel * area
    for (let pixel = 0; pixel < area; pixel++) {
      out[base + pixel] = source[3 * pixel + channel] * scale + offset
    }
  }
}

/** One frame of each pair in -0.5..0.5: [n, 3, 128, 128]. */
export function framesOf(
  pairs: readonly { before: Uint8Array; after: Uint8Array }[],
  name: 'before' | 'after',
): { data: Float32Array; shape: readonly number[] } {
  const size = 3 * IMAGE_SIDE * IMAGE_SIDE
  const data = new Float32Array(pairs.length * size)
  pairs.forEach((pair, item) => writePlanes(data.subarray(item * size, (item + 1) * size), pair[name]))
  return { data, shape: [pairs.length, 3, IMAGE_SIDE, IMAGE_SIDE] }
}

/** Share of each token's 8 x 8 pixels that a mask of logits [2, 128, 128] sets: [512]. */
export function maskCoverage(logits: Float32Array): Float32Array {
  const side = MASK_SIDE / GRID_SIDE
  const out = new Float32Array(2 * TOKENS)
  for (let pixel = 0; pixel < logits.length; pixel++) {
    if (logits[pixel] <= 0) {
      continue
    }
    const row = Math.floor(pixel / (MASK_SIDE * side))
    out[row * GRID_SIDE + Math.floor((pixel % MASK_SIDE) / side)] += 1 / side ** 2
  }
  return out
}

/** Mean of each token's 8 x 8 values of [2, 128, 128]: [512]. */
export function tokenMeans(values: ArrayLike<number>): Float32Array {
  const side = MASK_SIDE / GRID_SIDE
  const out = new Float32Array(2 * TOKENS)
  let at = 0
  for (let row = 0; row < 2 * MASK_SIDE; row++) {
    const first = Math.floor(row / side) * GRID_SIDE
    for (let column = 0; column < MASK_SIDE; column++, at++) {
      const value = values[at]
      if (value !== 0) {
        out[first + Math.floor(column / side)] += value / side ** 2
      }
    }
  }
  return out
}
