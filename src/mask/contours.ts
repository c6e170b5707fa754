import type { Bitmap, Rect } from './bitmap'

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
