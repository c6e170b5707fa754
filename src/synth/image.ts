import type { Bitmap } from '../mask/bitmap'

/** Three bytes a pixel, rows from the top. */
export interface RgbImage {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

/** [x, y, width, height] of the set pixels, or null where none is set. */
export function boundingBox(bitmap: Bitmap): readonly [number, number, number, number] | null {
  const { width, height, data } = bitmap
  let x0 = width
  let y0 = height
  let x1 = -1
  let y1 = -1
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (data[y * width + x] === 0) {
        continue
      }
      if (x < x0) {
        x0 = x
      }
      if (x > x1) {
        x1 = x
      }
      if (y < y0) {
        y0 = y
      }
      if (y > y1) {
        y1 = y
      }
    }
  }
  return x1 < 0 ? null : [x0, y0, x1 - x0 + 1, y1 - y0 + 1]
}

/** Pixels set in any of the bitmaps, which have one size. */
export function union(width: number, height: number, bitmaps: readonly Bitmap[]): Bitmap {
  const data = new Uint8Array(width * height)
  for (const bitmap of bitmaps) {
    for (let i = 0; i < data.length; i++) {
      if (bitmap.data[i] !== 0) {
        data[i] = 1
      }
    }
  }
  return { width, height, data }
}

export function countSet(bitmap: Bitmap): number {
  let count = 0
  for (const v of bitmap.data) {
    count += v === 0 ? 0 : 1
  }
  return count
}
