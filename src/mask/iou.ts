import type { Bitmap } from './bitmap'
import { rleArea, intersectRle, unionRle } from './rle'
import type { Rle } from './rle'

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

/** The same of run lengths, which are not decoded; 1 where both are empty. A null mask is empty. */
export function rleIou(a: Rle | null, b: Rle | null): number {
  if (a === null || b === null) {
    const other = a ?? b
    return other === null || rleArea(other) === 0 ? 1 : 0
  }
  const union = rleArea(unionRle(a, b))
  return union === 0 ? 1 : rleArea(intersectRle(a, b)) / union
}
