import { emptyBitmap } from '../mask/bitmap'
import type { Bitmap, Rect } from '../mask/bitmap'
import type { Homography } from './pair'

export interface Point {
  x: number
  y: number
}

export const IDENTITY: Homography = [1, 0, 0, 0, 1, 0, 0, 0, 1]

/** Where a pixel centre goes. */
export function project(h: Homography, { x, y }: Point): Point {
  const w = h[6] * x + h[7] * y + h[8]
  return { x: (h[0] * x + h[1] * y + h[2]) / w, y: (h[3] * x + h[4] * y + h[5]) / w }
}

/** First `a`, then `b`. */
export function compose(a: Homography, b: Homography): Homography {
  const product = IDENTITY.map((_, at) => {
    const row = Math.floor(at / 3) * 3
    const column = at % 3
    return b[row] * a[column] + b[row + 1] * a[3 + column] + b[row + 2] * a[6 + column]
  })
  return product.map((value) => value / product[8])
}

/** Null where it cannot be inverted. */
export function invert(h: Homography): Homography | null {
  const cofactors = [
    h[4] * h[8] - h[5] * h[7],
    h[2] * h[7] - h[1] * h[8],
    h[1] * h[5] - h[2] * h[4],
    h[5] * h[6] - h[3] * h[8],
    h[0] * h[8] - h[2] * h[6],
    h[2] * h[3] - h[0] * h[5],
    h[3] * h[7] - h[4] * h[6],
    h[1] * h[6] - h[0] * h[7],
    h[0] * h[4] - h[1] * h[3],
  ]
  const determinant = h[0] * cofactors[0] + h[1] * cofactors[3] + h[2] * cofactors[6]
  if (Math.abs(determinant) < 1e-12 || Math.abs(cofactors[8]) < 1e-12) {
    return null
  }
  return cofactors.map((value) => value / cofactors[8])
}

/** The mask in a frame of this size, as far as it comes to lie `within`; `back` leads from the frame to the mask. */
export function warpMask(
  mask: Bitmap,
  back: Homography,
  { width, height }: { width: number; height: number },
  within: Rect,
): Bitmap {
  const warped = emptyBitmap(width, height)
  for (let y = within.y; y < within.y + within.height; y += 1) {
    for (let x = within.x; x < within.x + within.width; x += 1) {
      const from = project(back, { x, y })
      const [column, row] = [Math.round(from.x), Math.round(from.y)]
      const isInside = column >= 0 && row >= 0 && column < mask.width && row < mask.height
      if (isInside) {
        warped.data[y * width + x] = mask.data[row * mask.width + column]
      }
    }
  }
  return warped
}
