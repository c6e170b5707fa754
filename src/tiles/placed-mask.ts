import { emptyBitmap, windowOfSet } from '../mask/bitmap'
import type { Bitmap, Rect } from '../mask/bitmap'
import { decodeRle, encodeCounts } from '../mask/rle'
import type { Rle } from '../mask/rle'
import { cropBitmap } from '../mask/bitmap'
import type { Size } from './levels'

/** A mask as its own rectangle of a much larger image: memory grows with the mask. */
export interface PlacedMask extends Rect {
  /** Row-major, `width * height`. */
  data: Uint8Array
  /** Set pixels. */
  area: number
}

/** A part's mask, where the part lies in the image. */
export function placedOf(mask: Rle, part: Rect): PlacedMask {
  const bitmap = decodeRle(mask)
  const rect = windowOfSet(bitmap, 0)
  const { data } = cropBitmap(bitmap, rect)
  return {
    x: part.x + rect.x,
    y: part.y + rect.y,
    width: rect.width,
    height: rect.height,
    data,
    area: sum(data),
  }
}

/** Whether two masks share a pixel. */
export function areTouching(a: PlacedMask, b: PlacedMask): boolean {
  const [left, top] = [Math.max(a.x, b.x), Math.max(a.y, b.y)]
  const right = Math.min(a.x + a.width, b.x + b.width)
  const bottom = Math.min(a.y + a.height, b.y + b.height)
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      if (a.data[(y - a.y) * a.width + x - a.x] === 1 && b.data[(y - b.y) * b.width + x - b.x] === 1) {
        return true
      }
    }
  }
  return false
}

export function union(masks: readonly PlacedMask[]): PlacedMask {
  if (masks.length === 1) {
    return masks[0]
  }
  const x = Math.min(...masks.map((mask) => mask.x))
  const y = Math.min(...masks.map((mask) => mask.y))
  const width = Math.max(...masks.map((mask) => mask.x + mask.width)) - x
  const height = Math.max(...masks.map((mask) => mask.y + mask.height)) - y
  const whole: Bitmap = emptyBitmap(width, height)
  for (const mask of masks) {
    for (let row = 0; row < mask.height; row += 1) {
      const start = (mask.y + row - y) * width + mask.x - x
      for (let column = 0; column < mask.width; column += 1) {
        whole.data[start + column] |= mask.data[row * mask.width + column]
      }
    }
  }
  return { x, y, width, height, data: whole.data, area: sum(whole.data) }
}

/** Run lengths of the whole image: the cost grows with the mask. */
export function encodePlaced(mask: PlacedMask, { width, height }: Size): Rle {
  const runs: number[] = []
  let [value, start] = [0, 0]
  const turn = (at: number): void => {
    runs.push(at - start)
    start = at
    value = 1 - value
  }
  for (let column = 0; column < mask.width; column += 1) {
    const top = (mask.x + column) * height + mask.y
    for (let row = 0; row < mask.height; row += 1) {
      if (mask.data[row * mask.width + column] !== value) {
        turn(top + row)
      }
    }
    // a column of the whole height goes on in the next one
    const isLast = column === mask.width - 1
    if (value === 1 && (mask.height < height || isLast) && top + mask.height < width * height) {
      turn(top + mask.height)
    }
  }
  runs.push(width * height - start)
  return { size: [height, width], counts: encodeCounts(runs) }
}

function sum(data: Uint8Array): number {
  return data.reduce((total, value) => total + value, 0)
}
