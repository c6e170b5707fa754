import { cosine, sine } from '../numeric'
import type { RgbImage } from '../pair'

/** `x' = a x + b y + c`, `y' = d x + e y + f`; pixels, the middle of the first one at .5. */
export type Affine = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

/** `outer` of what `inner` gives. */
export function multiply(outer: Affine, inner: Affine): Affine {
  const [a, b, c, d, e, f] = outer
  const [p, q, r, s, t, u] = inner
  return [a * p + b * s, a * q + b * t, a * r + b * u + c, d * p + e * s, d * q + e * t, d * r + e * u + f]
}

export function invert([a, b, c, d, e, f]: Affine): Affine {
  const determinant = a * e - b * d
  const [p, q, s, t] = [e / determinant, -b / determinant, -d / determinant, a / determinant]
  return [p, q, -(p * c + q * f), s, t, -(s * c + t * f)]
}

export const translation = (x: number, y: number): Affine => [1, 0, x, 0, 1, y]

export const scaling = (x: number, y: number): Affine => [x, 0, 0, 0, y, 0]

export function rotation(angleRad: number): Affine {
  const [c, s] = [cosine(angleRad), sine(angleRad)]
  return [c, -s, 0, s, c, 0]
}

export function mapX([a, b, c]: Affine, x: number, y: number): number {
  return a * x + b * y + c
}

export function mapY([, , , d, e, f]: Affine, x: number, y: number): number {
  return d * x + e * y + f
}

/** How many source pixels a pixel is wide: the square root of the area that it covers. */
function scaleOf([a, b, , d, e]: Affine): number {
  return Math.sqrt(Math.abs(a * e - b * d))
}

/** The smallest box, in whole pixels, around what a box becomes. */
export function boundsOf(
  map: Affine,
  width: number,
  height: number,
): { left: number; top: number; right: number; bottom: number } {
  const corners = [
    [0, 0],
    [width, 0],
    [0, height],
    [width, height],
  ]
  const xs = corners.map(([x, y]) => mapX(map, x, y))
  const ys = corners.map(([x, y]) => mapY(map, x, y))
  return {
    left: Math.floor(Math.min(...xs)),
    top: Math.floor(Math.min(...ys)),
    right: Math.ceil(Math.max(...xs)),
    bottom: Math.ceil(Math.max(...ys)),
  }
}

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
