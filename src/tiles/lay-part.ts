import { applyAffine } from '../domain/affine'
import type { GeoTransform } from '../domain/affine'
import type { LaidFrame } from '../georeference/overlay'
import type { ToImage } from '../images/grid-runs'
import { bilinearOnto } from '../images/lay-on-grid'
import type { Raster } from '../images/raster'
import { BACKDROP } from '../images/samples'
import type { Rect } from '../mask/bitmap'
import { levelSize } from '../domain/picture-tile'

/** Places along a side of a part that are looked up to find what it needs of the frame. */
const PROBES = 17
/** Pixels around what is needed: of the interpolation, and for what bends between the probes. */
const MARGIN = 4

/**
 * A part of a level of the grid, from a level of the frame.
 * @param read a part of the frame's level `from`, in its pixels
 */
export async function layPart(
  frame: LaidFrame,
  { level, part }: { level: number; part: Rect },
  from: number,
  read: (level: number, part: Rect) => Promise<Raster>,
): Promise<Raster> {
  const toLevel = between(frame.toFrame, part, 2 ** level, 2 ** from)
  const needed = neededRect(toLevel, part, levelSize(frame, from))
  const { width, height } = part
  if (needed === null) {
    const data = new Uint8Array(width * height * 3).fill(BACKDROP)
    return { width, height, data, missing: new Uint8Array(width * height).fill(1) }
  }
  const { missing = null, ...image } = await read(from, needed)
  const pixels = { ...image, channels: 3, colours: 3, missing }
  const toPart = moved(toLevel, needed)
  const { data, missing: lost } = await bilinearOnto(pixels, toPart, part, Uint8Array, BACKDROP)
  return lost === null ? { width, height, data } : { width, height, data, missing: lost }
}

/** From pixels of a part of a level of the grid to pixels of a level of the frame. */
function between({ affine, at }: ToImage, { x, y }: Rect, gridScale: number, frameScale: number): ToImage {
  return {
    affine: affine === null ? null : scaled(affine, { x, y }, gridScale, frameScale),
    at: (column, row) => {
      const place = at((x + column) * gridScale, (y + row) * gridScale)
      return place === null ? null : [place[0] / frameScale, place[1] / frameScale]
    },
  }
}

function scaled(
  affine: GeoTransform,
  { x, y }: { x: number; y: number },
  gridScale: number,
  frameScale: number,
): GeoTransform {
  const [, t1, t2, , t4, t5] = affine
  const [startX, startY] = applyAffine(affine, x * gridScale, y * gridScale)
  const ratio = gridScale / frameScale
  return [startX / frameScale, t1 * ratio, t2 * ratio, startY / frameScale, t4 * ratio, t5 * ratio]
}

/** The same to pixels of a part of that level. */
function moved({ affine, at }: ToImage, { x, y }: Rect): ToImage {
  return {
    affine:
      affine === null ? null : [affine[0] - x, affine[1], affine[2], affine[3] - y, affine[4], affine[5]],
    at: (column, row) => {
      const place = at(column, row)
      return place === null ? null : [place[0] - x, place[1] - y]
    },
  }
}

/** What a part needs of an image; null for nothing. */
function neededRect(toImage: ToImage, part: Rect, image: { width: number; height: number }): Rect | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let row = 0; row < PROBES; row += 1) {
    for (let column = 0; column < PROBES; column += 1) {
      const [x, y] = [(column / (PROBES - 1)) * part.width, (row / (PROBES - 1)) * part.height]
      const place = toImage.at(x, y)
      if (place !== null) {
        left = Math.min(left, place[0])
        right = Math.max(right, place[0])
        top = Math.min(top, place[1])
        bottom = Math.max(bottom, place[1])
      }
    }
  }
  const x = Math.max(0, Math.floor(left) - MARGIN)
  const y = Math.max(0, Math.floor(top) - MARGIN)
  const width = Math.min(image.width, Math.ceil(right) + MARGIN) - x
  const height = Math.min(image.height, Math.ceil(bottom) + MARGIN) - y
  return width > 0 && height > 0 ? { x, y, width, height } : null
}
