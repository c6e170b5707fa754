import { endianness } from 'node:os'

interface MadeTiff {
  width: number
  height: number
  /** Grey values, row-major. */
  data: Uint8Array | Uint16Array | Int16Array | Float32Array
  /** GDAL_NODATA, as text. */
  noData?: string
  /** TIFF 6.0 and later: 1 is none. */
  compression?: number
  /** The coded pixels of each strip; those of `data` as they are where absent. */
  strips?: readonly Uint8Array[]
  rowsPerStrip?: number
}

const SHORT = 3
const LONG = 4
const ASCII = 2

/** A classic TIFF of strips, for tests. */
export function makeTiff({ width, height, data, noData, compression = 1, ...rest }: MadeTiff): Buffer {
  const { strips = [new Uint8Array(data.buffer, data.byteOffset, data.byteLength)], rowsPerStrip = height } =
    rest
  const pixels = Buffer.concat(strips)
  const text = Buffer.from(noData === undefined ? '' : `${noData.padEnd(4)}\0`, 'latin1')
  const pixelsAt = 8
  const textAt = pixelsAt + pixels.length
  const listsAt = textAt + text.length
  const lists = Buffer.alloc(strips.length * 8)
  for (let index = 0, at = pixelsAt; index < strips.length; at += strips[index].length, index += 1) {
    lists.writeUInt32LE(at, index * 4)
    lists.writeUInt32LE(strips[index].length, (strips.length + index) * 4)
  }
  const isOne = strips.length === 1
  const format = data instanceof Float32Array ? 3 : data instanceof Int16Array ? 2 : 1
  const tags: [tag: number, type: number, count: number, value: number][] = [
    [256, LONG, 1, width],
    [257, LONG, 1, height],
    [258, SHORT, 1, data.BYTES_PER_ELEMENT * 8],
    [259, SHORT, 1, compression],
    [262, SHORT, 1, 1],
    [273, LONG, strips.length, isOne ? pixelsAt : listsAt],
    [277, SHORT, 1, 1],
    [278, LONG, 1, rowsPerStrip],
    [279, LONG, strips.length, isOne ? pixels.length : listsAt + strips.length * 4],
    [339, SHORT, 1, format],
  ]
  if (text.length > 0) {
    tags.push([42_113, ASCII, text.length, textAt])
  }
  const directory = Buffer.alloc(2 + tags.length * 12 + 4)
  directory.writeUInt16LE(tags.length, 0)
  for (const [index, [tag, type, count, value]] of tags.entries()) {
    const entry = 2 + index * 12
    directory.writeUInt16LE(tag, entry)
    directory.writeUInt16LE(type, entry + 2)
    directory.writeUInt32LE(count, entry + 4)
    directory.writeUInt32LE(value, entry + 8)
  }
  const start = Buffer.from('II*\0\0\0\0\0', 'latin1')
  start.writeUInt32LE(listsAt + lists.length, 4)
  if (endianness() !== 'LE') {
    throw new Error('made pixels are little-endian')
  }
  return Buffer.concat([start, pixels, text, lists, directory])
}
