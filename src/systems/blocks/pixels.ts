import { GRID_SIDE, IMAGE_SIDE, MASK_SIDE, TOKENS } from './sizes'

/** Bytes of pixels to planes of -0.5 to 0.5, times a gain for each channel, plus a shift. */
export function writePlanes(
  out: Float32Array,
  source: Uint8Array,
  gains: readonly number[] = [1, 1, 1],
  shift = 0,
): void {
  const area = IMAGE_SIDE * IMAGE_SIDE
  for (let channel = 0; channel < 3; channel++) {
    const scale = gains[channel] / 255
    const offset = shift - 0.5 * gains[channel]
    const base = channel * area
    for (let pixel = 0; pixel < area; pixel++)
      out[base + pixel] = source[3 * pixel + channel] * scale + offset
  }
}

/** Mean of each token's 4 x 4 values of [2, 64, 64]: [512]. */
export function tokenShares(values: Float32Array): Float32Array {
  const side = MASK_SIDE / GRID_SIDE
  const out = new Float32Array(2 * TOKENS)
  for (let at = 0; at < values.length; at++) {
    const frame = at < MASK_SIDE ** 2 ? 0 : 1
    const y = Math.floor((at % MASK_SIDE ** 2) / MASK_SIDE)
    const token = Math.floor(y / side) * GRID_SIDE + Math.floor((at % MASK_SIDE) / side)
    out[frame * TOKENS + token] += values[at] / side ** 2
  }
  return out
}
