import { labelComponents } from './components'
import { decodePlaced } from './placed-mask'
import { signedArea, traceRings } from './polygons'
import type { Ring } from './polygons'
import { encodeRle } from './rle'
import type { Rle } from './rle'

/** The outer ring first, then its holes. */
export type RingPolygon = readonly (readonly number[])[]

/**
 * Polygons of a mask along the edges of its pixels, one for each part whose pixels share sides, as OGC's Simple
 * Features want them: no ring passes a point twice, holes lie inside and touch others at most in points. Outer rings
 * run clockwise with y down, holes the other way. Empty for an empty mask.
 */
export function maskToRings(rle: Rle): RingPolygon[] {
  const bitmap = decodePlaced(rle)
  const { x, y, width, height } = bitmap
  const { labels } = labelComponents(bitmap, 4)
  const polygons = new Map<number, { outer: Ring[]; holes: Ring[] }>()
  for (const ring of traceRings(bitmap, { x: 0, y: 0, width, height }).flatMap(simpleRings)) {
    const label = labels[pixelBeside(ring, bitmap.width)]
    const polygon = polygons.get(label) ?? { outer: [], holes: [] }
    ;(signedArea(ring) > 0 ? polygon.outer : polygon.holes).push(shifted(ring, x, y))
    polygons.set(label, polygon)
  }
  return [...polygons.values()].map(({ outer, holes }) => [...outer, ...holes])
}

function shifted(ring: Ring, x: number, y: number): Ring {
  return ring.map((value, index) => value + (index % 2 === 0 ? x : y))
}

/** A ring that passes a corner twice, around pixels that touch there, is two rings that touch there. */
function simpleRings(ring: Ring): Ring[] {
  const rings: Ring[] = []
  const open: Ring = []
  const placeOf = new Map<string, number>()
  for (let at = 0; at < ring.length; at += 2) {
    const key = `${ring[at]} ${ring[at + 1]}`
    const earlier = placeOf.get(key)
    if (earlier !== undefined) {
      const loop = open.splice(earlier)
      for (let corner = 0; corner < loop.length; corner += 2) {
        placeOf.delete(`${loop[corner]} ${loop[corner + 1]}`)
      }
      rings.push(loop)
    }
    placeOf.set(key, open.length)
    open.push(ring[at], ring[at + 1])
  }
  return [...rings, open]
}

/** The index of a set pixel at an edge of the ring: set pixels lie to the right of it. */
function pixelBeside(ring: Ring, width: number): number {
  const [x, y, nextX, nextY] = ring
  if (nextY === y) {
    return nextX > x ? y * width + x : (y - 1) * width + x - 1
  }
  return nextY > y ? y * width + x - 1 : (y - 1) * width + x
}

/**
 * The mask of polygons with holes, in pixels with fractions: a pixel counts where its middle lies in one of them, as
 * GDAL rasterises. Rings of one polygon are filled by the even-odd rule, whatever way they run. Cost grows with the
 * rows that the rings cross.
 */
export function fillRings(polygons: readonly RingPolygon[], width: number, height: number): Rle {
  const data = new Uint8Array(width * height)
  for (const rings of polygons) {
    for (const [row, crossings] of crossingsOf(rings, height)) {
      crossings.sort((a, b) => a - b)
      for (let at = 0; at + 1 < crossings.length; at += 2) {
        const start = Math.max(0, Math.ceil(crossings[at] - 0.5))
        const end = Math.min(width, Math.ceil(crossings[at + 1] - 0.5))
        data.fill(1, row * width + start, row * width + Math.max(start, end))
      }
    }
  }
  return encodeRle({ width, height, data })
}

/** Where the rings cross the middles of rows, by row. */
function crossingsOf(rings: RingPolygon, height: number): Map<number, number[]> {
  const rows = new Map<number, number[]>()
  for (const ring of rings) {
    for (let at = 0; at < ring.length; at += 2) {
      const next = (at + 2) % ring.length
      const isDown = ring[at + 1] <= ring[next + 1]
      const [top, bottom] = isDown ? [at, next] : [next, at]
      const [x0, y0, x1, y1] = [ring[top], ring[top + 1], ring[bottom], ring[bottom + 1]]
      const first = Math.max(0, Math.ceil(y0 - 0.5))
      const last = Math.min(height, Math.ceil(y1 - 0.5))
      for (let row = first; row < last; row += 1) {
        const crossing = x0 + ((row + 0.5 - y0) / (y1 - y0)) * (x1 - x0)
        const known = rows.get(row)
        if (known === undefined) {
          rows.set(row, [crossing])
        } else {
          known.push(crossing)
        }
      }
    }
  }
  return rows
}
