import { z } from 'zod'
import { messageTextSchema } from '../messages/message'
import { geoTransformSchema, applyAffine, determinant } from './affine'
import type { GeoTransform } from './affine'
import type { Frame } from './document'
import { decodeCounts } from '../mask/rle'
import type { Rle } from '../mask/rle'

/** A coordinate reference system, as a person reads it. */
const crsSummarySchema = z.object({
  /** EPSG; null for one that is not in the list. */
  code: z.int().nullable(),
  name: z.string(),
  /** Coordinates are longitude and latitude. */
  isGeographic: z.boolean(),
  /** `metre`, `degree`, `US survey foot`. */
  unit: z.string(),
  /** Latitudes and longitudes may be off by metres, as the datum has a grid of shifts that is not read. */
  isDatumApproximate: z.boolean(),
})
export type CrsSummary = z.infer<typeof crsSummarySchema>

/** How large a pixel is on the ground. */
const areaRuleSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('plane'), squareMetres: z.number().positive() }),
  /** Of longitudes and latitudes: it depends on the latitude. */
  z.object({
    kind: z.literal('ellipsoid'),
    semiMajorMetres: z.number().positive(),
    eccentricitySquared: z.number().min(0).max(1),
    radiansPerUnit: z.number().positive(),
  }),
])
export type AreaRule = z.infer<typeof areaRuleSchema>

/**
 * Places on Earth (WGS 84) at nodes over the image, first row first: three numbers a node, the vector of length 1 of
 * its latitude and longitude. Between nodes they are interpolated, which poles and the antimeridian do not disturb.
 */
const placeGridSchema = z.object({
  columns: z.int().min(2).max(65),
  rows: z.int().min(2).max(65),
  vectors: z.array(z.number()),
})
export type PlaceGrid = z.infer<typeof placeGridSchema>

export const georeferenceSchema = z.object({
  /** From pixels of the frame to the map. */
  transform: geoTransformSchema,
  /** Null where the system is not known: then there are no metres. */
  crs: crsSummarySchema.nullable(),
  /** On the ground, in the middle of the image. */
  metresPerPixel: z.number().positive().nullable(),
  area: areaRuleSchema.nullable(),
  places: placeGridSchema.nullable(),
})
export type Georeference = z.infer<typeof georeferenceSchema>

/** Where the frames of a pair lie; null for a frame that has no usable georeference. */
export const pairGeoreferenceSchema = z.object({
  before: georeferenceSchema.nullable(),
  after: georeferenceSchema.nullable(),
  /** Why a frame has one that cannot be used: a sentence for each. */
  reasons: z.array(messageTextSchema),
  /** How the frames were laid over each other, or why not by the map; null where there is nothing to tell. */
  overlay: messageTextSchema.nullable(),
})
export type PairGeoreference = z.infer<typeof pairGeoreferenceSchema>

/** Of one frame; of the other where that alone has one, as both show one place. */
export function georeferenceOfFrame(pair: PairGeoreference | null, frame: Frame): Georeference | null {
  return frame === 'after' ? (pair?.after ?? pair?.before ?? null) : (pair?.before ?? pair?.after ?? null)
}

/** Of the pixel around a place, in square metres. On an ellipsoid within 1e-6 for pixels of up to 0.1 degrees. */
export function pixelSquareMetres(
  rule: AreaRule,
  transform: GeoTransform,
  column: number,
  row: number,
): number {
  if (rule.kind === 'plane') {
    return rule.squareMetres
  }
  const { semiMajorMetres, eccentricitySquared: e2, radiansPerUnit } = rule
  const latitude = applyAffine(transform, column, row)[1] * radiansPerUnit
  const sine = Math.sin(latitude)
  const perSteradian = (semiMajorMetres ** 2 * (1 - e2)) / (1 - e2 * sine * sine) ** 2
  const steradians = Math.abs(determinant(transform)) * radiansPerUnit ** 2 * Math.cos(latitude)
  return Math.max(0, perSteradian * steradians)
}

/** Area of a mask on the ground, in square metres. */
export function maskSquareMetres(rule: AreaRule, transform: GeoTransform, { size, counts }: Rle): number {
  const [height] = size
  const isByRow = rule.kind === 'plane' || transform[4] === 0
  // sums over the rows above, of one column
  let sums = columnSums(rule, transform, 0, height)
  let column = 0
  let index = 0
  let area = 0
  decodeCounts(counts).forEach((run, position) => {
    const end = index + run
    // every second run is set
    for (let at = position % 2 === 1 ? index : end; at < end;) {
      const [x, y] = [Math.floor(at / height), at % height]
      const bottom = Math.min(height, y + end - at)
      if (!isByRow && x !== column) {
        column = x
        sums = columnSums(rule, transform, column, height)
      }
      area += sums[bottom] - sums[y]
      at += bottom - y
    }
    index = end
  })
  return area
}

function columnSums(rule: AreaRule, transform: GeoTransform, column: number, height: number): Float64Array {
  const sums = new Float64Array(height + 1)
  for (let row = 0; row < height; row += 1) {
    sums[row + 1] = sums[row] + pixelSquareMetres(rule, transform, column + 0.5, row + 0.5)
  }
  return sums
}

/** A place in degrees, north and east positive. */
export interface Place {
  latitude: number
  longitude: number
}

export function vectorOf({ latitude, longitude }: Place): [number, number, number] {
  const [phi, lambda] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180]
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)]
}

/**
 * The place at a pixel by the grid, within a tenth of a pixel where the grid could be made that fine.
 * @param size of the image in pixels
 */
export function placeAt(
  { columns, rows, vectors }: PlaceGrid,
  size: { width: number; height: number },
  column: number,
  row: number,
): Place {
  const [u, v] = [(column / size.width) * (columns - 1), (row / size.height) * (rows - 1)]
  const left = Math.min(columns - 2, Math.max(0, Math.floor(u)))
  const top = Math.min(rows - 2, Math.max(0, Math.floor(v)))
  const [fu, fv] = [u - left, v - top]
  const at = (across: number, down: number, axis: number): number =>
    vectors[((top + down) * columns + left + across) * 3 + axis]
  const [x, y, z] = [0, 1, 2].map(
    (axis) =>
      (at(0, 0, axis) * (1 - fu) + at(1, 0, axis) * fu) * (1 - fv) +
      (at(0, 1, axis) * (1 - fu) + at(1, 1, axis) * fu) * fv,
  )
  return {
    latitude: (Math.atan2(z, Math.hypot(x, y)) * 180) / Math.PI,
    longitude: (Math.atan2(y, x) * 180) / Math.PI,
  }
}
