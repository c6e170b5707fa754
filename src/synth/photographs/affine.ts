import { cosine, sine } from '../numeric'

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
export function scaleOf([a, b, , d, e]: Affine): number {
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
