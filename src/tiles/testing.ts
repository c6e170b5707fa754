import { deflateSync } from 'node:zlib'
import type { Rect } from '../mask/bitmap'

/** An area of one colour. */
export interface Patch extends Rect {
  colour: readonly [number, number, number]
}

interface MadeScene {
  width: number
  height: number
  patches?: readonly Patch[]
  /** Of tiles; a multiple of 16. */
  side?: number
}

const SHORT = 3
const LONG = 4

/** Of places that no patch covers: a pattern that any tile has alike, so that a file of any size is small. */
export function groundAt(x: number, y: number): [number, number, number] {
  const light = 110 + ((x * 7 + y * 13) % 29) + (((x >> 4) + (y >> 4)) % 2) * 12
  return [light, light - 10, light - 25]
}

export function colourAt(patches: readonly Patch[], x: number, y: number): readonly [number, number, number] {
  const patch = patches.findLast((one) => isIn(one, x, y))
  return patch?.colour ?? groundAt(x % 512, y % 512)
}

function isIn(rect: Rect, x: number, y: number): boolean {
  return x >= rect.x && y >= rect.y && x < rect.x + rect.width && y < rect.y + rect.height
}

/** A tiled TIFF (Deflate, RGB) for tests. Tiles without a patch share their bytes: 400 megapixels are some kilobytes. */
export function makeLargeTiff({ width, height, patches = [], side = 512 }: MadeScene): Buffer {
  const [columns, rows] = [Math.ceil(width / side), Math.ceil(height / side)]
  const parts: Buffer[] = []
  const [offsets, counts]: [number[], number[]] = [[], []]
  const known = new Map<string, { offset: number; count: number }>()
  let end = 8
  for (let index = 0; index < columns * rows; index += 1) {
    const tile = {
      x: (index % columns) * side,
      y: Math.floor(index / columns) * side,
      width: side,
      height: side,
    }
    const own = patches.filter((patch) => areOverlapping(patch, tile))
    const key = own.length === 0 ? `${tile.x % 512} ${tile.y % 512}` : String(index)
    let place = known.get(key)
    if (place === undefined) {
      const bytes = deflateSync(tilePixels(tile, own))
      place = { offset: end, count: bytes.length }
      known.set(key, place)
      parts.push(bytes)
      end += bytes.length
    }
    offsets.push(place.offset)
    counts.push(place.count)
  }
  const tags: [number, number, number[]][] = [
    [256, LONG, [width]],
    [257, LONG, [height]],
    [258, SHORT, [8, 8, 8]],
    [259, SHORT, [8]],
    [262, SHORT, [2]],
    [277, SHORT, [3]],
    [322, LONG, [side]],
    [323, LONG, [side]],
    [324, LONG, offsets],
    [325, LONG, counts],
  ]
  return assemble(parts, end, tags)
}

function areOverlapping(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

function tilePixels(tile: Rect, patches: readonly Patch[]): Buffer {
  const pixels = Buffer.alloc(tile.width * tile.height * 3)
  for (let y = 0, at = 0; y < tile.height; y += 1) {
    for (let x = 0; x < tile.width; x += 1, at += 3) {
      pixels.set(colourAt(patches, tile.x + x, tile.y + y), at)
    }
  }
  return pixels
}

function assemble(
  parts: readonly Buffer[],
  start: number,
  tags: readonly [number, number, number[]][],
): Buffer {
  const directory = Buffer.alloc(2 + 12 * tags.length + 4)
  directory.writeUInt16LE(tags.length, 0)
  const values: Buffer[] = []
  const directoryAt = start + (start % 2)
  let at = directoryAt + directory.length
  tags.forEach(([id, type, numbers], index) => {
    const entry = 2 + 12 * index
    const bytes = Buffer.alloc(numbers.length * (type === SHORT ? 2 : 4))
    numbers.forEach((value, each) =>
      type === SHORT ? bytes.writeUInt16LE(value, 2 * each) : bytes.writeUInt32LE(value, 4 * each),
    )
    directory.writeUInt16LE(id, entry)
    directory.writeUInt16LE(type, entry + 2)
    directory.writeUInt32LE(numbers.length, entry + 4)
    if (bytes.length <= 4) {
      bytes.copy(directory, entry + 8)
    } else {
      directory.writeUInt32LE(at, entry + 8)
      values.push(bytes)
      at += bytes.length
    }
  })
  const header = Buffer.from([0x49, 0x49, 42, 0, 0, 0, 0, 0])
  header.writeUInt32LE(directoryAt, 4)
  return Buffer.concat([header, ...parts, Buffer.alloc(start % 2), directory, ...values])
}
