import type { Position } from 'geojson'
import type { RingPolygon } from '../../../mask/rings'

/** Polygons with holes as GeoJSON and OGC have them: each ring closed, the outer one first. */
export type MapPolygons = Position[][][]

/**
 * Rings of pixels on a map: outer rings counter-clockwise, holes clockwise, with y up.
 * @param toMap of a corner of pixels
 */
export function mapPolygons(
  polygons: readonly RingPolygon[],
  toMap: (column: number, row: number) => Position,
): MapPolygons {
  return mapRings(polygons, (corners) => corners.map(([column, row]) => toMap(column, row)))
}

/** The same. @param toMap of the corners of a whole ring */
export function mapRings(
  polygons: readonly RingPolygon[],
  toMap: (corners: readonly (readonly [column: number, row: number])[]) => Position[],
): MapPolygons {
  return polygons.map((rings) =>
    rings.map((ring, index) => {
      const corners: [number, number][] = []
      for (let at = 0; at < ring.length; at += 2) {
        corners.push([ring[at], ring[at + 1]])
      }
      const points = toMap(corners)
      const isWanted = signedArea(points) > 0 === (index === 0)
      const [first, ...others] = points
      return isWanted ? [...points, first] : [first, ...others.toReversed(), first]
    }),
  )
}

/** Positive for counter-clockwise with y up. Measured from the first point, as coordinates may be large. */
function signedArea(points: readonly Position[]): number {
  const [[x0, y0]] = points
  let double = 0
  for (const [at, [x, y]] of points.entries()) {
    const [nextX, nextY] = points[(at + 1) % points.length]
    double += (x - x0) * (nextY - y0) - (nextX - x0) * (y - y0)
  }
  return double
}

/** The rings in pixels, open. @param toPixels of the open rings of a polygon */
export function pixelPolygons(
  polygons: MapPolygons,
  toPixels: (rings: readonly (readonly Position[])[]) => RingPolygon[],
): RingPolygon[] {
  return polygons.flatMap((rings) =>
    toPixels(
      rings.map((ring) => {
        const [first, last] = [ring[0], ring.at(-1)!]
        const isClosed = ring.length > 1 && first[0] === last[0] && first[1] === last[1]
        return isClosed ? ring.slice(0, -1) : ring
      }),
    ),
  )
}
