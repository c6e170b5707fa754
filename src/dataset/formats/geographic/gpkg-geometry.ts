import wkx from 'wkx'
import { ImportProblem } from '../../import/problems'
import { geometrySchema, polygonsOf } from './geojson-reader'
import type { MapPolygons } from './map-polygons'

/** OGC GeoPackage 1.3, 2.1.3: "GP", version, flags, system, envelope, well-known binary. */
const HEAD_BYTES = 8
/** Little endian, with an envelope of x and y. */
const OUR_FLAGS = 0b0000_0011
/** Bytes of an envelope by its kind in the flags. */
const ENVELOPE_BYTES = [0, 32, 48, 48, 64]
const POLYGON = 3
const MULTI_POLYGON = 6

export type Envelope = readonly [minX: number, minY: number, maxX: number, maxY: number]

export function encodeGeometry(
  polygons: MapPolygons,
  srsId: number,
  [minX, minY, maxX, maxY]: Envelope,
): Buffer {
  const head = Buffer.alloc(HEAD_BYTES + 32)
  head.write('GP', 'latin1')
  head[3] = OUR_FLAGS
  head.writeInt32LE(srsId, 4)
  for (const [index, value] of [minX, maxX, minY, maxY].entries()) {
    head.writeDoubleLE(value, HEAD_BYTES + 8 * index)
  }
  return Buffer.concat([head, encodeWkb(polygons)])
}

/** A MultiPolygon, little endian. Written here, as `wkx` writes by a constructor that Node warns of. */
function encodeWkb(polygons: MapPolygons): Buffer {
  const points = polygons.flat(2).length
  const bytes = Buffer.alloc(9 + polygons.length * 9 + polygons.flat().length * 4 + points * 16)
  let at = 0
  const count = (value: number): void => void (at = bytes.writeUInt32LE(value, at))
  const begin = (kind: number, length: number): void => {
    at = bytes.writeUInt8(1, at)
    count(kind)
    count(length)
  }
  begin(MULTI_POLYGON, polygons.length)
  for (const rings of polygons) {
    begin(POLYGON, rings.length)
    for (const ring of rings) {
      count(ring.length)
      for (const [x, y] of ring) {
        at = bytes.writeDoubleLE(y, bytes.writeDoubleLE(x, at))
      }
    }
  }
  return bytes
}

export function envelopeOf(polygons: MapPolygons): Envelope {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x, y] of polygons.flatMap(([outer]) => outer)) {
    ;[minX, minY, maxX, maxY] = [Math.min(minX, x), Math.min(minY, y), Math.max(maxX, x), Math.max(maxY, y)]
  }
  return [minX, minY, maxX, maxY]
}

/** The polygons of a geometry. @throws ImportProblem where it is damaged, or of another kind */
export function decodeGeometry(bytes: Uint8Array): MapPolygons {
  const blob = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const envelope = blob.length >= HEAD_BYTES ? ENVELOPE_BYTES[(blob[3] >> 1) & 0b111] : undefined
  if (envelope === undefined || blob.toString('latin1', 0, 2) !== 'GP') {
    throw new ImportProblem('A geometry is none of a GeoPackage.')
  }
  return decodeWkb(blob.subarray(HEAD_BYTES + envelope))
}

/** The kind is looked at first: other kinds may nest without end. */
function decodeWkb(wkb: Buffer): MapPolygons {
  const kind = wkb.length < 5 ? 0 : (wkb[0] === 1 ? wkb.readUInt32LE(1) : wkb.readUInt32BE(1)) % 1000
  if (kind !== POLYGON && kind !== MULTI_POLYGON) {
    throw new ImportProblem('A geometry is no polygon.')
  }
  let parsed: unknown
  try {
    parsed = wkx.Geometry.parse(wkb).toGeoJSON()
  } catch {
    throw new ImportProblem('A geometry is damaged.')
  }
  const geometry = geometrySchema.safeParse(parsed)
  if (!geometry.success) {
    throw new ImportProblem('A geometry is no polygon.')
  }
  return polygonsOf(geometry.data)
}
