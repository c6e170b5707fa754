import { z } from 'zod'
import type { Rect, Size } from '../mask/bitmap'

/** Side of a tile in pixels, at every level. Tiles at the right and bottom border are smaller. */
export const PICTURE_TILE_SIDE = 512

/** Level 0 has the image's own pixels; each level after it has half the size of the one before, rounded up. */
export const pictureTileSchema = z.object({
  level: z.int().min(0).max(31),
  column: z.int().nonnegative(),
  row: z.int().nonnegative(),
})
export type PictureTile = z.infer<typeof pictureTileSchema>

/** 2^27, as a Sentinel-2 tile of 10,980 x 10,980 fits: 400 MB as RGB. Checked before an image is decoded whole. */
export const MAX_IMAGE_PIXELS = 2 ** 27

/** Whether an image of this size is shown, and proposed for, part by part. */
export function isServedInTiles({ width, height }: Size): boolean {
  return width * height > MAX_IMAGE_PIXELS
}

/** Of a level: each has half the size of the one before, rounded up. */
export function levelSize({ width, height }: Size, level: number): Size {
  return { width: Math.ceil(width / 2 ** level), height: Math.ceil(height / 2 ** level) }
}

/** Levels of an image: the last one is the first that is one tile. */
export function countLevels({ width, height }: Size): number {
  return 1 + Math.max(0, Math.ceil(Math.log2(Math.max(width, height) / PICTURE_TILE_SIDE)))
}

/** Pixels of a tile at its own level; null where the level has no such tile. */
export function tileRect(image: Size, { level, column, row }: PictureTile): Rect | null {
  if (level >= countLevels(image)) {
    return null
  }
  const size = levelSize(image, level)
  const [x, y] = [column * PICTURE_TILE_SIDE, row * PICTURE_TILE_SIDE]
  const width = Math.min(PICTURE_TILE_SIDE, size.width - x)
  const height = Math.min(PICTURE_TILE_SIDE, size.height - y)
  return width <= 0 || height <= 0 ? null : { x, y, width, height }
}

/** The tiles of the next finer level that a tile is made of, two at most in a row and a column. */
export function finerTiles(image: Size, { level, column, row }: PictureTile): PictureTile[] {
  return [0, 1]
    .flatMap((down) => [0, 1].map((across) => ({ column: 2 * column + across, row: 2 * row + down })))
    .map((place) => ({ level: level - 1, ...place }))
    .filter((tile) => tileRect(image, tile) !== null)
}
