import type { CcrcRegion } from '../../src/models/ccrc/predictor/ccrc-region'

/** Pixels along a side of the network's input, and of its masks. */
export const SIDE = 128
export const AREA = SIDE * SIDE

/** 1 where the logits [2, 128, 128] are positive, else 0. */
export function predictedMask(logits: Float32Array): Uint8Array {
  return Uint8Array.from(logits, (value) => (value > 0 ? 1 : 0))
}

/** Of both frames, [2, 128, 128]. */
export function unionOf(regions: readonly CcrcRegion[]): Uint8Array {
  const out = new Uint8Array(2 * AREA)
  for (const { mask } of regions) {
    predictedMask(mask).forEach((value, at) => (out[at] |= value))
  }
  return out
}

/** Intersection over union of many masks together. */
export class Overlap {
  hit = 0
  either = 0

  add(a: Uint8Array, b: Uint8Array, from = 0, to = a.length): void {
    for (let at = from; at < to; at++) {
      if (a[at] & b[at]) {
        this.hit++
      }
      if (a[at] | b[at]) {
        this.either++
      }
    }
  }

  get iou(): number {
    return this.hit / Math.max(1, this.either)
  }
}
