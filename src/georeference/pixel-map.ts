import { applyAffine, pixelAt } from '../domain/affine'
import type { GeoTransform } from '../domain/affine'
import { isSameCrs } from './crs'
import type { Crs } from './crs'
import { converterOf } from './ground'

/** Pixels with fractions: whole numbers are corners of pixels. */
export type Point = readonly [column: number, row: number]

/** From pixels of one image to pixels of another one, by the map. */
export interface PixelMap {
  /** In GDAL's order; null where the map goes through a projection. */
  affine: GeoTransform | null
  /** Null where a projection has no such place. */
  at(column: number, row: number): Point | null
}

interface Placed {
  transform: GeoTransform
  /** Null where it is not known: then that of the other image is taken to be the same. */
  crs: Crs | null
}

export function pixelMapBetween(from: Placed, to: Placed): PixelMap {
  if (from.crs === null || to.crs === null || isSameCrs(from.crs, to.crs)) {
    return affineMap(affineBetween(from.transform, to.transform))
  }
  const [source, target] = [converterOf(from.crs), converterOf(to.crs)]
  return {
    affine: null,
    at(column, row) {
      const place = source.toPlace(...applyAffine(from.transform, column, row))
      const map = place === null ? null : target.toMap(place)
      return map === null ? null : finite(pixelAt(to.transform, ...map))
    },
  }
}

export function affineMap(affine: GeoTransform): PixelMap {
  return { affine, at: (column, row) => finite(applyAffine(affine, column, row)) }
}

function finite(point: Point): Point | null {
  return point.every(Number.isFinite) ? point : null
}

/** Steps are computed apart from origins, which are large numbers with few digits left for fractions. */
function affineBetween(from: GeoTransform, to: GeoTransform): GeoTransform {
  const linear: GeoTransform = [0, to[1], to[2], 0, to[4], to[5]]
  const [startColumn, startRow] = pixelAt(to, from[0], from[3])
  const [a, c] = pixelAt(linear, from[1], from[4])
  const [b, d] = pixelAt(linear, from[2], from[5])
  return [startColumn, a, b, startRow, c, d]
}

/** How many pixels of the second image one of the first has on a side, at a place; null where it has none. */
export function scaleAt(map: PixelMap, [column, row]: Point): number | null {
  const here = map.at(column, row)
  const [right, below] = [map.at(column + 1, row), map.at(column, row + 1)]
  if (here === null || right === null || below === null) {
    return null
  }
  const across = [right[0] - here[0], right[1] - here[1]] as const
  const down = [below[0] - here[0], below[1] - here[1]] as const
  const scale = Math.sqrt(Math.abs(across[0] * down[1] - across[1] * down[0]))
  return scale > 0 && Number.isFinite(scale) ? scale : null
}
