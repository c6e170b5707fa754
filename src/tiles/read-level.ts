import type { Raster } from '../images/raster'
import { BACKDROP } from '../images/samples'
import type { Rect } from '../mask/bitmap'
import { levelSize } from '../domain/picture-tile'
import type { TiledImage } from './tiled-image'

/** A level is made of one that is finer by so many at most: of 16 pixels each. More would take too much memory. */
const MOST_HALVINGS = 2

/** The coarsest level of a file that is no coarser than this one. */
function sourceLevel({ levels }: Pick<TiledImage, 'levels'>, level: number): number {
  return Math.max(...levels.filter((one) => one <= level))
}

/** Whether a level is read from the file in one go. */
export function isInReach(image: Pick<TiledImage, 'levels'>, level: number): boolean {
  return level - sourceLevel(image, level) <= MOST_HALVINGS
}

/** A part of a level, in its pixels, from the nearest level of the file. @param read a part of a level of the file */
export async function readLevel(
  image: Pick<TiledImage, 'levels' | 'width' | 'height'>,
  level: number,
  part: Rect,
  read: (level: number, part: Rect) => Promise<Raster>,
): Promise<Raster> {
  const from = sourceLevel(image, level)
  const factor = 2 ** (level - from)
  const whole = levelSize(image, from)
  const [x, y] = [part.x * factor, part.y * factor]
  const width = Math.min(part.width * factor, whole.width - x)
  const height = Math.min(part.height * factor, whole.height - y)
  const fine = await read(from, { x, y, width, height })
  return factor === 1 ? fine : meansOf(fine, factor, part)
}

/** Means of squares of pixels that were measured; squares at the border may be cut. */
export function meansOf(
  image: Raster,
  factor: number,
  { width, height }: Pick<Rect, 'width' | 'height'>,
): Raster {
  const data = new Uint8Array(width * height * 3)
  const missing = new Uint8Array(width * height)
  const sums = [0, 0, 0]
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      const count = addSquare(image, x * factor, y * factor, factor, sums)
      missing[at] = count === 0 ? 1 : 0
      for (let channel = 0; channel < 3; channel += 1) {
        data[3 * at + channel] = count === 0 ? BACKDROP : sums[channel] / count + 0.5
      }
    }
  }
  return missing.includes(1) ? { width, height, data, missing } : { width, height, data }
}

/** Three colours, each with a sum of its own: with a loop over any number of them it takes almost three times as long. */
function addSquare(
  { width, height, data, missing }: Raster,
  left: number,
  top: number,
  side: number,
  sums: number[],
): number {
  let [red, green, blue, count] = [0, 0, 0, 0]
  const right = Math.min(width, left + side)
  for (let y = top; y < Math.min(height, top + side); y += 1) {
    for (let pixel = y * width + left; pixel < y * width + right; pixel += 1) {
      if (missing?.[pixel] !== 1) {
        red += data[3 * pixel]
        green += data[3 * pixel + 1]
        blue += data[3 * pixel + 2]
        count += 1
      }
    }
  }
  sums[0] = red
  sums[1] = green
  sums[2] = blue
  return count
}
