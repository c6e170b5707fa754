import type { PictureTile } from '../contract/picture'
import { decodeImage } from '../images/decode'
import type { Raster } from '../images/raster'
import type { Rect, Size } from '../mask/bitmap'
import { finerTiles, levelSize, tileRect } from '../domain/picture-tile'
import { meansOf } from './read-level'

/**
 * A tile of half the size of finer ones.
 * @param paths of their pictures, in the order of `finerTiles`
 * @throws ImageError
 */
export async function tileOfFiner(image: Size, tile: PictureTile, paths: readonly string[]): Promise<Raster> {
  const rect = tileRect(image, tile)
  if (rect === null) {
    throw new RangeError('there is no such tile')
  }
  const whole = levelSize(image, tile.level - 1)
  const width = Math.min(2 * rect.width, whole.width - 2 * rect.x)
  const height = Math.min(2 * rect.height, whole.height - 2 * rect.y)
  const fine: Raster = { width, height, data: new Uint8Array(width * height * 3) }
  for (const [index, finer] of finerTiles(image, tile).entries()) {
    const place = tileRect(image, finer)
    if (place !== null) {
      paste(await decodeImage(paths[index]), fine, {
        ...place,
        x: place.x - 2 * rect.x,
        y: place.y - 2 * rect.y,
      })
    }
  }
  return meansOf(fine, 2, rect)
}

function paste(from: Raster, into: Raster, { x, y, width, height }: Rect): void {
  for (let row = 0; row < height; row += 1) {
    into.data.set(
      from.data.subarray(3 * row * from.width, 3 * (row * from.width + width)),
      3 * ((y + row) * into.width + x),
    )
  }
}
