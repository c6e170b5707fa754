/** A TIFF of several bands, for tests. Values are interleaved: all bands of a pixel beside each other. */
interface MadeBands {
  width: number
  height: number
  bands: number
  data: Uint8Array | Uint16Array | Float32Array
  /** GDAL's descriptions of the bands. */
  names?: readonly string[]
  /** TIFF 6.0 Orientation. */
  orientation?: number
}

const SHORT = 3
const LONG = 4
const ASCII = 2

type Tag = readonly [tag: number, type: number, values: readonly number[] | Buffer]

export function makeBandTiff({ width, height, bands, data, names = [], orientation = 1 }: MadeBands): Buffer {
  const pixels = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  const each = (value: number): number[] => Array.from({ length: bands }, () => value)
  const items = names.map(
    (name, at) => `<Item name="DESCRIPTION" sample="${at}" role="description">${name}</Item>`,
  )
  const tags: Tag[] = [
    [256, LONG, [width]],
    [257, LONG, [height]],
    [258, SHORT, each(data.BYTES_PER_ELEMENT * 8)],
    [259, SHORT, [1]],
    [262, SHORT, [1]],
    [273, LONG, [8]],
    [274, SHORT, [orientation]],
    [277, SHORT, [bands]],
    [278, LONG, [height]],
    [279, LONG, [pixels.length]],
    ...(bands === 1 ? [] : [[338, SHORT, Array.from({ length: bands - 1 }, () => 0)] as const]),
    [339, SHORT, each(data instanceof Float32Array ? 3 : 1)],
    ...(items.length === 0
      ? []
      : [[42_112, ASCII, Buffer.from(`<GDALMetadata>${items.join('')}</GDALMetadata>\0`)] as const]),
  ]
  return withDirectory(pixels, tags)
}

function withDirectory(pixels: Buffer, tags: readonly Tag[]): Buffer {
  const parts: Buffer[] = [pixels]
  let at = 8 + pixels.length
  const directory = Buffer.alloc(2 + tags.length * 12 + 4)
  directory.writeUInt16LE(tags.length, 0)
  for (const [index, [tag, type, values]] of tags.entries()) {
    const bytes = Buffer.isBuffer(values) ? values : numbers(type, values)
    const entry = 2 + index * 12
    directory.writeUInt16LE(tag, entry)
    directory.writeUInt16LE(type, entry + 2)
    directory.writeUInt32LE(values.length, entry + 4)
    if (bytes.length <= 4) {
      bytes.copy(directory, entry + 8)
    } else {
      directory.writeUInt32LE(at, entry + 8)
      parts.push(bytes)
      at += bytes.length
    }
  }
  const start = Buffer.from('II*\0\0\0\0\0', 'latin1')
  start.writeUInt32LE(at, 4)
  return Buffer.concat([start, ...parts, directory])
}

function numbers(type: number, values: readonly number[]): Buffer {
  const size = type === SHORT ? 2 : 4
  const bytes = Buffer.alloc(values.length * size)
  values.forEach((value, at) => bytes.writeUIntLE(value, at * size, size))
  return bytes
}
