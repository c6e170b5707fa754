import type { Rect, Size } from '../mask/bitmap'

/** Side of a part that is proposed for at once, in pixels. */
const SIDE = 1024
/** Pixels that a part shares with the next one at least. What is no larger lies whole in one of them. */
const OVERLAP = 128

/** Parts that cover an image, all of one size, row by row. */
export function partsOf({ width, height }: Size): Rect[] {
  const columns = startsOf(width)
  return startsOf(height).flatMap((y) =>
    columns.map((x) => ({ x, y, width: Math.min(SIDE, width), height: Math.min(SIDE, height) })),
  )
}

function startsOf(length: number): number[] {
  const count = 1 + Math.max(0, Math.ceil((length - SIDE) / (SIDE - OVERLAP)))
  const step = count === 1 ? 0 : (length - SIDE) / (count - 1)
  return Array.from({ length: count }, (_, index) => Math.round(index * step))
}
