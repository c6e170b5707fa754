import type { PixelMap, Point } from './pixel-map'
import type { Size } from '../mask/bitmap'

/** Polygons without a closing corner. */
export type Polygon = readonly Point[]

/** Corners of a side that a projection may bend. */
const STEPS = 32
/** A side of the outline that bends by more than this share of its length is torn, as at the 180th meridian. */
const MOST_BEND = 0.25
const BEND_PIXELS = 0.5

/**
 * The edge of an image in pixels of another one. Null where a part has no place there, or the projection tears or folds
 * it.
 */
export function outlineIn(size: Size, map: PixelMap): Polygon | null {
  const steps = map.affine === null ? STEPS : 1
  const points = edgeOf(size, steps)
  const outline: Point[] = []
  for (const [index, point] of points.entries()) {
    const next = points[(index + 1) % points.length]
    const [from, to] = [map.at(...point), map.at(...next)]
    const middle = map.at(...between(point, next))
    if (from === null || to === null || middle === null || isTorn(from, middle, to)) {
      return null
    }
    outline.push(from)
  }
  return outline
}

function edgeOf({ width, height }: Size, steps: number): Point[] {
  const shares = Array.from({ length: steps }, (_, step) => step / steps)
  return [
    ...shares.map((share): Point => [share * width, 0]),
    ...shares.map((share): Point => [width, share * height]),
    ...shares.map((share): Point => [(1 - share) * width, height]),
    ...shares.map((share): Point => [0, (1 - share) * height]),
  ]
}

/** The same polygon with more corners, so that a projection can bend its sides. */
export function inSteps(polygon: Polygon): Polygon {
  return polygon.flatMap(([x, y], index) => {
    const [nextX, nextY] = polygon[(index + 1) % polygon.length]
    return Array.from({ length: STEPS }, (_, step): Point => {
      const share = step / STEPS
      return [x + share * (nextX - x), y + share * (nextY - y)]
    })
  })
}

function between([x, y]: Point, [otherX, otherY]: Point): Point {
  return [(x + otherX) / 2, (y + otherY) / 2]
}

function isTorn(from: Point, middle: Point, to: Point): boolean {
  const [x, y] = between(from, to)
  const length = Math.hypot(to[0] - from[0], to[1] - from[1])
  return !(Math.hypot(middle[0] - x, middle[1] - y) <= MOST_BEND * length + BEND_PIXELS)
}

/** The part of a polygon inside an image, by Sutherland and Hodgman. Empty where there is none. */
export function clippedTo(polygon: Polygon, { width, height }: Size): Polygon {
  const sides: readonly ((point: Point) => number)[] = [
    ([x]) => x,
    ([x]) => width - x,
    ([, y]) => y,
    ([, y]) => height - y,
  ]
  return sides.reduce<Polygon>((rest, depth) => clippedBy(rest, depth), polygon)
}

/** @param depth of a point inside of a straight line, negative outside */
function clippedBy(polygon: Polygon, depth: (point: Point) => number): Polygon {
  const kept: Point[] = []
  for (const [index, point] of polygon.entries()) {
    const next = polygon[(index + 1) % polygon.length]
    const [one, other] = [depth(point), depth(next)]
    if (one >= 0) {
      kept.push(point)
    }
    if (one >= 0 !== other >= 0) {
      const share = one / (one - other)
      kept.push([point[0] + share * (next[0] - point[0]), point[1] + share * (next[1] - point[1])])
    }
  }
  return kept
}

/** Every corner in pixels of another image; null where one has no place there. */
export function mapped(polygon: Polygon, map: PixelMap): Polygon | null {
  const points = polygon.map((point) => map.at(...point))
  return points.every((point) => point !== null) ? points : null
}

interface Bounds {
  left: number
  top: number
  right: number
  bottom: number
}

export function boundsOf(polygon: Polygon): Bounds {
  const [columns, rows] = [polygon.map(([x]) => x), polygon.map(([, y]) => y)]
  return {
    left: Math.min(...columns),
    top: Math.min(...rows),
    right: Math.max(...columns),
    bottom: Math.max(...rows),
  }
}

/** Square pixels. */
export function areaOf(polygon: Polygon): number {
  const [start] = polygon
  if (start === undefined) {
    return 0
  }
  let double = 0
  for (const [index, [x, y]] of polygon.entries()) {
    const [nextX, nextY] = polygon[(index + 1) % polygon.length]
    double += (x - start[0]) * (nextY - start[1]) - (nextX - start[0]) * (y - start[1])
  }
  return Math.abs(double) / 2
}
