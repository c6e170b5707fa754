import type { Homography } from '../../domain/pair'
import { invert, project } from '../../domain/homography'
import { emptyBitmap } from '../../mask/bitmap'
import type { Bitmap, Rect } from '../../mask/bitmap'
import { encodeRle } from '../../mask/rle'
import type { Rle } from '../../mask/rle'
import type { Measurement } from './measure-cluster'
import type { Clusters } from './clusters'

export interface Size {
  width: number
  height: number
}

/**
 * Masks of clusters in the after frame, and in the before frame where something was there that is not
 * any more or is no longer the same. One scratch bitmap a frame serves all clusters.
 */
export function createMaskMaker(
  clusters: Clusters,
  homography: Homography | null,
  beforeSize: Size,
): (measurement: Measurement) => { mask: Rle; beforeMask: Rle | null } {
  const scratch = emptyBitmap(clusters.width, clusters.height)
  const back = homography === null ? null : invert(homography)
  const beforeScratch = back === null ? null : emptyBitmap(beforeSize.width, beforeSize.height)
  return ({ label, kind }) => {
    const { bounds } = clusters.extents[label - 1]
    paint(scratch, bounds, (x, y) => clusters.labels[y * clusters.width + x] === label)
    const mask = encodeRle(scratch, bounds)
    if (kind === 'appeared') {
      return { mask, beforeMask: null }
    }
    if (homography === null || back === null || beforeScratch === null) {
      return { mask, beforeMask: mask }
    }
    const within = carriedBounds(bounds, back, beforeSize)
    const hasAny = paint(beforeScratch, within, (x, y) => labelAt(clusters, homography, x, y) === label)
    return { mask, beforeMask: hasAny ? encodeRle(beforeScratch, within) : null }
  }
}

/** Sets every pixel of the rectangle anew; whether any is set. */
function paint(bitmap: Bitmap, rect: Rect, isSet: (x: number, y: number) => boolean): boolean {
  let hasAny = false
  for (let y = rect.y; y < rect.y + rect.height; y += 1) {
    for (let x = rect.x; x < rect.x + rect.width; x += 1) {
      const value = isSet(x, y)
      bitmap.data[y * bitmap.width + x] = value ? 1 : 0
      hasAny ||= value
    }
  }
  return hasAny
}

/** The label of where a before pixel comes to lie; 0 outside. */
function labelAt({ width, height, labels }: Clusters, homography: Homography, x: number, y: number): number {
  const at = project(homography, { x, y })
  const [column, row] = [Math.round(at.x), Math.round(at.y)]
  return column >= 0 && row >= 0 && column < width && row < height ? labels[row * width + column] : 0
}

/** A homography that is plausible keeps convex objects convex, so the corners bound the rectangle. */
function carriedBounds(rect: Rect, back: Homography, size: Size): Rect {
  const corners = [rect.x - 1, rect.x + rect.width].flatMap((x) =>
    [rect.y - 1, rect.y + rect.height].map((y) => project(back, { x, y })),
  )
  const x = Math.max(0, Math.floor(Math.min(...corners.map((corner) => corner.x))))
  const y = Math.max(0, Math.floor(Math.min(...corners.map((corner) => corner.y))))
  const right = Math.min(size.width, Math.ceil(Math.max(...corners.map((corner) => corner.x))) + 1)
  const bottom = Math.min(size.height, Math.ceil(Math.max(...corners.map((corner) => corner.y))) + 1)
  return { x, y, width: Math.max(0, right - x), height: Math.max(0, bottom - y) }
}
