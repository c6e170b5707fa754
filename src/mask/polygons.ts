import type { Bitmap, Rect } from './bitmap'
import { decodePlaced } from './placed-mask'
import type { Rle } from './rle'

/** Corners of pixels, `[x0, y0, x1, y1, ...]`, the last joined to the first; straight runs have two. */
export type Ring = number[]

/** Steps to the next corner, clockwise with y down. */
const STEP_X = [1, 0, -1, 0]
const STEP_Y = [0, 1, 0, -1]

/**
 * The edges of a mask as closed rings: clockwise around pixels that share sides, counter-clockwise around
 * holes. Pixels that touch at a corner only have rings of their own. Cost grows with `within`.
 * @param within where set pixels can be
 */
export function traceRings({ width, height, data }: Bitmap, within: Rect): Ring[] {
  const across = within.width + 1
  // for each corner the directions in which an edge leaves it, one bit each
  const edges = new Uint8Array(across * (within.height + 1))
  const isSet = (x: number, y: number): boolean =>
    x >= 0 && y >= 0 && x < width && y < height && data[y * width + x] !== 0
  for (let y = 0; y < within.height; y += 1) {
    for (let x = 0; x < within.width; x += 1) {
      const [column, row] = [within.x + x, within.y + y]
      if (!isSet(column, row)) {
        continue
      }
      const corner = y * across + x
      edges[corner] |= isSet(column, row - 1) ? 0 : 1
      edges[corner + 1] |= isSet(column + 1, row) ? 0 : 2
      edges[corner + across + 1] |= isSet(column, row + 1) ? 0 : 4
      edges[corner + across] |= isSet(column - 1, row) ? 0 : 8
    }
  }
  const rings: Ring[] = []
  for (let corner = 0; corner < edges.length; corner += 1) {
    while (edges[corner] !== 0) {
      rings.push(follow(edges, across, corner, within))
    }
  }
  return rings
}

/** Takes the edges of one ring away and returns its corners. */
function follow(edges: Uint8Array, across: number, start: number, within: Rect): Ring {
  const ring: Ring = []
  const first = Math.log2(edges[start] & -edges[start])
  let corner = start
  let direction = first
  do {
    edges[corner] &= ~(1 << direction)
    corner += STEP_X[direction] + STEP_Y[direction] * across
    const next = turn(edges[corner], direction, corner === start ? first : -1)
    if (next !== direction) {
      ring.push(within.x + (corner % across), within.y + Math.floor(corner / across))
    }
    direction = next
  } while (corner !== start || direction !== first)
  return ring
}

/** Right turns first, so that a ring stays around the same pixels. The ring's first edge is gone by now. */
function turn(leaving: number, direction: number, first: number): number {
  for (const by of [1, 0, 3]) {
    const next = (direction + by) % 4
    if ((leaving & (1 << next)) !== 0 || next === first) {
      return next
    }
  }
  throw new Error('an edge of a mask ends')
}

/** A ring and the holes that hang from its horizontal edges. */
interface Node {
  ring: Ring
  /** By y of the edge, from left to right. */
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
  const bitmap = decodePlaced(rle)
  const { x, y, width, height, data } = bitmap
  const box = { x: 0, y: 0, width, height }
  const rings = traceRings(bitmap, box)
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
    const { seams } = nodes[owners[top * width + seamX]]
    const beside = seams.get(top)
    const seam = { hole: node, x: seamX, top }
    if (beside === undefined) {
      seams.set(top, [seam])
    } else {
      beside.push(seam)
    }
  }
  for (const { seams } of nodes) {
    seams.forEach((beside) => beside.sort((a, b) => a.x - b.x))
  }
  return outer.map((node) => walk(node).map((value, index) => value + (index % 2 === 0 ? x : y)))
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

/** A ring that is being walked. */
interface Walk {
  readonly node: Node
  /** Index in the ring of the corner that comes next. */
  next: number
  /** Seams of the edge that is walked, the next one last. */
  waiting: Seam[]
  /** Leads back to the ring around it; null for an outer ring. */
  readonly seam: Seam | null
}

/** From the first corner of the ring around to the last, with every hole on the way, and the holes that hang from it. */
function walk(outer: Node): Ring {
  const points: Ring = []
  const stack: Walk[] = [{ node: outer, next: 0, waiting: [], seam: null }]
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const seam = top.waiting.pop()
    if (seam !== undefined) {
      points.push(seam.x, seam.top)
      stack.push({ node: seam.hole, next: 0, waiting: [], seam })
    } else if (top.next < top.node.ring.length) {
      points.push(top.node.ring[top.next], top.node.ring[top.next + 1])
      top.waiting = seamsOfEdge(top.node, top.next)
      top.next += 2
    } else {
      stack.pop()
      if (top.seam !== null) {
        points.push(top.node.ring[0], top.node.ring[1], top.seam.x, top.seam.top)
      }
    }
  }
  return points
}

/** What hangs from the edge that begins at a corner, the first on the way last. */
function seamsOfEdge({ ring, seams }: Node, at: number): Seam[] {
  const [x, y, nextX] = [ring[at], ring[at + 1], ring[(at + 2) % ring.length]]
  const all = seams.get(y)
  if (all === undefined || x === nextX) {
    return []
  }
  const [left, right] = [Math.min(x, nextX), Math.max(x, nextX)]
  const here = all.slice(firstFrom(all, left), firstFrom(all, right))
  return nextX > x ? here.reverse() : here
}

/** Index of the first seam at x or to the right of it. @param seams by x */
function firstFrom(seams: readonly Seam[], x: number): number {
  let [low, high] = [0, seams.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (seams[middle].x < x) {
      low = middle + 1
    } else {
      high = middle
    }
  }
  return low
}

/** Positive for clockwise with y down, in pixels. */
export function signedArea(ring: Ring): number {
  let double = 0
  for (let at = 0; at < ring.length; at += 2) {
    const next = (at + 2) % ring.length
    double += ring[at] * ring[next + 1] - ring[next] * ring[at + 1]
  }
  return double / 2
}
