import type { RgbImage } from '../image'
import { scaleOf } from './affine'
import type { Affine } from './affine'

/**
 * Draws an image through a map, three numbers a pixel: means over what a pixel covers where it is shrunk, bilinear
 * where it is enlarged. Past the border the image is mirrored.
 * @param map from pixels of the output to pixels of the image
 */
export function drawImage(image: RgbImage, map: Affine, width: number, height: number): Float32Array {
  const out = new Float32Array(3 * width * height)
  const points = pointsAcross(map)
  const weight = 1 / (points * points)
  const [a, b, , d, e] = map
  const at = { red: 0, green: 0, blue: 0 }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      at.red = at.green = at.blue = 0
      for (let j = 0; j < points; j++) {
        for (let i = 0; i < points; i++) {
          const [u, v] = [x + (i + 0.5) / points, y + (j + 0.5) / points]
          addColour(image, a * u + b * v + map[2] - 0.5, d * u + e * v + map[5] - 0.5, points > 2, at)
        }
      }
      const to = 3 * (y * width + x)
      out[to] = at.red * weight
      out[to + 1] = at.green * weight
      out[to + 2] = at.blue * weight
    }
  }
  return out
}

/** Points of the source along each side of a pixel: none is passed over. */
export function pointsAcross(map: Affine): number {
  return Math.max(1, Math.ceil(scaleOf(map) - 0.25))
}

interface Sum {
  red: number
  green: number
  blue: number
}

/** @param isNearest where many points make one pixel, the nearest pixel will do for each */
function addColour(
  { width, height, data }: RgbImage,
  x: number,
  y: number,
  isNearest: boolean,
  sum: Sum,
): void {
  if (isNearest) {
    const at = 3 * (mirrored(Math.floor(y + 0.5), height) * width + mirrored(Math.floor(x + 0.5), width))
    sum.red += data[at]
    sum.green += data[at + 1]
    sum.blue += data[at + 2]
    return
  }
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const [u, v] = [x - left, y - top]
  const [x0, x1] = [mirrored(left, width), mirrored(left + 1, width)]
  const [y0, y1] = [mirrored(top, height) * width, mirrored(top + 1, height) * width]
  const [p, q, r, s] = [3 * (y0 + x0), 3 * (y0 + x1), 3 * (y1 + x0), 3 * (y1 + x1)]
  const [wp, wq, wr, ws] = [(1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v]
  sum.red += wp * data[p] + wq * data[q] + wr * data[r] + ws * data[s]
  sum.green += wp * data[p + 1] + wq * data[q + 1] + wr * data[r + 1] + ws * data[s + 1]
  sum.blue += wp * data[p + 2] + wq * data[q + 2] + wr * data[r + 2] + ws * data[s + 2]
}

/** A whole number folded into [0, count). */
export function mirrored(at: number, count: number): number {
  if (at >= 0 && at < count) {
    return at
  }
  const period = 2 * count
  const folded = at - Math.floor(at / period) * period
  return folded < count ? folded : period - 1 - folded
}
