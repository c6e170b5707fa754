import type { Rect } from '../../mask/bitmap'
import { wholeOf } from '../../mask/rect'

/** A window that a network sees, and the part of it that counts: each pixel of the image is of one such part. */
export interface Tile extends Rect {
  readonly inner: Rect
}

export interface TilePlan {
  /** Whether an image of this size is seen at once. */
  readonly isWhole: (width: number, height: number) => boolean
  /** Sides of the tiles of others: all of one size, so that one session serves them. */
  readonly width: number
  readonly height: number
  /** Pixels about a part that belong to it for context. Less than half of a side. */
  readonly margin: number
}

/** Windows of an image in rows, so that none is larger than the network is given at once. */
export function coverTiles(width: number, height: number, plan: TilePlan): Tile[] {
  if (plan.isWhole(width, height)) {
    const whole = wholeOf({ width, height })
    return [{ ...whole, inner: whole }]
  }
  const columns = spans(width, plan.width, plan.margin)
  return spans(height, plan.height, plan.margin).flatMap((row) =>
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
function spans(side: number, tile: number, margin: number): Span[] {
  if (side <= tile) {
    return [{ start: 0, size: side, from: 0, to: side }]
  }
  const step = tile - 2 * margin
  const count = Math.ceil((side - 2 * margin) / step)
  return Array.from({ length: count }, (_, index) => {
    const start = Math.min(index * step, side - tile)
    const from = index === 0 ? 0 : index * step + margin
    const to = index === count - 1 ? side : (index + 1) * step + margin
    return { start, size: tile, from, to }
  })
}

/**
 * Calls `use` for each row of the inner part of a tile.
 * @param stride width of the frame that the network saw
 * @param use where the row begins in the frame and in the image, and how many pixels it has
 */
export function eachInnerRow(
  { x, y, inner }: Tile,
  stride: number,
  imageWidth: number,
  use: (from: number, to: number, count: number) => void,
): void {
  for (let row = inner.y; row < inner.y + inner.height; row += 1) {
    use((row - y) * stride + inner.x - x, row * imageWidth + inner.x, inner.width)
  }
}
