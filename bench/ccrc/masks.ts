import type { FoundRegion } from '../../src/inference/ccrc/regions'

/** Pixels along a side of what the network looks at, and of its masks. */
export const SIDE = 128
export const MASK = 64
export const AREA = SIDE * SIDE

/** Logits [2, 64, 64] to pixels [2, 128, 128], bilinear. */
export function upscale(logits: Float32Array): Uint8Array {
  const out = new Uint8Array(2 * AREA)
  for (let frame = 0; frame < 2; frame++) {
    const own = logits.subarray(frame * MASK * MASK, (frame + 1) * MASK * MASK)
    for (let y = 0; y < SIDE; y++) {
      const v = Math.min(MASK - 1, Math.max(0, (y + 0.5) / 2 - 0.5))
      const [top, down] = [Math.floor(v), v - Math.floor(v)]
      const low = Math.min(MASK - 1, top + 1)
      for (let x = 0; x < SIDE; x++) {
        const u = Math.min(MASK - 1, Math.max(0, (x + 0.5) / 2 - 0.5))
        const [left, across] = [Math.floor(u), u - Math.floor(u)]
        const right = Math.min(MASK - 1, left + 1)
        const value =
          (own[top * MASK + left] * (1 - across) + own[top * MASK + right] * across) * (1 - down) +
          (own[low * MASK + left] * (1 - across) + own[low * MASK + right] * across) * down
        if (value > 0) out[frame * AREA + y * SIDE + x] = 1
      }
    }
  }
  return out
}

/** Of both frames, [2, 128, 128]. */
export function unionOf(regions: readonly FoundRegion[]): Uint8Array {
  const out = new Uint8Array(2 * AREA)
  for (const { mask } of regions) upscale(mask).forEach((value, at) => (out[at] |= value))
  return out
}

/** Intersection over union of many masks together. */
export class Overlap {
  hit = 0
  either = 0

  add(a: Uint8Array, b: Uint8Array, from = 0, to = a.length): void {
    for (let at = from; at < to; at++) {
      if (a[at] & b[at]) this.hit++
      if (a[at] | b[at]) this.either++
    }
  }

  get iou(): number {
    return this.hit / Math.max(1, this.either)
  }
}
