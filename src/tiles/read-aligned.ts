import { invert, project } from '../domain/homography'
import type { Homography } from '../domain/pair'
import type { ToImage } from '../images/grid-runs'
import type { Raster } from '../images/raster'
import type { Rect } from '../mask/bitmap'
import { layPart } from './lay-part'
import type { TiledPair } from './tiled-pair'

/**
 * A part of a level of the before frame as it lies in the after frame, in pixels of the level.
 * @param level for which `pair.isRead` holds
 * @param alignment from pixels of the before frame to those of the after frame; null where they are the same
 * @throws ImageError
 */
export function readAligned(
  pair: TiledPair,
  level: number,
  part: Rect,
  alignment: Homography | null,
): Promise<Raster> {
  const back = alignment === null ? null : invert(alignment)
  if (back === null) {
    return pair.read('before', level, part)
  }
  const frame = { width: pair.width, height: pair.height, crop: null, toFrame: toImage(back) }
  return layPart(frame, { level, part }, level, (from, rect) => pair.read('before', from, rect))
}

/** A homography counts from middles of pixels, a map of a grid from their corners. */
function toImage(homography: Homography): ToImage {
  return {
    affine: null,
    at: (column, row) => {
      const { x, y } = project(homography, { x: column - 0.5, y: row - 0.5 })
      return [x + 0.5, y + 0.5]
    },
  }
}
