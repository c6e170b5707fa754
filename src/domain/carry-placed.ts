import { decodePlaced, encodePlaced } from '../mask/placed-mask'
import type { PlacedMask } from '../mask/placed-mask'
import { emptyRle } from '../mask/rle'
import type { Rle } from '../mask/rle'
import { invert, project } from './homography'
import type { Homography } from './pair'
import type { Size } from '../mask/bitmap'

/**
 * A mask of one frame as it lies in another: memory grows with the mask. Null where nothing of it lies there.
 * @param toMask from the pixels of that frame to those of the mask's; keeps convex things convex
 */
export function carryPlaced(mask: PlacedMask, toMask: Homography, frame: Size): PlacedMask | null {
  const onward = invert(toMask)
  if (onward === null) {
    return null
  }
  const [right, bottom] = [mask.x + mask.width - 1, mask.y + mask.height - 1]
  const corners = [mask.x, right].flatMap((x) => [mask.y, bottom].map((y) => project(onward, { x, y })))
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  const [left, top] = [Math.max(0, Math.floor(Math.min(...xs))), Math.max(0, Math.floor(Math.min(...ys)))]
  const width = Math.min(frame.width, Math.ceil(Math.max(...xs)) + 1) - left
  const height = Math.min(frame.height, Math.ceil(Math.max(...ys)) + 1) - top
  if (width <= 0 || height <= 0) {
    return null
  }
  const data = new Uint8Array(width * height)
  let area = 0
  for (let row = 0, at = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1, at += 1) {
      const from = project(toMask, { x: left + column, y: top + row })
      const [x, y] = [Math.round(from.x) - mask.x, Math.round(from.y) - mask.y]
      if (x >= 0 && y >= 0 && x < mask.width && y < mask.height && mask.data[y * mask.width + x] === 1) {
        data[at] = 1
        area += 1
      }
    }
  }
  return area === 0 ? null : { x: left, y: top, width, height, data, area }
}

/** The same of run lengths; empty where nothing of the mask lies in the other frame. */
export function carryRle(mask: Rle, toMask: Homography, frame: Size): Rle {
  const there = carryPlaced(decodePlaced(mask), toMask, frame)
  return there === null ? emptyRle(frame.width, frame.height) : encodePlaced(there, frame)
}
