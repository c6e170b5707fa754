import { compose, project } from '../../domain/homography'
import type { Point } from '../../domain/homography'
import type { Homography } from '../../domain/pair'

/** The same map between images whose pixels are `from` and `to` times as large as its own. */
export function rescale(h: Homography, from: number, to: number): Homography {
  // Pixel centres: x of the large image is (x of the small one + 0.5) * factor - 0.5.
  const shrink: Homography = [1 / from, 0, 0.5 / from - 0.5, 0, 1 / from, 0.5 / from - 0.5, 0, 0, 1]
  const grow: Homography = [to, 0, 0.5 * to - 0.5, 0, to, 0.5 * to - 0.5, 0, 0, 1]
  return compose(compose(shrink, h), grow)
}

/** A corner that moves by more than this share of the diagonal leaves too little in common. */
const MOST_SHIFT = 0.75

/** What a camera that moved a little can do: no flip, no fold, scale within 2, corners that stay convex. */
export function isPlausible(h: Homography, width: number, height: number): boolean {
  const corners = [
    { x: 0, y: 0 },
    { x: width - 1, y: 0 },
    { x: width - 1, y: height - 1 },
    { x: 0, y: height - 1 },
  ]
  if (
    h.some((value) => !Number.isFinite(value)) ||
    corners.some(({ x, y }) => h[6] * x + h[7] * y + h[8] < 0.3)
  ) {
    return false
  }
  const moved = corners.map((corner) => project(h, corner))
  const turns = moved.map((corner, at) => turn(corner, moved[(at + 1) % 4], moved[(at + 2) % 4]))
  const area = (turns[0] + turns[2]) / 2
  const share = area / (width * height)
  const isNear = largestShift(h, width, height) <= MOST_SHIFT * Math.hypot(width, height)
  return isNear && turns.every((value) => value > 0) && share > 0.25 && share < 4
}

/** How far the corners move, in pixels: the largest. */
export function largestShift(h: Homography, width: number, height: number): number {
  const corners = [0, width - 1].flatMap((x) => [0, height - 1].map((y) => ({ x, y })))
  return Math.max(
    ...corners.map((corner) => {
      const moved = project(h, corner)
      return Math.hypot(moved.x - corner.x, moved.y - corner.y)
    }),
  )
}

function turn(a: Point, b: Point, c: Point): number {
  return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x)
}
