import type { Homography } from '../../domain/pair'
import { countLevels, levelSize, PICTURE_TILE_SIDE } from '../../domain/picture-tile'
import type { Raster } from '../../images/raster'
import { BACKDROP } from '../../images/samples'
import type { Rect, Size } from '../../mask/bitmap'
import { readAligned } from '../read-aligned'
import type { TiledPair } from '../tiled-pair'

/** Pixels of a level that is looked at whole. */
const MOST_PIXELS = 2 ** 22

/** Both frames of a large pair at a small size. */
export interface Overview {
  level: number
  before: Raster
  after: Raster
}

/** The finest level that is small enough and is read from both files; null without such overviews. */
export function overviewLevel(pair: TiledPair): number | null {
  for (let level = 0; level < countLevels(pair); level += 1) {
    const { width, height } = levelSize(pair, level)
    if (width * height <= MOST_PIXELS) {
      return pair.isRead('before', level) && pair.isRead('after', level) ? level : null
    }
  }
  return null
}

/** @param alignment of the before frame with the after frame @throws ImageError */
export async function readOverview(
  pair: TiledPair,
  level: number,
  alignment: Homography | null,
): Promise<Overview> {
  const size = levelSize(pair, level)
  return {
    level,
    before: await inTiles(size, (part) => readAligned(pair, level, part, alignment)),
    after: await inTiles(size, (part) => pair.read('after', level, part)),
  }
}

/** A whole level, read tile by tile: each may come from a level that is much larger. */
async function inTiles({ width, height }: Size, read: (part: Rect) => Promise<Raster>): Promise<Raster> {
  const whole: Raster = { width, height, data: new Uint8Array(3 * width * height).fill(BACKDROP) }
  const missing = new Uint8Array(width * height)
  for (let y = 0; y < height; y += PICTURE_TILE_SIDE) {
    for (let x = 0; x < width; x += PICTURE_TILE_SIDE) {
      const across = Math.min(PICTURE_TILE_SIDE, width - x)
      const tile = await read({ x, y, width: across, height: Math.min(PICTURE_TILE_SIDE, height - y) })
      for (let row = 0; row < tile.height; row += 1) {
        const [from, to] = [row * across, (y + row) * width + x]
        whole.data.set(tile.data.subarray(3 * from, 3 * (from + across)), 3 * to)
        if (tile.missing !== undefined) {
          missing.set(tile.missing.subarray(from, from + across), to)
        }
      }
    }
  }
  return missing.includes(1) ? { ...whole, missing } : whole
}
