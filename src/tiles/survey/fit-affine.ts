import { project } from '../../domain/homography'
import type { Point } from '../../domain/homography'
import type { Homography } from '../../domain/pair'

/** A place in one frame and the same one in the other. */
export interface PointPair {
  from: Point
  to: Point
}

interface Fit {
  homography: Homography
  /** The pairs that agree with it. */
  agreeing: readonly PointPair[]
  /** Pixels by which the worst of them lies off. */
  worst: number
}

const LEAST_AGREEING = 4

/**
 * The affine map that most pairs of points agree with, fitted to these; null where fewer than four or half of all do.
 * Every three pairs are tried: give it some dozens at most. @param within pixels
 */
export function fitAffine(pairs: readonly PointPair[], within: number): Fit | null {
  let best: readonly PointPair[] = []
  for (let first = 0; first < pairs.length; first += 1) {
    for (let second = first + 1; second < pairs.length; second += 1) {
      for (let third = second + 1; third < pairs.length; third += 1) {
        const map = leastSquares([pairs[first], pairs[second], pairs[third]])
        const agreeing = map === null ? [] : pairs.filter((pair) => distance(map, pair) <= within)
        best = agreeing.length > best.length ? agreeing : best
      }
    }
  }
  const homography = best.length < Math.max(LEAST_AGREEING, pairs.length / 2) ? null : leastSquares(best)
  return homography === null
    ? null
    : { homography, agreeing: best, worst: Math.max(...best.map((pair) => distance(homography, pair))) }
}

function distance(map: Homography, { from, to }: PointPair): number {
  const at = project(map, from)
  return Math.hypot(at.x - to.x, at.y - to.y)
}

/** Null for points on a line. */
function leastSquares(pairs: readonly PointPair[]): Homography | null {
  const middle = {
    x: pairs.reduce((sum, { from }) => sum + from.x, 0) / pairs.length,
    y: pairs.reduce((sum, { from }) => sum + from.y, 0) / pairs.length,
  }
  let [xx, xy, yy] = [0, 0, 0]
  const [ofX, ofY] = [
    [0, 0, 0],
    [0, 0, 0],
  ]
  for (const { from, to } of pairs) {
    const [x, y] = [from.x - middle.x, from.y - middle.y]
    xx += x * x
    xy += x * y
    yy += y * y
    for (const [sums, value] of [
      [ofX, to.x],
      [ofY, to.y],
    ] as const) {
      sums[0] += x * value
      sums[1] += y * value
      sums[2] += value
    }
  }
  const determinant = xx * yy - xy * xy
  if (determinant <= 1e-6 * (xx + yy) ** 2) {
    return null
  }
  return [ofX, ofY]
    .flatMap(([byX, byY, sum]) => {
      const [a, b] = [(byX * yy - byY * xy) / determinant, (byY * xx - byX * xy) / determinant]
      return [a, b, sum / pairs.length - a * middle.x - b * middle.y]
    })
    .concat([0, 0, 1])
}
