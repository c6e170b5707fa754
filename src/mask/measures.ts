import type { Rect, Bitmap } from './bitmap'
import { decodeCounts, rleArea, intersectRle, unionRle } from './rle'
import type { Rle } from './rle'

/**
 * COCO's `[x, y, width, height]` in pixels, origin top-left; all zero for an empty mask. The cost grows
 * with the number of runs. Source: cocodataset/cocoapi, common/maskApi.c, rleToBbox.
 */
export function boundingBox(rle: Rle): [x: number, y: number, width: number, height: number] {
  const [height] = rle.size
  let [left, top, right, bottom] = [Infinity, Infinity, -1, -1]
  let index = 0
  decodeCounts(rle.counts).forEach((run, position) => {
    if (position % 2 === 1 && run > 0) {
      const [first, last] = [index, index + run - 1]
      const [firstColumn, lastColumn] = [Math.floor(first / height), Math.floor(last / height)]
      left = Math.min(left, firstColumn)
      right = Math.max(right, lastColumn)
      // a run that goes on in the next column touches both ends of the image
      top = firstColumn < lastColumn ? 0 : Math.min(top, first % height)
      bottom = firstColumn < lastColumn ? height - 1 : Math.max(bottom, last % height)
    }
    index += run
  })
  return right < 0 ? [0, 0, 0, 0] : [left, top, right - left + 1, bottom - top + 1]
}

/** The same as a rectangle, pixels. */
export function rectOf(rle: Rle): Rect {
  const [x, y, width, height] = boundingBox(rle)
  return { x, y, width, height }
}

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
