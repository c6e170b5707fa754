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
  /** TIFF 6.0 ExtraSamples of the last band: 0 is another band, 1 associated alpha, 2 unassociated alpha. */
  lastBand?: 0 | 1 | 2
  /** TIFF 6.0 Compression and Predictor, and the pixels that are coded by them; those of `data` as they are where absent. */
  coded?: { compression: number; predictor: number; pixels: Buffer }
  isBigEndian?: boolean
}

const SHORT = 3
const LONG = 4
const ASCII = 2

type Tag = readonly [tag: number, type: number, values: readonly number[] | Buffer]

export function makeBandTiff({ width, height, bands, data, ...options }: MadeBands): Buffer {
  const { names = [], orientation = 1, lastBand = 0, coded, isBigEndian = false } = options
  const pixels = coded?.pixels ?? Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  const each = (value: number): number[] => Array.from({ length: bands }, () => value)
  const items = names.map(
    (name, at) => `<Item name="DESCRIPTION" sample="${at}" role="description">${name}</Item>`,
  )
  const tags: Tag[] = [
    [256, LONG, [width]],
    [257, LONG, [height]],
    [258, SHORT, each(data.BYTES_PER_ELEMENT * 8)],
    [259, SHORT, [coded?.compression ?? 1]],
    [262, SHORT, [1]],
    [273, LONG, [8]],
    [274, SHORT, [orientation]],
    [277, SHORT, [bands]],
    [278, LONG, [height]],
    [279, LONG, [pixels.length]],
    ...(coded === undefined ? [] : [[317, SHORT, [coded.predictor]] as const]),
    ...(bands === 1
      ? []
      : [[338, SHORT, [...Array.from({ length: bands - 2 }, () => 0), lastBand]] as const]),
    [339, SHORT, each(data instanceof Float32Array ? 3 : 1)],
    ...(items.length === 0
      ? []
      : [[42_112, ASCII, Buffer.from(`<GDALMetadata>${items.join('')}</GDALMetadata>\0`)] as const]),
  ]
  return withDirectory(pixels, tags, isBigEndian)
}

function withDirectory(pixels: Buffer, tags: readonly Tag[], isBigEndian: boolean): Buffer {
  const write = (target: Buffer, value: number, at: number, size: 2 | 4): void => {
    if (isBigEndian) {
      target.writeUIntBE(value, at, size)
    } else {
      target.writeUIntLE(value, at, size)
    }
  }
  const parts: Buffer[] = [pixels]
  let at = 8 + pixels.length
  const directory = Buffer.alloc(2 + tags.length * 12 + 4)
  write(directory, tags.length, 0, 2)
  for (const [index, [tag, type, values]] of tags.entries()) {
    const bytes = bytesOf(type, values, write)
    const entry = 2 + index * 12
    write(directory, tag, entry, 2)
    write(directory, type, entry + 2, 2)
    write(directory, values.length, entry + 4, 4)
    if (bytes.length <= 4) {
      bytes.copy(directory, entry + 8)
    } else {
      write(directory, at, entry + 8, 4)
      parts.push(bytes)
      at += bytes.length
    }
  }
  const start = Buffer.alloc(8, isBigEndian ? 'MM\0*' : 'II*\0', 'latin1')
  write(start, at, 4, 4)
  return Buffer.concat([start, ...parts, directory])
}

function bytesOf(
  type: number,
  values: readonly number[] | Buffer,
  write: (target: Buffer, value: number, at: number, size: 2 | 4) => void,
): Buffer {
  if (Buffer.isBuffer(values)) {
    return values
  }
  const size = type === SHORT ? 2 : 4
  const bytes = Buffer.alloc(values.length * size)
  values.forEach((value, at) => write(bytes, value, at * size, size))
  return bytes
}
