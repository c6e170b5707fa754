import type { Position } from 'geojson'
import { ImportProblem } from '../../import/problems'
import { envelopeOf } from './gpkg-geometry'
import type { Envelope } from './gpkg-geometry'
import type { MapPolygons } from './map-polygons'

/**
 * Main file and index of a shapefile: polygons and null shapes alone. Source: ESRI Shapefile Technical Description,
 * July 1998. Lengths and offsets count words of 16 bits.
 */

const FILE_CODE = 9994
const VERSION = 1000
const HEAD_BYTES = 100
const RECORD_HEAD_BYTES = 8
const NULL_SHAPE = 0
const POLYGON = 5
/** Polygons with heights and measures begin like those without. */
const POLYGON_KINDS: ReadonlySet<number> = new Set([5, 15, 25])
/** Kind, box, counts of parts and points. */
const POLYGON_HEAD_BYTES = 44

/** @param shapes rings counter-clockwise and holes clockwise, which are the other way in the file; null without points */
export function encodeShapes(shapes: readonly (MapPolygons | null)[]): { shp: Buffer; shx: Buffer } {
  const records = shapes.map(encodeShape)
  const extents = shapes.flatMap((shape) => (shape === null ? [] : [envelopeOf(shape)]))
  const extent = extents.reduce<Envelope>(
    (a, b) => [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])],
    extents[0] ?? [0, 0, 0, 0],
  )
  const index = Buffer.alloc(records.length * RECORD_HEAD_BYTES)
  let offset = HEAD_BYTES
  const parts = records.flatMap((record, at) => {
    const head = Buffer.alloc(RECORD_HEAD_BYTES)
    head.writeInt32BE(at + 1, 0)
    head.writeInt32BE(record.length / 2, 4)
    index.writeInt32BE(offset / 2, at * RECORD_HEAD_BYTES)
    index.writeInt32BE(record.length / 2, at * RECORD_HEAD_BYTES + 4)
    offset += head.length + record.length
    return [head, record]
  })
  return {
    shp: Buffer.concat([headOf(offset, extent), ...parts]),
    shx: Buffer.concat([headOf(HEAD_BYTES + index.length, extent), index]),
  }
}

function headOf(bytes: number, extent: Envelope): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeInt32BE(FILE_CODE, 0)
  head.writeInt32BE(bytes / 2, 24)
  head.writeInt32LE(VERSION, 28)
  head.writeInt32LE(POLYGON, 32)
  extent.forEach((value, at) => head.writeDoubleLE(value, 36 + 8 * at))
  return head
}

function encodeShape(shape: MapPolygons | null): Buffer {
  if (shape === null) {
    const empty = Buffer.alloc(4)
    empty.writeInt32LE(NULL_SHAPE)
    return empty
  }
  const rings = shape.flat().map((ring) => ring.toReversed())
  const count = rings.reduce((sum, ring) => sum + ring.length, 0)
  const record = Buffer.alloc(POLYGON_HEAD_BYTES + 4 * rings.length + 16 * count)
  record.writeInt32LE(POLYGON, 0)
  envelopeOf(shape).forEach((value, at) => record.writeDoubleLE(value, 4 + 8 * at))
  record.writeInt32LE(rings.length, 36)
  record.writeInt32LE(count, 40)
  let first = 0
  rings.forEach((ring, at) => {
    record.writeInt32LE(first, POLYGON_HEAD_BYTES + 4 * at)
    ring.forEach(([x, y], corner) => {
      const point = POLYGON_HEAD_BYTES + 4 * rings.length + 16 * (first + corner)
      record.writeDoubleLE(x, point)
      record.writeDoubleLE(y, point + 8)
    })
    first += ring.length
  })
  return record
}

/**
 * The shapes of a main file, in order; null for one without points. All rings of a shape are one polygon here: by the
 * even-odd rule they fill the same pixels, whichever are holes. @throws ImportProblem where it is damaged
 */
export function decodeShapes(shp: Buffer): (MapPolygons | null)[] {
  if (shp.length < HEAD_BYTES || shp.readInt32BE(0) !== FILE_CODE) {
    throw new ImportProblem('It is no shapefile.')
  }
  const shapes: (MapPolygons | null)[] = []
  for (let offset = HEAD_BYTES; offset + RECORD_HEAD_BYTES <= shp.length;) {
    const bytes = shp.readInt32BE(offset + 4) * 2
    const start = offset + RECORD_HEAD_BYTES
    if (bytes < 4 || start + bytes > shp.length) {
      throw new ImportProblem(`Shape ${shapes.length + 1} is damaged.`)
    }
    shapes.push(decodeShape(shp.subarray(start, start + bytes), shapes.length + 1))
    offset = start + bytes
  }
  return shapes
}

function decodeShape(record: Buffer, number: number): MapPolygons | null {
  const kind = record.readInt32LE(0)
  if (kind === NULL_SHAPE) {
    return null
  }
  if (!POLYGON_KINDS.has(kind)) {
    throw new ImportProblem(`Shape ${number} is no polygon.`)
  }
  const [parts, points] =
    record.length < POLYGON_HEAD_BYTES ? [-1, -1] : [record.readInt32LE(36), record.readInt32LE(40)]
  const pointsAt = POLYGON_HEAD_BYTES + 4 * parts
  if (parts < 1 || points < 1 || pointsAt + 16 * points > record.length) {
    throw new ImportProblem(`Shape ${number} is damaged.`)
  }
  const firsts = Array.from({ length: parts }, (_, at) => record.readInt32LE(POLYGON_HEAD_BYTES + 4 * at))
  const rings = firsts.map((first, at): Position[] => {
    const end = firsts[at + 1] ?? points
    if (first < 0 || end < first || end > points) {
      throw new ImportProblem(`Shape ${number} is damaged.`)
    }
    return Array.from({ length: end - first }, (_, corner) => {
      const point = pointsAt + 16 * (first + corner)
      return [record.readDoubleLE(point), record.readDoubleLE(point + 8)]
    })
  })
  return [rings]
}
