import proj4 from 'proj4'
import { applyAffine, determinant, pixelAt } from '../domain/affine'
import type { GeoTransform } from '../domain/affine'
import { pixelSquareMetres, placeAt, vectorOf } from '../domain/georeference'
import type { AreaRule, Place, PlaceGrid } from '../domain/georeference'
import type { Crs } from './crs'

/** Between coordinates of a system and places on Earth (WGS 84). */
export interface Converter {
  /** Null where the projection has no such place. */
  toPlace(x: number, y: number): Place | null
  toMap(place: Place): [x: number, y: number] | null
}

const DEGREES_PER_RADIAN = 180 / Math.PI

/** @param image where given, its coordinates may reach less than a pixel beyond a pole, and count as those of the pole */
export function converterOf(crs: Crs, image: GeoTransform | null = null): Converter {
  const pole = Math.PI / 2 / crs.unitFactor
  const pixel = image === null || !crs.isGeographic ? 0 : heightOfPixel(image)
  const chain = proj4(crs.definition, 'EPSG:4326')
  // proj4 takes degrees, some systems count in grads
  const factor = crs.isGeographic ? crs.unitFactor * DEGREES_PER_RADIAN : 1
  const scale = Math.abs(factor - 1) < 1e-12 ? 1 : factor
  return {
    toPlace(x, y) {
      const inside = Math.abs(y) > pole && Math.abs(y) < pole + pixel ? Math.sign(y) * pole : y
      const point = finite(() => chain.forward([x * scale, inside * scale]))
      return point === null || Math.abs(point[1]) > 90 ? null : { longitude: point[0], latitude: point[1] }
    },
    toMap({ longitude, latitude }) {
      const point = finite(() => chain.inverse([longitude, latitude]))
      return point === null ? null : [point[0] / scale, point[1] / scale]
    },
  }
}

/** In units of the map. */
function heightOfPixel([, , , , d, e]: GeoTransform): number {
  return Math.abs(d) + Math.abs(e)
}

/**
 * The reverse of what `converterOf` does at poles: a latitude of a pole is that of the edge of the image, where that
 * lies less than a pixel beyond, as grids do whose pixels have their middles at the poles.
 */
export function edgeBeyondPole({ crs, transform, height }: PlacedImage, y: number): number {
  const pole = crs?.isGeographic === true ? Math.PI / 2 / crs.unitFactor : Infinity
  if (!(Math.abs(Math.abs(y) / pole - 1) < 1e-9) || transform[4] !== 0) {
    return y
  }
  const edges = [transform[3], transform[3] + transform[5] * height]
  const isBeyond = (edge: number): boolean =>
    edge * y > 0 && Math.abs(edge) > pole && Math.abs(edge) < pole + heightOfPixel(transform)
  return edges.find(isBeyond) ?? y
}

/** Null where `proj4` throws, or gives no number. */
function finite(work: () => number[]): [number, number] | null {
  try {
    const [a, b] = work()
    return Number.isFinite(a) && Number.isFinite(b) ? [a, b] : null
  } catch {
    return null
  }
}

/** Above this the plane of the map is no measure of the ground. */
const ACCEPTED_DISTORTION = 0.01

/** WGS 84. */
const SEMI_MAJOR_METRES = 6_378_137
const ECCENTRICITY_SQUARED = 0.006_694_379_990_141_3

interface PlacedImage {
  crs: Crs | null
  transform: GeoTransform
  width: number
  height: number
}

/**
 * How areas are measured: in the plane of the map, as its projection intends. Where that plane enlarges or reduces
 * areas by over 1 percent in the middle of the image, as Web Mercator does, all its areas are divided by what it does
 * there. Null where neither can be known, as without a system.
 */
