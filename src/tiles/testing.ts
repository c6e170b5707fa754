import { deflateSync } from 'node:zlib'
import type { Rect } from '../mask/bitmap'
import { containsPoint, overlaps } from '../mask/rect'

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
  /** The colour of each place, instead of the pattern: then no two tiles share their bytes. */
  paint?: Paint
  /** Pixels after which the colours repeat: tiles without a patch share their bytes. */
  period?: number
  /** How many overviews it has, each half the size of the one before: the middle of each square of pixels. */
  overviews?: number
}

/** The colour at a place in pixels of the image; may be asked between pixels. */
export type Paint = (x: number, y: number) => readonly [number, number, number]

export const ASCII = 2
export const SHORT = 3
export const LONG = 4
/** TIFF 6.0 section 2: bytes of a value by its type. */
const TYPE_BYTES: Readonly<Record<number, 1 | 2 | 4>> = { [ASCII]: 1, [SHORT]: 2, [LONG]: 4 }

/** Of places that no patch covers: a pattern that any tile has alike, so that a file of any size is small. */
export function groundAt(x: number, y: number): [number, number, number] {
  const light = 110 + ((x * 7 + y * 13) % 29) + (((x >> 4) + (y >> 4)) % 2) * 12
  return [light, light - 10, light - 25]
}

export function colourAt(patches: readonly Patch[], x: number, y: number): readonly [number, number, number] {
  const patch = patches.findLast((one) => containsPoint(one, x, y))
  return patch?.colour ?? groundAt(x % 512, y % 512)
}

/** A tiled TIFF (Deflate, RGB) for tests. Tiles without a patch share their bytes: 400 megapixels are some kilobytes. */
export function makeLargeTiff(scene: MadeScene): Buffer {
  const file: Written = { parts: [], end: 8 }
  const levels = Array.from({ length: 1 + (scene.overviews ?? 0) }, (_, level) =>
    writeLevel(file, scene, level),
  )
  return assemble(file, levels)
}

/** What follows the header of a file. */
export interface Written {
  parts: Buffer[]
  end: number
}

export type Tag = [id: number, type: number, numbers: number[]]

/** The tiles of a level, into the file. Returns its directory. */
function writeLevel(file: Written, scene: MadeScene, level: number): Tag[] {
  const { patches = [], side = 512, paint = groundAt, period = scene.paint ? Infinity : 512 } = scene
  const scale = 2 ** level
  const [width, height] = [Math.ceil(scene.width / scale), Math.ceil(scene.height / scale)]
  const [columns, rows] = [Math.ceil(width / side), Math.ceil(height / side)]
  const [offsets, counts]: [number[], number[]] = [[], []]
  const known = new Map<string, { offset: number; count: number }>()
  for (let index = 0; index < columns * rows; index += 1) {
    const [x, y] = [(index % columns) * side, Math.floor(index / columns) * side]
    const area = { x: x * scale, y: y * scale, width: side * scale, height: side * scale }
    const own = patches.filter((patch) => overlaps(patch, area))
    const key = own.length > 0 ? String(index) : `${area.x % period} ${area.y % period}`
    let place = known.get(key)
    if (place === undefined) {
      const colour: Paint = (column, row) =>
        own.findLast((patch) => containsPoint(patch, column, row))?.colour ??
        paint(column % period, row % period)
      const bytes = deflateSync(tilePixels({ x, y, width: side, height: side }, scale, colour))
      place = { offset: file.end, count: bytes.length }
      known.set(key, place)
      file.parts.push(bytes)
      file.end += bytes.length
    }
    offsets.push(place.offset)
    counts.push(place.count)
  }
  return [
    [254, LONG, [level === 0 ? 0 : 1]],
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
}

function tilePixels(tile: Rect, scale: number, paint: Paint): Buffer {
  const pixels = Buffer.alloc(tile.width * tile.height * 3)
  const middle = Math.floor(scale / 2)
  for (let y = 0, at = 0; y < tile.height; y += 1) {
    for (let x = 0; x < tile.width; x += 1, at += 3) {
      pixels.set(paint((tile.x + x) * scale + middle, (tile.y + y) * scale + middle), at)
    }
  }
  return pixels
}

/** The file, with a directory for each level. */
export function assemble({ parts, end }: Written, levels: readonly Tag[][]): Buffer {
  const first = end + (end % 2)
  const directories: Buffer[] = []
  let at = first
  levels.forEach((tags, index) => {
    const made = directoryOf(tags, at, index === levels.length - 1)
    directories.push(made)
    at += made.length
  })
  const header = Buffer.from([0x49, 0x49, 42, 0, 0, 0, 0, 0])
  header.writeUInt32LE(first, 4)
  return Buffer.concat([header, ...parts, Buffer.alloc(end % 2), ...directories])
}

/** With the values that do not fit into it behind it. @param start of it in the file */
function directoryOf(tags: readonly Tag[], start: number, isLast: boolean): Buffer {
  const directory = Buffer.alloc(2 + 12 * tags.length + 4)
  directory.writeUInt16LE(tags.length, 0)
  const values: Buffer[] = []
  let at = start + directory.length
  tags.forEach(([id, type, numbers], index) => {
    const entry = 2 + 12 * index
    const width = TYPE_BYTES[type]
    const bytes = Buffer.alloc(numbers.length * width)
    numbers.forEach((value, each) => bytes.writeUIntLE(value, width * each, width))
    directory.writeUInt16LE(id, entry)
    directory.writeUInt16LE(type, entry + 2)
    directory.writeUInt32LE(numbers.length, entry + 4)
    if (bytes.length <= 4) {
      bytes.copy(directory, entry + 8)
    } else {
      directory.writeUInt32LE(at, entry + 8)
      // directories begin at even places
      values.push(bytes, Buffer.alloc(bytes.length % 2))
      at += bytes.length + (bytes.length % 2)
    }
  })
  directory.writeUInt32LE(isLast ? 0 : at, directory.length - 4)
  return Buffer.concat([directory, ...values])
}
