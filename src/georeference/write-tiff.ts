import { deflate } from 'node:zlib'
import { promisify } from 'node:util'
import type { GeoTransform } from '../domain/affine'
import type { Crs } from './crs'

const deflateAsync = promisify(deflate)

/** TIFF 6.0: types of values, with their bytes. */
const ASCII = { id: 2, bytes: 1 }
const SHORT = { id: 3, bytes: 2 }
const LONG = { id: 4, bytes: 4 }
const DOUBLE = { id: 12, bytes: 8 }

interface Tag {
  id: number
  type: { id: number; bytes: number }
  values: readonly number[]
}

interface TiffImage {
  width: number
  height: number
  /** Row by row, pixel by pixel. */
  data: Uint8Array | Uint16Array
  samples: 1 | 3
  /** Red, green and blue of 16 bits for each value of one sample of 8 bits; null for grey. */
  palette?: readonly (readonly [number, number, number])[] | undefined
  noData?: number | undefined
}

/** Numbers of a map in a small text of our own: keys of 8 to 40 bytes, Deflate in strips of about this. */
const STRIP_BYTES = 2 ** 20

/**
 * A GeoTIFF of 8 or 16 bits, Deflate, with its transform and system. The same values give the same bytes.
 * `writeArrayBuffer` of `geotiff` compresses nothing and copies byte by byte.
 */
export async function encodeGeoTiff(
  image: TiffImage,
  transform: GeoTransform | null,
  crs: Crs | null,
  extra: readonly Tag[] = [],
): Promise<Buffer> {
  const { width, height, data, samples } = image
  const rowBytes = width * samples * data.BYTES_PER_ELEMENT
  const rows = Math.max(1, Math.min(height, Math.floor(STRIP_BYTES / rowBytes)))
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  const strips: Buffer[] = []
  for (let row = 0; row < height; row += rows) {
    strips.push(await deflateAsync(bytes.subarray(row * rowBytes, Math.min(height, row + rows) * rowBytes)))
  }
  return assemble([...imageTags(image, rows), ...placeTags(transform), ...keyTags(crs), ...extra], strips)
}

function imageTags({ width, height, data, samples, palette, noData }: TiffImage, rows: number): Tag[] {
  const photometric = palette !== undefined ? 3 : samples === 3 ? 2 : 1
  const bits = Array.from({ length: samples }, () => data.BYTES_PER_ELEMENT * 8)
  const tags: Tag[] = [
    { id: 256, type: LONG, values: [width] },
    { id: 257, type: LONG, values: [height] },
    { id: 258, type: SHORT, values: bits },
    { id: 259, type: SHORT, values: [8] }, // Deflate
    { id: 262, type: SHORT, values: [photometric] },
    { id: 277, type: SHORT, values: [samples] },
    { id: 278, type: LONG, values: [rows] },
    { id: 284, type: SHORT, values: [1] },
    { id: 339, type: SHORT, values: bits.map(() => 1) },
  ]
  if (palette !== undefined) {
    const colours = [0, 1, 2].flatMap((channel) =>
      Array.from({ length: 256 }, (_, value) => palette[value]?.[channel] ?? 0),
    )
    tags.push({ id: 320, type: SHORT, values: colours })
  }
  return noData === undefined ? tags : [...tags, { id: 42_113, type: ASCII, values: text(String(noData)) }]
}

function placeTags(transform: GeoTransform | null): Tag[] {
  if (transform === null) {
    return []
  }
  const [t0, t1, t2, t3, t4, t5] = transform
  const isTurned = t2 !== 0 || t4 !== 0 || t1 <= 0 || t5 >= 0
  return isTurned
    ? [{ id: 34_264, type: DOUBLE, values: [t1, t2, 0, t0, t4, t5, 0, t3, 0, 0, 0, 0, 0, 0, 0, 1] }]
    : [
        { id: 33_550, type: DOUBLE, values: [t1, -t5, 0] },
        { id: 33_922, type: DOUBLE, values: [0, 0, 0, t0, t3, 0] },
      ]
}

const USER_DEFINED = 32_767

/** A system without a code is written as Esri writes it: its whole text as the citation. */
function keyTags(crs: Crs | null): Tag[] {
  if (crs === null) {
    return [{ id: 34_735, type: SHORT, values: [1, 1, 0, 1, 1025, 0, 1, 1] }]
  }
  const [model, crsKey, citationKey] = crs.isGeographic ? [2, 2048, 2049] : [1, 3072, 3073]
  const head = [1024, 0, 1, model, 1025, 0, 1, 1]
  const code = [crsKey, 0, 1, crs.code ?? USER_DEFINED]
  if (crs.code !== null) {
    return [{ id: 34_735, type: SHORT, values: [1, 1, 0, 3, ...head, ...code] }]
  }
  const citation = `ESRI PE String = ${crs.wkt}|`
  const named = [citationKey, 34_737, citation.length, 0]
  return [
    { id: 34_735, type: SHORT, values: [1, 1, 0, 4, ...head, ...code, ...named] },
    { id: 34_737, type: ASCII, values: text(citation) },
  ]
}

function text(value: string): number[] {
  return [...Buffer.from(`${value}\0`, 'latin1')]
}

/** Little endian: header, directory, values that do not fit in it, strips. */
function assemble(tags: readonly Tag[], strips: readonly Buffer[]): Buffer {
  const offsets: Tag = { id: 273, type: LONG, values: strips.map(() => 0) }
  const counts: Tag = { id: 279, type: LONG, values: strips.map(({ length }) => length) }
  const all = [...tags, offsets, counts].sort((a, b) => a.id - b.id)
  const outside = (tag: Tag): number => {
    const bytes = tag.type.bytes * tag.values.length
    return bytes > 4 ? bytes + (bytes % 2) : 0
  }
  const valuesAt = 8 + 2 + all.length * 12 + 4
  let stripAt = valuesAt + all.reduce((sum, tag) => sum + outside(tag), 0)
  offsets.values = strips.map(({ length }) => (stripAt += length) - length)
  const head = Buffer.alloc(valuesAt + all.reduce((sum, tag) => sum + outside(tag), 0))
  head.write('II', 'latin1')
  head.writeUInt16LE(42, 2)
  head.writeUInt32LE(8, 4)
  head.writeUInt16LE(all.length, 8)
  let free = valuesAt
  for (const [index, tag] of all.entries()) {
    const entry = 10 + index * 12
    head.writeUInt16LE(tag.id, entry)
    head.writeUInt16LE(tag.type.id, entry + 2)
    head.writeUInt32LE(tag.values.length, entry + 4)
    const bytes = outside(tag)
    if (bytes > 0) {
      head.writeUInt32LE(free, entry + 8)
    }
    writeValues(head, tag, bytes > 0 ? free : entry + 8)
    free += bytes
  }
  return Buffer.concat([head, ...strips])
}

function writeValues(target: Buffer, { type, values }: Tag, offset: number): void {
  for (const [index, value] of values.entries()) {
    const at = offset + index * type.bytes
    if (type.id === DOUBLE.id) {
      target.writeDoubleLE(value, at)
    } else {
      target.writeUIntLE(value, at, type.bytes)
    }
  }
}
