import { decodeCounts } from '../../mask/rle'
import type { Rle } from '../../mask/rle'

/**
 * A mask on a square grid that is stretched over the image: the covered share of each cell, 0 to 1, row-major,
 * `side * side`. Cost grows with the mask's runs and with the cells, not with the pixels.
 */
export function coverageOf({ size: [height, width], counts }: Rle, side: number): Float32Array {
  const shares = new Float32Array(side * side)
  const column = new Float32Array(side)
  let [open, top, bottom] = [-1, side, -1]
  const close = (): void => {
    eachCell((open * side) / width, ((open + 1) * side) / width, side, (cell, share) => {
      for (let row = top; row <= bottom; row += 1) {
        shares[row * side + cell] += share * column[row]
      }
    })
    column.fill(0, top, bottom + 1)
  }
  eachColumnRun(counts, height, (x, y, rows) => {
    if (x !== open) {
      close()
      ;[open, top, bottom] = [x, side, -1]
    }
    eachCell((y * side) / height, ((y + rows) * side) / height, side, (row, share) => {
      column[row] += share
      top = Math.min(top, row)
      bottom = Math.max(bottom, row)
    })
  })
  close()
  return shares
}

/** Set pixels one below the other, column by column. */
function eachColumnRun(
  counts: string,
  height: number,
  visit: (x: number, y: number, rows: number) => void,
): void {
  const runs = decodeCounts(counts)
  let index = 0
  for (let at = 0; at + 1 < runs.length; at += 2) {
    index += runs[at]
    const end = index + runs[at + 1]
    while (index < end) {
      const x = Math.floor(index / height)
      const y = index - x * height
      const rows = Math.min(height - y, end - index)
      visit(x, y, rows)
      index += rows
    }
  }
}

/** The cells from `from` to `to`, in cells, and how much of each lies between them. */
function eachCell(
  from: number,
  to: number,
  side: number,
  visit: (cell: number, share: number) => void,
): void {
  const last = Math.min(side, Math.ceil(to))
  for (let cell = Math.floor(from); cell < last; cell += 1) {
    visit(cell, Math.min(to, cell + 1) - Math.max(from, cell))
  }
}

/** Whether the pixel of a column and a row is set; false outside of the image. */
export function includesPixel({ size: [height, width], counts }: Rle, x: number, y: number): boolean {
  if (x < 0 || y < 0 || x >= width || y >= height) {
    return false
  }
  let left = x * height + y
  const run = decodeCounts(counts).findIndex((length) => {
    left -= length
    return left < 0
  })
  return run % 2 === 1
}
