import { emptyBitmap } from '../../mask/bitmap'
import type { Bitmap, Rect } from '../../mask/bitmap'

/** Logits that a binary mask goes in as (facebookresearch/sam2, sam2_base.py). */
const surely = 10

/** A mask at the decoder's resolution: shares of covered pixels between -10 and 10. */
export function maskToLogits({ width, height, data }: Bitmap, side: number): Float32Array {
  const covered = new Float64Array(side * side)
  const counts = new Float64Array(side * side)
  for (let y = 0, at = 0; y < height; y += 1) {
    const row = Math.floor((y * side) / height) * side
    for (let x = 0; x < width; x += 1, at += 1) {
      const cell = row + Math.floor((x * side) / width)
      covered[cell] += data[at]
      counts[cell] += 1
    }
  }
  // an image of fewer pixels than cells: a cell takes the pixel that it lies in
  return Float32Array.from(covered, (sum, cell) => {
    const share = counts[cell] > 0 ? sum / counts[cell] : nearest({ width, height, data }, cell, side)
    return surely * (2 * share - 1)
  })
}

function nearest({ width, height, data }: Bitmap, cell: number, side: number): number {
  const x = Math.floor((((cell % side) + 0.5) * width) / side)
  const y = Math.floor(((Math.floor(cell / side) + 0.5) * height) / side)
  return data[y * width + x]
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
  for (let row = 0; row < bounds.height; row += 1) {
    const upper = rows.from[row] * side
    const lower = rows.to[row] * side
    const down = rows.share[row]
    const start = (bounds.y + row) * width + bounds.x
    for (let column = 0; column < bounds.width; column += 1) {
      const [left, right, across] = [columns.from[column], columns.to[column], columns.share[column]]
      const above = logits[upper + left] + across * (logits[upper + right] - logits[upper + left])
      const below = logits[lower + left] + across * (logits[lower + right] - logits[lower + left])
      mask.data[start + column] = above + down * (below - above) > 0 ? 1 : 0
    }
  }
  return { mask, bounds }
}

/** Pixels that lie within one cell of a positive one: none beyond them can be over 0. */
function reachOf(logits: Float32Array, side: number, width: number, height: number): Rect {
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

interface Samples {
  from: Int32Array
  to: Int32Array
  share: Float64Array
}

/** For each pixel centre, the two cell centres about it and how far it lies towards the second. */
function samplesOf(start: number, count: number, length: number, side: number): Samples {
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
