import type { Rect } from '../../../mask/bitmap'

/** A window that the network sees, and the part of it that counts: each pixel of the image is of one such part. */
export interface Tile extends Rect {
  readonly inner: Rect
}

/** Pixels of an image that is seen whole. */
const MOST_WHOLE = 1024 * 1024
/** Sides of the windows of a larger one: all of one size, so that one session serves them. */
const TILE_SIDE = 768
/** Pixels about a part that belong to it for context. */
const MARGIN = 64

/** Windows of an image in rows, so that none is larger than the network is given at once. */
export function coverTiles(width: number, height: number): Tile[] {
  if (width * height <= MOST_WHOLE) {
    const whole = { x: 0, y: 0, width, height }
    return [{ ...whole, inner: whole }]
  }
  const columns = spans(width)
  return spans(height).flatMap((row) =>
    columns.map((column) => ({
      x: column.start,
      y: row.start,
      width: column.size,
      height: row.size,
      inner: {
        x: column.from,
        y: row.from,
        width: column.to - column.from,
        height: row.to - row.from,
      },
    })),
  )
}

interface Span {
  readonly start: number
  readonly size: number
  readonly from: number
  readonly to: number
}

/** Windows of a side, the last one moved back so that it ends with the image. */
function spans(side: number): Span[] {
  if (side <= TILE_SIDE) {
    return [{ start: 0, size: side, from: 0, to: side }]
  }
  const step = TILE_SIDE - 2 * MARGIN
  const count = Math.ceil((side - 2 * MARGIN) / step)
  return Array.from({ length: count }, (_, index) => {
    const start = Math.min(index * step, side - TILE_SIDE)
    const from = index === 0 ? 0 : index * step + MARGIN
    const to = index === count - 1 ? side : (index + 1) * step + MARGIN
    return { start, size: TILE_SIDE, from, to }
  })
}
