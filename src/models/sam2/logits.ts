import { emptyBitmap } from '../../mask/bitmap'
import type { Bitmap, Rect } from '../../mask/bitmap'
import type { Rle } from '../../mask/rle'
import { decodeCounts } from '../../mask/rle'

/** Logits that a binary mask goes in as (facebookresearch/sam2, sam2_base.py). */
const SURELY = 10

/** A mask at the decoder's resolution: shares of covered pixels between -10 and 10. */
export function maskToLogits(mask: Rle, side: number): Float32Array {
  return coverageOf(mask, side).map((share) => SURELY * (2 * share - 1))
}

export interface MaskAndBounds {
  mask: Bitmap
  /** Holds every set pixel. */
  bounds: Rect
}

/** The pixels over 0 of logits that are stretched bilinearly over an image. */
export function logitsToMask(
  logits: Float32Array,
  side: number,
  width: number,
  height: number,
): MaskAndBounds {
  const mask = emptyBitmap(width, height)
  const bounds = reachOf(logits, side, width, height)
  const columns = samplesOf(bounds.x, bounds.width, width, side)
  const rows = samplesOf(bounds.y, bounds.height, height, side)
  const starts = startsOf(columns)
  const line = new Float64Array(side)
  for (let row = 0; row < bounds.height; row += 1) {
    blend(logits, side, rows, row, line)
    fillPositive(mask.data, (bounds.y + row) * width + bounds.x, line, columns, starts)
  }
  return { mask, bounds }
}

/** One row of pixels between two rows of cells. */
function blend(
  logits: Float32Array,
  side: number,
  { from, to, share }: Samples,
  row: number,
  line: Float64Array,
): void {
  const [upper, lower, down] = [from[row] * side, to[row] * side, share[row]]
  for (let cell = 0; cell < side; cell += 1) {
    const above = logits[upper + cell]
    line[cell] = above + down * (logits[lower + cell] - above)
  }
}

/** Between two cells of one sign all pixels have that sign: only where the sign changes each is interpolated. */
function fillPositive(
  data: Uint8Array,
  start: number,
  line: Float64Array,
  { from, to, share }: Samples,
  starts: Int32Array,
): void {
  let open = -1
  for (let group = 0; group + 1 < starts.length; group += 1) {
    const [first, end] = [starts[group], starts[group + 1]]
    const [left, right] = [line[from[first]], line[to[first]]]
    if (left > 0 && right > 0) {
      open = open < 0 ? first : open
      continue
    }
    if (open >= 0) {
      data.fill(1, start + open, start + first)
      open = -1
    }
    if (left > 0 || right > 0) {
      for (let column = first; column < end; column += 1) {
        data[start + column] = left + share[column] * (right - left) > 0 ? 1 : 0
      }
    }
  }
  if (open >= 0) {
    data.fill(1, start + open, start + from.length)
  }
}

/** Where pixels begin to lie between another pair of cells, and the end. */
export function startsOf({ from, to }: Samples): Int32Array {
  const starts = Array.from(from.keys()).filter(
    (at) => at === 0 || from[at] !== from[at - 1] || to[at] !== to[at - 1],
  )
  return Int32Array.from([...starts, from.length])
}

/** The logit at a pixel, as `logitsToMask` takes it. */
export function logitAt(
  logits: Float32Array,
  side: number,
  { width, height }: { width: number; height: number },
  x: number,
  y: number,
): number {
  const across = samplesOf(x, 1, width, side)
  const down = samplesOf(y, 1, height, side)
  const at = (row: number): number => {
    const [left, right] = [logits[row * side + across.from[0]], logits[row * side + across.to[0]]]
    return left + across.share[0] * (right - left)
  }
  const above = at(down.from[0])
  return above + down.share[0] * (at(down.to[0]) - above)
}

/** Pixels that lie within one cell of a positive one: none beyond them can be over 0. */
export function reachOf(logits: Float32Array, side: number, width: number, height: number): Rect {
  let [left, top, right, bottom] = [side, side, -1, -1]
  for (let at = 0; at < logits.length; at += 1) {
    if (logits[at] > 0) {
      const x = at % side
      const y = Math.floor(at / side)
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = y
    }
  }
  if (right < 0) {
    return { x: 0, y: 0, width: 0, height: 0 }
  }
  const x = Math.max(0, Math.floor(((left - 1) * width) / side))
  const y = Math.max(0, Math.floor(((top - 1) * height) / side))
  const end = Math.min(width, Math.ceil(((right + 2) * width) / side))
  const foot = Math.min(height, Math.ceil(((bottom + 2) * height) / side))
  return { x, y, width: end - x, height: foot - y }
}

export interface Samples {
  from: Int32Array
  to: Int32Array
  share: Float64Array
}

/** For each pixel centre, the two cell centres about it and how far it lies towards the second. */
export function samplesOf(start: number, count: number, length: number, side: number): Samples {
  const from = new Int32Array(count)
  const to = new Int32Array(count)
  const share = new Float64Array(count)
  for (let index = 0; index < count; index += 1) {
    const at = ((start + index + 0.5) * side) / length - 0.5
    const low = Math.floor(at)
    from[index] = Math.min(side - 1, Math.max(0, low))
    to[index] = Math.min(side - 1, Math.max(0, low + 1))
    share[index] = at - low
  }
  return { from, to, share }
}

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
