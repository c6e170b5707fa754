import { encodeCounts, RleError, unionRle } from './rle'
import type { Rle } from './rle'

/** Points a pixel along each axis: an edge is walked in steps of this fraction. */
const SCALE = 5

/** Polygons further out than this times the image are cut there before they are walked. */
const MARGIN = 4

/**
 * The mask of COCO polygons, `[x0, y0, x1, y1, ...]` in pixels, together: bit for bit what pycocotools makes
 * of them. Each polygon by itself is filled by the even-odd rule. Cost grows with the lengths of the edges.
 * Source: cocodataset/cocoapi, common/maskApi.c, rleFrPoly.
 * @throws RleError where a polygon has an odd count of numbers, fewer than three corners, or no number
 */
export function fillPolygons(polygons: readonly (readonly number[])[], width: number, height: number): Rle {
  return polygons
    .map((polygon) => fillPolygon(polygon, width, height))
    .reduce(unionRle, { size: [height, width], counts: encodeCounts([width * height]) })
}

function fillPolygon(polygon: readonly number[], width: number, height: number): Rle {
  if (polygon.length < 6 || polygon.length % 2 === 1) {
    throw new RleError('a polygon needs an even count of numbers, six or more')
  }
  if (!polygon.every(Number.isFinite)) {
    throw new RleError('a polygon has a corner that is no number')
  }
  const corners = polygon.map((value, at) => {
    const limit = (at % 2 === 0 ? width : height) * MARGIN
    return Math.trunc(SCALE * Math.min(limit + 1, Math.max(-limit, value)) + 0.5)
  })
  const crossings: number[] = []
  for (let at = 0; at < corners.length; at += 2) {
    const next = (at + 2) % corners.length
    addCrossings(corners[at], corners[at + 1], corners[next], corners[next + 1], width, height, crossings)
  }
  crossings.sort((a, b) => a - b)
  return { size: [height, width], counts: encodeCounts(runsBetween(crossings, width * height)) }
}

/**
 * Where an edge passes the middle of a column, as the column-order index of the first pixel below. The edge
 * is walked along its longer side, from its lower end, so that both directions give the same points.
 */
function addCrossings(
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  width: number,
  height: number,
  crossings: number[],
): void {
  const [dx, dy] = [Math.abs(x1 - x0), Math.abs(y1 - y0)]
  const isWide = dx >= dy
  const isTurned = isWide ? x0 > x1 : y0 > y1
  const [startX, startY, endX, endY] = isTurned ? [x1, y1, x0, y0] : [x0, y0, x1, y1]
  const slope = isWide ? (dx === 0 ? 0 : (endY - startY) / dx) : (endX - startX) / dy
  const steps = isWide ? dx : dy
  let [u, v] = [startX, startY]
  for (let step = 1; step <= steps; step += 1) {
    const nextU = isWide ? startX + step : Math.trunc(startX + slope * step + 0.5)
    const nextV = isWide ? Math.trunc(startY + slope * step + 0.5) : startY + step
    if (nextU !== u) {
      addCrossing(Math.min(u, nextU), Math.min(v, nextV), width, height, crossings)
    }
    u = nextU
    v = nextV
  }
}

function addCrossing(u: number, v: number, width: number, height: number, crossings: number[]): void {
  const column = (u + 0.5) / SCALE - 0.5
  if (!Number.isInteger(column) || column < 0 || column > width - 1) {
    return
  }
  const row = Math.ceil(Math.min(height, Math.max(0, (v + 0.5) / SCALE - 0.5)))
  crossings.push(column * height + row)
}

/** Runs between sorted indices; two at one place cancel. */
function runsBetween(crossings: readonly number[], total: number): number[] {
  const edges: number[] = []
  for (const index of crossings) {
    if (edges.at(-1) === index) {
      edges.pop()
    } else {
      edges.push(index)
    }
  }
  const runs: number[] = []
  let last = 0
  for (const index of edges) {
    if (index < total) {
      runs.push(index - last)
      last = index
    }
  }
  runs.push(total - last)
  return runs
}
