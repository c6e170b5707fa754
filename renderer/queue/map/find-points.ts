import { transformOf } from './camera'
import type { MapCamera, Point } from './camera'
import type { Size } from '../../../src/mask/bitmap'
import type { MapPoints } from './paint-points'

/** Index of the point nearest to a pixel, at most `reach` pixels away; -1 for none. */
export function pointAt(
  points: MapPoints,
  camera: MapCamera,
  size: Size,
  pixel: Point,
  reach: number,
): number {
  const { offset, scale } = transformOf(camera, size)
  let best = -1
  let least = reach * reach
  for (let at = 0; at < points.ids.length; at += 1) {
    const right = offset.x + scale.x * points.x[at] - pixel.x
    const down = offset.y + scale.y * points.y[at] - pixel.y
    const distance = right * right + down * down
    // the last one is painted on top
    if (distance <= least) {
      least = distance
      best = at
    }
  }
  return best
}

/** Ids of the points inside a line that is closed, in units of the map; by the even-odd rule. */
export function pointsInside(points: MapPoints, line: readonly Point[]): number[] {
  const [left, right] = [Math.min(...line.map(({ x }) => x)), Math.max(...line.map(({ x }) => x))]
  const [bottom, top] = [Math.min(...line.map(({ y }) => y)), Math.max(...line.map(({ y }) => y))]
  return points.ids.filter((_, at) => {
    const [x, y] = [points.x[at], points.y[at]]
    return x >= left && x <= right && y >= bottom && y <= top && isInside(line, x, y)
  })
}

function isInside(line: readonly Point[], x: number, y: number): boolean {
  let isOdd = false
  for (let at = 0, before = line.length - 1; at < line.length; before = at, at += 1) {
    const [a, b] = [line[at], line[before]]
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) {
      isOdd = !isOdd
    }
  }
  return isOdd
}

/** Ids of the points that are shown. */
export function pointsInView(points: MapPoints, camera: MapCamera, size: Size): number[] {
  const { offset, scale } = transformOf(camera, size)
  return points.ids.filter((_, at) => {
    const [x, y] = [offset.x + scale.x * points.x[at], offset.y + scale.y * points.y[at]]
    return x >= 0 && y >= 0 && x <= size.width && y <= size.height
  })
}

/** How much more the way to the side counts than the way ahead. */
const ASIDE = 2

/**
 * Index of the nearest point in a direction, for the arrow keys; -1 where none lies there.
 * @param right 1, 0 or -1, as `down` is
 */
export function pointBeside(points: MapPoints, from: number, right: number, down: number): number {
  let best = -1
  let least = Infinity
  for (let at = 0; at < points.ids.length; at += 1) {
    const across = points.x[at] - points.x[from]
    const under = points.y[from] - points.y[at]
    const ahead = across * right + under * down
    const aside = Math.abs(across * down) + Math.abs(under * right)
    if (at !== from && ahead > 0 && aside <= ASIDE * ahead && ahead + ASIDE * aside < least) {
      least = ahead + ASIDE * aside
      best = at
    }
  }
  return best
}
