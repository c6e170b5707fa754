import type { Bitmap } from './bitmap'

/** Intersection over union of two masks of one size; 1 where both are empty. */
export function maskIou(a: Bitmap, b: Bitmap): number {
  let both = 0
  let either = 0
  for (let at = 0; at < a.data.length; at += 1) {
    const inA = a.data[at] === 0 ? 0 : 1
    const inB = b.data[at] === 0 ? 0 : 1
    both += inA & inB
    either += inA | inB
  }
  return either === 0 ? 1 : both / either
}
