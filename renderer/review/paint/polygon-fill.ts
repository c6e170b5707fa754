import type { Shape } from './stroke'
import type { ImagePoint } from '../stage/camera'

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
