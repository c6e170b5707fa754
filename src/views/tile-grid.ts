import type { Rect } from '../mask/bitmap'
import type { ImageSize } from './crop-windows'

export interface TileOptions {
  /** A tile's side over the image's, 0 to 1. */
  share: number
  /** Of a tile's side, so much lies in the next one at least, 0 to 1. */
  overlap: number
}

/**
 * Parts of one size that cover an image row by row, with its own aspect ratio, in whole pixels. What is no larger
 * than the overlap lies whole in one of them. Their number does not depend on the image's size.
 */
export function tilesOf({ width, height }: ImageSize, { share, overlap }: TileOptions): Rect[] {
  const across = Math.min(width, Math.ceil(share * width))
  const down = Math.min(height, Math.ceil(share * height))
  const steps = Math.ceil((1 - share) / (share * (1 - overlap)) - 1e-9)
  const at = (step: number, side: number): number =>
    steps === 0 ? 0 : Math.round((step * side) / Math.max(1, steps))
  return Array.from({ length: (steps + 1) ** 2 }, (_, index) => ({
    x: at(index % (steps + 1), width - across),
    y: at(Math.floor(index / (steps + 1)), height - down),
    width: across,
    height: down,
  }))
}

/** Whether a box reaches a side of its part of an image that is not the image's own, within `margin` of the part's sides. */
export function isCutOff(box: Rect, part: Rect, { width, height }: ImageSize, margin: number): boolean {
  const [across, down] = [margin * part.width, margin * part.height]
  const right = part.x + part.width
  const bottom = part.y + part.height
  return (
    (part.x > 0 && box.x < part.x + across) ||
    (part.y > 0 && box.y < part.y + down) ||
    (right < width && box.x + box.width > right - across) ||
    (bottom < height && box.y + box.height > bottom - down)
  )
}
