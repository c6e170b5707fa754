import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { encodeGreyPng, encodePng } from './raster'
import type { Raster } from './raster'
import { endianness } from 'node:os'
import { seededRandom } from '../metrics/set-score'

/** Made pairs on disk, for tests and benchmarks. The same numbers give the same bytes. */

interface PairFolderOptions {
  count: number
  width: number
  height: number
  /** `a-b` adds `label/` masks, `suffix` is `_before` and `_after` in one folder. */
  layout: 'a-b' | 'before-after' | 'suffix'
}

interface MadePair {
  key: string
  before: Raster
  after: Raster
  /** One byte a pixel, 255 where the rectangle appeared. */
  mask: Uint8Array
}

/** Writes `count` PNG pairs, one rectangle appearing in each, and returns their keys in order. */
export async function makePairFolder(folder: string, options: PairFolderOptions): Promise<string[]> {
  const keys: string[] = []
  for (let index = 0; index < options.count; index += 1) {
    const pair = makePair(index, options.width, options.height)
    const paths = pathsOf(pair.key, options.layout)
    await write(join(folder, paths.before), await encodePng(pair.before))
    await write(join(folder, paths.after), await encodePng(pair.after))
    if (paths.label !== null) {
      const { width, height } = pair.after
      await write(join(folder, paths.label), await encodeGreyPng({ width, height, data: pair.mask }))
    }
    keys.push(pair.key)
  }
  return keys
}

/** A grey ramp with mild texture; in the after image a rectangle of one colour. */
export function makePair(index: number, width: number, height: number): MadePair {
  const before = background(width, height, index)
  const after = { width, height, data: before.data.slice() }
  const mask = new Uint8Array(width * height)
  const next = seededRandom(index + 1)
  const rectWidth = Math.max(1, Math.floor(width * (0.15 + 0.15 * next())))
  const rectHeight = Math.max(1, Math.floor(height * (0.15 + 0.15 * next())))
  const left = Math.floor((width - rectWidth) * next())
  const top = Math.floor((height - rectHeight) * next())
  const colour = [220, 40 + Math.floor(60 * next()), 40 + Math.floor(60 * next())]
  for (let y = top; y < top + rectHeight; y += 1) {
    for (let x = left; x < left + rectWidth; x += 1) {
      mask[y * width + x] = 255
      after.data.set(colour, (y * width + x) * 3)
    }
  }
  return { key: `pair_${String(index).padStart(6, '0')}`, before, after, mask }
}

function background(width: number, height: number, seed: number): Raster {
  const next = seededRandom(seed + 1_000_003)
  const data = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const value = 60 + Math.floor((80 * x) / width + (40 * y) / height + 4 * next())
      data.fill(value, (y * width + x) * 3, (y * width + x) * 3 + 3)
    }
  }
  return { width, height, data }
}

function pathsOf(
  key: string,
  layout: PairFolderOptions['layout'],
): { before: string; after: string; label: string | null } {
  switch (layout) {
    case 'a-b':
      return { before: `A/${key}.png`, after: `B/${key}.png`, label: `label/${key}.png` }
    case 'before-after':
      return { before: `before/${key}.png`, after: `after/${key}.png`, label: null }
    case 'suffix':
      return { before: `${key}_before.png`, after: `${key}_after.png`, label: null }
  }
}

async function write(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, bytes)
}

interface MadeTiff {
  width: number
  height: number
  /** Grey values, row-major. */
  data: Uint8Array | Uint16Array | Uint32Array | Int16Array | Float32Array
  /** GDAL_NODATA, as text. */
  noData?: string
  /** TIFF 6.0 PhotometricInterpretation: 0 is white at 0, 1 is black at 0. */
  photometric?: 0 | 1
  /** TIFF 6.0 and later: 1 is none. */
  compression?: number
  /** The coded pixels of each strip; those of `data` as they are where absent. */
  strips?: readonly Uint8Array[]
  rowsPerStrip?: number
}

const SHORT = 3
const LONG = 4
const ASCII = 2

export type TiffTag = [tag: number, type: number, count: number, value: number]

/** TIFF 6.0, section 2: the only directory of a little-endian file. */
export function tiffDirectory(tags: readonly TiffTag[]): Buffer {
  const directory = Buffer.alloc(2 + tags.length * 12 + 4)
  directory.writeUInt16LE(tags.length, 0)
  for (const [index, [tag, type, count, value]] of tags.entries()) {
    const entry = 2 + index * 12
    directory.writeUInt16LE(tag, entry)
    directory.writeUInt16LE(type, entry + 2)
    directory.writeUInt32LE(count, entry + 4)
    directory.writeUInt32LE(value, entry + 8)
  }
  return directory
}

/** A classic TIFF of strips, for tests. */
export function makeTiff({ width, height, data, noData, compression = 1, ...rest }: MadeTiff): Buffer {
  const own = [new Uint8Array(data.buffer, data.byteOffset, data.byteLength)]
  const { strips = own, rowsPerStrip = height, photometric = 1 } = rest
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
  const tags: TiffTag[] = [
    [256, LONG, 1, width],
    [257, LONG, 1, height],
    [258, SHORT, 1, data.BYTES_PER_ELEMENT * 8],
    [259, SHORT, 1, compression],
    [262, SHORT, 1, photometric],
    [273, LONG, strips.length, isOne ? pixelsAt : listsAt],
    [277, SHORT, 1, 1],
    [278, LONG, 1, rowsPerStrip],
    [279, LONG, strips.length, isOne ? pixels.length : listsAt + strips.length * 4],
    [339, SHORT, 1, format],
  ]
  if (text.length > 0) {
    tags.push([42_113, ASCII, text.length, textAt])
  }
  const directory = tiffDirectory(tags)
  const start = Buffer.from('II*\0\0\0\0\0', 'latin1')
  start.writeUInt32LE(listsAt + lists.length, 4)
  if (endianness() !== 'LE') {
    throw new Error('made pixels are little-endian')
  }
  return Buffer.concat([start, pixels, text, lists, directory])
}
