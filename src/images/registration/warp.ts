import type { Homography } from '../../domain/pair'
import type { Raster } from '../raster'

export interface Warped {
  image: Raster
  /** One byte a pixel: 1 where the source has a counterpart that was measured, 0 where it is unknown. */
  valid: Uint8Array
}

/** `source` seen in another frame, bilinear. @param toSource maps that frame's pixels to the source's */
export function warp(source: Raster, toSource: Homography, width: number, height: number): Warped {
  const data = new Uint8Array(width * height * 3)
  const valid = new Uint8Array(width * height)
  const right = source.width - 1
  const bottom = source.height - 1
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      const w = toSource[6] * x + toSource[7] * y + toSource[8]
      const sx = (toSource[0] * x + toSource[1] * y + toSource[2]) / w
      const sy = (toSource[3] * x + toSource[4] * y + toSource[5]) / w
      if (sx >= -0.5 && sy >= -0.5 && sx <= right + 0.5 && sy <= bottom + 0.5) {
        const [column, row] = [Math.min(right, Math.max(0, sx)), Math.min(bottom, Math.max(0, sy))]
        valid[at] = source.missing?.[Math.round(row) * source.width + Math.round(column)] === 1 ? 0 : 1
        sample(source, column, row, data, 3 * at)
      }
    }
  }
  return { image: { width, height, data }, valid }
}

function sample(source: Raster, x: number, y: number, into: Uint8Array, at: number): void {
  const left = Math.min(Math.floor(x), Math.max(0, source.width - 2))
  const top = Math.min(Math.floor(y), Math.max(0, source.height - 2))
  const a = x - left
  const b = y - top
  const first = (top * source.width + left) * 3
  const nextColumn = source.width > 1 ? 3 : 0
  const nextRow = source.height > 1 ? source.width * 3 : 0
  for (let channel = 0; channel < 3; channel += 1) {
    const from = first + channel
    const upper = source.data[from] * (1 - a) + source.data[from + nextColumn] * a
    const lower = source.data[from + nextRow] * (1 - a) + source.data[from + nextRow + nextColumn] * a
    into[at + channel] = upper * (1 - b) + lower * b + 0.5
  }
}
