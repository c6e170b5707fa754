import { readExactly } from '../images/header/source'
import type { ByteSource } from '../images/header/source'

/** Tags of a TIFF that tell where it lies; null for one that is not there, or is not as it should be. */
export interface TiffTags {
  /** ModelPixelScale: x, y, z. */
  pixelScale: number[] | null
  /** ModelTiepoint: column, row, 0, x, y, z of each. */
  tiepoints: number[] | null
  /** ModelTransformation: 4 x 4, row by row. */
  matrix: number[] | null
  /** GeoKeyDirectory. */
  geoKeys: number[] | null
  geoAscii: string | null
}

const PIXEL_SCALE = 33_550
const TIEPOINTS = 33_922
const MATRIX = 34_264
const GEO_KEYS = 34_735
const GEO_ASCII = 34_737

/** Values of one tag: real ones have some hundred. Images with thousands of control points have no transform. */
const MAX_VALUES = 65_536
const MAX_ENTRIES = 4096

/** TIFF 6.0 section 2: bytes of a value by its type. */
const ASCII = 2
const SHORT = 3
const DOUBLE = 12
const TYPE_BYTES: Readonly<Record<number, number>> = { [ASCII]: 1, [SHORT]: 2, [DOUBLE]: 8 }

interface Layout {
  little: boolean
  big: boolean
}

/** Of the first directory, TIFF or BigTIFF. It costs a few small reads. @throws HeaderError */
export async function readTiffTags(source: ByteSource): Promise<TiffTags> {
  const start = await readExactly(source, 0, 16)
  const layout = { little: start[0] === 0x49, big: start[2] === 0x2b || start[3] === 0x2b }
  const directory = layout.big ? wide(start, 8, layout) : number(start, 4, 4, layout)
  const head = Buffer.from(await readExactly(source, directory, layout.big ? 8 : 2))
  const count = Math.min(MAX_ENTRIES, layout.big ? wide(head, 0, layout) : number(head, 0, 2, layout))
  const entryBytes = layout.big ? 20 : 12
  // a window of the file moves with the next read
  const entries = Buffer.from(await readExactly(source, directory + head.length, count * entryBytes))
  const values = async (tag: number, type: number): Promise<Buffer | null> => {
    for (let at = 0; at < entries.length; at += entryBytes) {
      if (number(entries, at, 2, layout) === tag && number(entries, at + 2, 2, layout) === type) {
        return valuesAt(source, entries.subarray(at, at + entryBytes), layout)
      }
    }
    return null
  }
  const [scale, tiepoints, matrix] = [
    await values(PIXEL_SCALE, DOUBLE),
    await values(TIEPOINTS, DOUBLE),
    await values(MATRIX, DOUBLE),
  ]
  const [keys, ascii] = [await values(GEO_KEYS, SHORT), await values(GEO_ASCII, ASCII)]
  return {
    pixelScale: doubles(scale, layout),
    tiepoints: doubles(tiepoints, layout),
    matrix: doubles(matrix, layout),
    geoKeys: keys === null ? null : numbersOf(keys, 2, (at) => number(keys, at, 2, layout)),
    geoAscii: ascii === null ? null : ascii.toString('latin1'),
  }
}

/** Null where the entry counts more values than any real one has. */
async function valuesAt(source: ByteSource, entry: Buffer, layout: Layout): Promise<Buffer | null> {
  const count = layout.big ? wide(entry, 4, layout) : number(entry, 4, 4, layout)
  if (count > MAX_VALUES) {
    return null
  }
  const bytes = count * TYPE_BYTES[number(entry, 2, 2, layout)]
  const field = layout.big ? 12 : 8
  if (bytes <= entry.length - field) {
    return entry.subarray(field, field + bytes)
  }
  const offset = layout.big ? wide(entry, field, layout) : number(entry, field, 4, layout)
  return Buffer.from(await readExactly(source, offset, bytes))
}

function doubles(bytes: Buffer | null, { little }: Layout): number[] | null {
  return bytes === null
    ? null
    : numbersOf(bytes, 8, (at) => (little ? bytes.readDoubleLE(at) : bytes.readDoubleBE(at)))
}

function numbersOf(bytes: Buffer, width: number, read: (at: number) => number): number[] {
  return Array.from({ length: Math.floor(bytes.length / width) }, (_, index) => read(index * width))
}

function number(bytes: Buffer, offset: number, length: 2 | 4, { little }: Layout): number {
  return little ? bytes.readUIntLE(offset, length) : bytes.readUIntBE(offset, length)
}

function wide(bytes: Buffer, offset: number, { little }: Layout): number {
  return Number(little ? bytes.readBigUInt64LE(offset) : bytes.readBigUInt64BE(offset))
}
