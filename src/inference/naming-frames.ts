import { invert } from '../domain/homography'
import type { Homography } from '../domain/pair'
import { warp } from '../images/registration/homography'
import type { Raster } from '../images/raster'

/** The before image in the after frame; unknown pixels are those of the after image, and so no change. */
export function alignedBefore(
  { before, after }: { before: Raster; after: Raster },
  alignment: Homography | null,
): Raster {
  const back = alignment === null ? null : invert(alignment)
  if (back === null) {
    return before
  }
  const { image, valid } = warp(before, back, after.width, after.height)
  for (const [at, isKnown] of valid.entries()) {
    if (isKnown === 0) {
      image.data.set(after.data.subarray(3 * at, 3 * at + 3), 3 * at)
    }
  }
  return image
}
