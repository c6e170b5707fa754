import type { Overlay } from '../georeference/overlay'
import { affineMap } from '../georeference/pixel-map'
import { MAX_IMAGE_PIXELS } from '../domain/picture-tile'
import type { ImageHeader } from '../images/header/source'
import { uprightSize } from '../images/transform'
import type { Size } from '../mask/bitmap'

/** Sides of frames of one shape have one ratio, but for such a share of it: sizes are rounded, and rims cut. */
const SAME_SHAPE = 0.01
/** A side is at most so many times that of the other frame: pixels are not made up. */
const MOST_TIMES = 4
/** What their pixels show has a size of its own, which is not that of the image. */
const MEASURED: ReadonlySet<ImageHeader['format']> = new Set(['dicom', 'nifti'])

/**
 * One grid for frames without a georeference that have two sizes and one shape, as pictures that were saved smaller: that
 * of the after frame, corner on corner. Null for frames of one size, and those that are no picture of one shape.
 * @param before null where the header is damaged
 */
export function overlayBySize(before: ImageHeader | null, after: ImageHeader | null): Overlay | null {
  if (before === null || after === null || MEASURED.has(before.format) || MEASURED.has(after.format)) {
    return null
  }
  const sizes = { before: uprightSize(before), after: uprightSize(after) }
  return areScaled(sizes.before, sizes.after) ? laidOver(sizes.before, sizes.after) : null
}

function laidOver(before: Size, after: Size): Overlay {
  const [across, down] = [before.width / after.width, before.height / after.height]
  return {
    grid: { ...after, transform: [0, 1, 0, 0, 0, 1], crs: null },
    frames: {
      before: { ...before, crop: null, toFrame: affineMap([0, across, 0, 0, 0, down]) },
      after: { ...after, crop: { x: 0, y: 0 }, toFrame: affineMap([0, 1, 0, 0, 0, 1]) },
    },
    isOnMap: false,
    resolutionOf: 'after',
    tooLarge: null,
    share: 1,
  }
}

function areScaled(before: Size, after: Size): boolean {
  const [across, down] = [before.width / after.width, before.height / after.height]
  const isSameSize = across === 1 && down === 1
  const isSameShape = Math.abs(across - down) <= SAME_SHAPE * Math.max(across, down)
  const isNear = Math.max(across, down, 1 / across, 1 / down) <= MOST_TIMES
  const isWhole = [before, after].every(({ width, height }) => width * height <= MAX_IMAGE_PIXELS)
  return !isSameSize && isSameShape && isNear && isWhole
}
