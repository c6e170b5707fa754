import type { Rect } from '../../../src/mask/bitmap'
import type { Shape } from './stroke'
import { pixelAt, tileBounds } from './tile-mask'
import type { TileMask } from './tile-mask'
import type { ImagePoint } from '../stage/camera'

/** Marks of pixels: set, or reached background. Background that is not reached is a hole. */
const BACKGROUND = 0
const SET = 1
const REACHED = 2

/**
 * Pixels that are not set and cannot be reached from outside the mask over sides of unset pixels.
 * @param at fills only the hole that holds this pixel; null fills every one
 */
export function holesOf(mask: TileMask, at: { x: number; y: number } | null): Shape {
  return (fillRow) => {
    const bounds = tileBounds(mask)
    if (bounds === null) {
      return
    }
    const grid = gridOf(mask, bounds)
    flood(grid, 0)
    let wanted = BACKGROUND
    if (at !== null) {
      const index = indexOf(grid, Math.floor(at.x), Math.floor(at.y))
      if (index === null || grid.data[index] !== BACKGROUND) {
        return
      }
      flood(grid, index, SET + REACHED)
      wanted = SET + REACHED
    }
    fillRuns(grid, wanted, fillRow)
  }
}

/** The mask within `rect` and a border of one background pixel around it. */
interface Grid {
  rect: Rect
  width: number
  height: number
  data: Uint8Array
}

function gridOf(mask: TileMask, rect: Rect): Grid {
  const width = rect.width + 2
  const height = rect.height + 2
  const data = new Uint8Array(width * height)
  for (let y = 0; y < rect.height; y += 1) {
    for (let x = 0; x < rect.width; x += 1) {
      data[(y + 1) * width + x + 1] = pixelAt(mask, rect.x + x, rect.y + y)
    }
  }
  return { rect, width, height, data }
}

function indexOf({ rect, width }: Grid, x: number, y: number): number | null {
  const isInside = x >= rect.x && y >= rect.y && x < rect.x + rect.width && y < rect.y + rect.height
  return isInside ? (y - rect.y + 1) * width + x - rect.x + 1 : null
}

/** Marks the background that hangs together with `start` over sides, a whole row's span at a time. */
function flood({ width, height, data }: Grid, start: number, mark: number = REACHED): void {
  const waiting = [start]
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    const rowStart = index - (index % width)
    let left = index
    while (left > rowStart && data[left - 1] === BACKGROUND) {
      left -= 1
    }
    let right = index
    while (right < rowStart + width && data[right] === BACKGROUND) {
      data[right] = mark
      right += 1
    }
    data.fill(mark, left, index)
    for (const next of [rowStart - width, rowStart + width]) {
      if (next < 0 || next >= width * height) {
        continue
      }
      for (let at = next + left - rowStart; at < next + right - rowStart; at += 1) {
        if (data[at] === BACKGROUND && (at === next + left - rowStart || data[at - 1] !== BACKGROUND)) {
          waiting.push(at)
        }
      }
    }
  }
}

function fillRuns({ rect, width, height, data }: Grid, wanted: number, fillRow: Parameters<Shape>[0]): void {
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      if (data[y * width + x] === wanted) {
        const from = x
        while (data[y * width + x] === wanted) {
          x += 1
        }
        fillRow(rect.y + y - 1, rect.x + from - 1, rect.x + x - 1)
      }
    }
  }
}

interface Edge {
  x0: number
  y0: number
  x1: number
  y1: number
  winding: 1 | -1
}

/**
 * Pixels whose centre lies inside the closed polygon, by the non-zero rule: a line that crosses itself
 * leaves no hole. Corners are taken to the nearest pixel corner, for the same mask at every zoom.
 */
export function polygonFill(points: readonly ImagePoint[]): Shape {
  const corners = points.map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) }))
  const edges: Edge[] = []
  corners.forEach((a, index) => {
    const b = corners[(index + 1) % corners.length]
    if (a.y < b.y) {
      edges.push({ x0: a.x, y0: a.y, x1: b.x, y1: b.y, winding: 1 })
    } else if (a.y > b.y) {
      edges.push({ x0: b.x, y0: b.y, x1: a.x, y1: a.y, winding: -1 })
    }
  })
  edges.sort((a, b) => a.y0 - b.y0)
  return (fillRow) => {
    if (edges.length === 0) {
      return
    }
    const bottom = edges.reduce((lowest, edge) => Math.max(lowest, edge.y1), -Infinity)
    let next = 0
    let active: Edge[] = []
    for (let y = edges[0].y0; y < bottom; y += 1) {
      while (next < edges.length && edges[next].y0 <= y) {
        active.push(edges[next])
        next += 1
      }
      active = active.filter((edge) => edge.y1 > y)
      fillSpans(active, y, fillRow)
    }
  }
}

function fillSpans(
  edges: readonly Edge[],
  y: number,
  fillRow: (y: number, from: number, to: number) => void,
): void {
  const crossings = edges
    .map((edge) => ({
      x: edge.x0 + ((y + 0.5 - edge.y0) * (edge.x1 - edge.x0)) / (edge.y1 - edge.y0),
      winding: edge.winding,
    }))
    .sort((a, b) => a.x - b.x)
  let winding = 0
  let left = 0
  for (const crossing of crossings) {
    if (winding === 0) {
      left = crossing.x
    }
    winding += crossing.winding
    if (winding === 0) {
      const from = Math.ceil(left - 0.5)
      const to = Math.ceil(crossing.x - 0.5)
      if (from < to) {
        fillRow(y, from, to)
      }
    }
  }
}