export function areaRuleOf({ crs, transform, width, height }: PlacedImage): AreaRule | null {
  if (crs === null) {
    return null
  }
  const middle = [width / 2, height / 2] as const
  if (crs.isGeographic) {
    const { a, es } = new proj4.Proj(crs.definition) as { a: number; es: number }
    const radiansPerUnit = crs.unitFactor
    const rule = { kind: 'ellipsoid', semiMajorMetres: a, eccentricitySquared: es, radiansPerUnit } as const
    return pixelSquareMetres(rule, transform, ...middle) > 0 ? rule : null
  }
  const plane = Math.abs(determinant(transform)) * crs.unitFactor ** 2
  const ground = groundSquareMetres(converterOf(crs), transform, middle)
  const isDistorted = ground !== null && Math.abs(plane / ground - 1) > ACCEPTED_DISTORTION
  const squareMetres = isDistorted ? ground : plane
  return Number.isFinite(squareMetres) && squareMetres > 0 ? { kind: 'plane', squareMetres } : null
}

/** Of a pixel on the ellipsoid, by its two diagonals. */
function groundSquareMetres(
  converter: Converter,
  transform: GeoTransform,
  [column, row]: readonly [number, number],
): number | null {
  const corner = (across: number, down: number): Place | null =>
    converter.toPlace(...applyAffine(transform, column + across, row + down))
  const [a, b, c, d] = [corner(-0.5, -0.5), corner(0.5, -0.5), corner(0.5, 0.5), corner(-0.5, 0.5)]
  if (a === null || b === null || c === null || d === null) {
    return null
  }
  const [east, north] = metresOf(a, c)
  const [otherEast, otherNorth] = metresOf(b, d)
  const area = Math.abs(east * otherNorth - north * otherEast) / 2
  return area > 0 ? area : null
}

/** East and north, of places that lie close together. */
function metresOf(from: Place, to: Place): [number, number] {
  const radians = Math.PI / 180
  const latitude = ((from.latitude + to.latitude) / 2) * radians
  const turn = ((to.longitude - from.longitude + 540) % 360) - 180
  const w = 1 - ECCENTRICITY_SQUARED * Math.sin(latitude) ** 2
  const north = (SEMI_MAJOR_METRES * (1 - ECCENTRICITY_SQUARED)) / w ** 1.5
  const east = (SEMI_MAJOR_METRES / Math.sqrt(w)) * Math.cos(latitude)
  return [turn * radians * east, (to.latitude - from.latitude) * radians * north]
}

/** Cells on a side, of grids that are tried, from the coarsest. */
const GRID_CELLS = [1, 4, 16, 64]
const PIXEL_TOLERANCE = 0.1

/** The coarsest grid that is right within a tenth of a pixel, else the finest; null where a node has no place. */
export function placeGridOf(
  converter: Converter,
  transform: GeoTransform,
  size: { width: number; height: number },
): PlaceGrid | null {
  for (const cells of GRID_CELLS) {
    const grid = gridOf(converter, transform, size, cells)
    if (grid === null || cells === GRID_CELLS.at(-1) || isFine(grid, converter, transform, size)) {
      return grid
    }
  }
  return null
}

function gridOf(
  converter: Converter,
  transform: GeoTransform,
  { width, height }: { width: number; height: number },
  cells: number,
): PlaceGrid | null {
  const vectors: number[] = []
  for (let row = 0; row <= cells; row += 1) {
    for (let column = 0; column <= cells; column += 1) {
      const at = applyAffine(transform, (column / cells) * width, (row / cells) * height)
      const place = converter.toPlace(...at)
      if (place === null) {
        return null
      }
      vectors.push(...vectorOf(place))
    }
  }
  return { columns: cells + 1, rows: cells + 1, vectors }
}

/** The error of bilinear interpolation is largest in the middle of cells and of their sides. */
function isFine(
  grid: PlaceGrid,
  converter: Converter,
  transform: GeoTransform,
  size: { width: number; height: number },
): boolean {
  const cells = grid.columns - 1
  const halves = Array.from({ length: 2 * cells + 1 }, (_, half) => half / (2 * cells))
  return halves.every((v) =>
    halves.every((u) => {
      const [column, row] = [u * size.width, v * size.height]
      const map = converter.toMap(placeAt(grid, size, column, row))
      const [x, y] = map === null ? [Infinity, Infinity] : pixelAt(transform, ...map)
      return Math.hypot(x - column, y - row) < PIXEL_TOLERANCE
    }),
  )
}
