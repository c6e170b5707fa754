import type { Bitmap, Rect } from '../../mask/bitmap'
import { dilate } from '../../mask/morphology'
import type { Raster } from '../raster'
import { drawNumber, numberSize } from './digits'

export type Colour = readonly [red: number, green: number, blue: number]

/** Pixels between a region and its outline, so that no pixel of the region is covered. */
const gap = 2
const thickness = 2
const halo = 1
const reach = gap + thickness + halo

/**
 * Draws a line around what is set, and a number beside it, into the picture. A dark rim keeps the line visible
 * on any ground. `shape` has the picture's size.
 */
export function drawMark(picture: Raster, shape: Bitmap, number: number, colour: Colour): void {
  const box = extent(shape)
  if (box === null) {
    return
  }
  const within = grown(box, reach + 1, picture)
  const part = partOf(shape, within)
  const [inner, middle, outer] = [dilate(part, gap), dilate(part, gap + thickness), dilate(part, reach)]
  for (let at = 0; at < part.data.length; at += 1) {
    if (outer.data[at] !== 0 && inner.data[at] === 0) {
      const [x, y] = [within.x + (at % within.width), within.y + Math.floor(at / within.width)]
      picture.data.set(middle.data[at] === 0 ? dark : colour, (y * picture.width + x) * 3)
    }
  }
  const { width, height } = numberSize(number)
  const x = clamp(box.x - reach, picture.width - width)
  const above = box.y - reach - height
  // beside it where there is no room above
  const y = above >= 0 ? above : clamp(box.y + box.height + reach, picture.height - height)
  drawNumber(picture, number, { x, y }, colour)
}

const dark: Colour = [16, 16, 16]

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(value, most))
}

/** Null where nothing is set. */
function extent({ width, data }: Bitmap): Rect | null {
  let [left, top, right, bottom] = [width, Infinity, -1, -1]
  data.forEach((value, at) => {
    if (value !== 0) {
      const [x, y] = [at % width, Math.floor(at / width)]
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = y
    }
  })
  return right < 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
}

function grown({ x, y, width, height }: Rect, by: number, picture: { width: number; height: number }): Rect {
  const [left, top] = [Math.max(0, x - by), Math.max(0, y - by)]
  const right = Math.min(picture.width, x + width + by)
  const bottom = Math.min(picture.height, y + height + by)
  return { x: left, y: top, width: right - left, height: bottom - top }
}

function partOf({ width, data }: Bitmap, within: Rect): Bitmap {
  const part = new Uint8Array(within.width * within.height)
  for (let row = 0; row < within.height; row += 1) {
    const from = (within.y + row) * width + within.x
    part.set(data.subarray(from, from + within.width), row * within.width)
  }
  return { width: within.width, height: within.height, data: part }
}
