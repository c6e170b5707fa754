import type { Bitmap, Rect } from '../mask/bitmap'
import { emptyBitmap } from '../mask/bitmap'

/** One byte a pixel, row-major: 0 for impossible to 255 for certain. */
export interface ProbabilityMap {
  width: number
  height: number
  data: Uint8Array
}

/** Row-major, `data.length === width * height`. */
export interface LogitMap {
  width: number
  height: number
  data: Float32Array
}

export function emptyProbabilities(width: number, height: number): ProbabilityMap {
  return { width, height, data: new Uint8Array(width * height) }
}

/**
 * Writes a window's logits, bilinearly enlarged, into the image's probabilities.
 * @param how where something is there already: the larger counts, or the new replaces it
 * @param window whole pixels; what lies outside of the map is left out
 */
export function pasteLogits(
  into: ProbabilityMap,
  logits: LogitMap,
  window: Rect,
  how: 'larger' | 'replace' = 'larger',
): void {
  const { x, y, width, height } = window
  const across = neighbours(width, logits.width)
  const down = neighbours(height, logits.height)
  const line = new Float32Array(logits.width)
  const [left, right] = [Math.max(0, -x), Math.min(width, into.width - x)]
  if (right <= left) {
    return
  }
  const [begin, end] = [across.first[left], across.second[right - 1]]
  for (let row = Math.max(0, -y); row < Math.min(height, into.height - y); row += 1) {
    const above = logits.data.subarray(down.first[row] * logits.width)
    const below = logits.data.subarray(down.second[row] * logits.width)
    const low = down.weight[row]
    for (let column = begin; column <= end; column += 1) {
      line[column] = above[column] + low * (below[column] - above[column])
    }
    const target = (y + row) * into.width + x
    for (let column = left; column < right; column += 1) {
      const value = line[across.first[column]]
      const logit = value + across.weight[column] * (line[across.second[column]] - value)
      const byte = byteOf(logit)
      if (how === 'replace' || byte > into.data[target + column]) {
        into.data[target + column] = byte
      }
    }
  }
}

/** Pixels at least as probable as that, 0 to 1. */
export function likelyPixels({ width, height, data }: ProbabilityMap, probability: number): Bitmap {
  const bitmap = emptyBitmap(width, height)
  const least = probability * 255
  for (let at = 0; at < data.length; at += 1) {
    bitmap.data[at] = data[at] >= least ? 1 : 0
  }
  return bitmap
}

/** Below this, with room for rounding, a logit's probability is under one half as a byte. */
export const UNLIKELY = -1 / 128

/** Logits from -limit to limit, as bytes of their probability. */
const TABLE_LIMIT = 8
const TABLE_SCALE = 128
const table = Uint8Array.from({ length: 2 * TABLE_LIMIT * TABLE_SCALE + 1 }, (_, index) =>
  Math.round(255 / (1 + Math.exp(TABLE_LIMIT - index / TABLE_SCALE))),
)

function byteOf(logit: number): number {
  const inside = logit < -TABLE_LIMIT ? -TABLE_LIMIT : logit > TABLE_LIMIT ? TABLE_LIMIT : logit
  return table[((inside + TABLE_LIMIT) * TABLE_SCALE + 0.5) | 0]
}

interface Neighbours {
  first: Int32Array
  second: Int32Array
  /** Of the second. */
  weight: Float32Array
}

/** Cells whose centres lie on either side of each pixel's centre. */
function neighbours(pixels: number, cells: number): Neighbours {
  const first = new Int32Array(pixels)
  const second = new Int32Array(pixels)
  const weight = new Float32Array(pixels)
  for (let index = 0; index < pixels; index += 1) {
    const at = Math.min(cells - 1, Math.max(0, ((index + 0.5) * cells) / pixels - 0.5))
    first[index] = Math.floor(at)
    second[index] = Math.min(cells - 1, first[index] + 1)
    weight[index] = at - first[index]
  }
  return { first, second, weight }
}
