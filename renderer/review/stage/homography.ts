import type { Homography } from '../../../src/domain/pair'
import { imagePoint } from './points'
import type { ImagePoint } from './points'

/** Takes a point of the before frame to the after frame. Null where it goes to infinity. */
export function throughHomography(h: Homography, point: ImagePoint): ImagePoint | null {
  const w = h[6] * point.x + h[7] * point.y + h[8]
  if (Math.abs(w) < 1e-9) {
    return null
  }
  return imagePoint(
    (h[0] * point.x + h[1] * point.y + h[2]) / w,
    (h[3] * point.x + h[4] * point.y + h[5]) / w,
  )
}
