import type { Rect } from './bitmap'
import { traceRings } from './contours'
import type { Ring } from './contours'
import { boundingBox } from './geometry'
import { decodeRle } from './rle'
import type { Rle } from './rle'

/** A ring and the holes that hang from its horizontal edges. */
interface Node {
  ring: Ring
  /** By y of the edge. */
  seams: Map<number, Seam[]>
}

/** The vertical line that joins the top left corner of a hole to the ring above it. */
interface Seam {
  hole: Node
  x: number
  /** y of the ring above. */
  top: number
}

/**
 * COCO polygons of a mask, `[x0, y0, x1, y1, ...]` along the edges of pixels. A hole is part of the polygon
 * around it, by a seam that is walked twice, so that `fillPolygons`, and pycocotools likewise, give the mask
 * back bit for bit. Empty for an empty mask.
 */
export function rleToPolygons(rle: Rle): number[][] {
  const { width, data } = decodeRle(rle)
  const [x, y, boxWidth, boxHeight] = boundingBox(rle)
  const box = { x, y, width: boxWidth, height: boxHeight }
  const rings = traceRings({ width, height: rle.size[0], data }, box)
  const owners = ownersOfEdges(rings, box)
  const nodes = rings.map((ring): Node => ({ ring, seams: new Map() }))
  const outer: Node[] = []
  for (const node of nodes) {
    if (signedArea(node.ring) > 0) {
      outer.push(node)
      continue
    }
    node.ring = fromTopLeft(node.ring)
    const [seamX, start] = node.ring
    let top = start
    while (top > 0 && data[(top - 1) * width + seamX] !== 0) {
      top -= 1
    }
    const { seams } = nodes[owners[(top - y) * boxWidth + (seamX - x)]]
    seams.set(top, [...(seams.get(top) ?? []), { hole: node, x: seamX, top }])
  }
  return outer.map((node) => walk(node))
}

/** The index of the ring that has the horizontal edge above each pixel of the box, and one row below it. */
function ownersOfEdges(rings: readonly Ring[], box: Rect): Int32Array {
  const owners = new Int32Array(box.width * (box.height + 1))
  for (const [index, ring] of rings.entries()) {
    for (let at = 0; at < ring.length; at += 2) {
      const [x, y, nextX] = [ring[at], ring[at + 1], ring[(at + 2) % ring.length]]
      const row = (y - box.y) * box.width - box.x
      owners.fill(index, row + Math.min(x, nextX), row + Math.max(x, nextX))
    }
  }
  return owners
}

function fromTopLeft(ring: Ring): Ring {
  let start = 0
  for (let at = 2; at < ring.length; at += 2) {
    if (ring[at + 1] < ring[start + 1] || (ring[at + 1] === ring[start + 1] && ring[at] < ring[start])) {
      start = at
    }
  }
  return [...ring.slice(start), ...ring.slice(0, start)]
}

/** From the first corner of the ring around to the last, with every hole on the way. */
function walk({ ring, seams }: Node): Ring {
  const points: Ring = []
  for (let at = 0; at < ring.length; at += 2) {
    const [x, y, nextX] = [ring[at], ring[at + 1], ring[(at + 2) % ring.length]]
    points.push(x, y)
    const [left, right] = [Math.min(x, nextX), Math.max(x, nextX)]
    const here = (seams.get(y) ?? []).filter((seam) => seam.x >= left && seam.x < right)
    for (const { hole, x: seamX } of here.sort((a, b) => (nextX > x ? a.x - b.x : b.x - a.x))) {
      points.push(seamX, y)
      for (const number of walk(hole)) {
        points.push(number)
      }
      points.push(hole.ring[0], hole.ring[1], seamX, y)
    }
  }
  return points
}

/** Positive for clockwise with y down, in pixels. */
function signedArea(ring: Ring): number {
  let double = 0
  for (let at = 0; at < ring.length; at += 2) {
    const next = (at + 2) % ring.length
    double += ring[at] * ring[next + 1] - ring[next] * ring[at + 1]
  }
  return double / 2
}
