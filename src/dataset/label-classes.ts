import { basename } from 'node:path'
import { decode } from 'fast-png'
import type { DecodedPng } from 'fast-png'
import { decodeFile } from '../images/decode'
import type { DecodedFile } from '../images/decode'
import { ImageError } from '../images/file'
import { message } from '../messages/message'

/** A mask file's numbers as stored, not yet upright: one a pixel, row-major. */
interface LabelValues {
  width: number
  height: number
  /** EXIF, 1 to 8. */
  orientation: number
  data: ArrayLike<number>
  /** As many as the file has: 1 or 3, alpha not counted. */
  colours: 1 | 3
  /** The colours differ within pixels: `data` holds `red * 65536 + green * 256 + blue`. */
  isColoured: boolean
}

const COLOURED_PALETTE = 3 // PNG colour type

/**
 * Grey values as stored. Indices of a palette, unless the palette is grey: then its grey values. The first channel of
 * colours, if all three are equal. @throws ImageError
 */
export async function readLabelValues(path: string): Promise<LabelValues> {
  const file = await decodeFile(path)
  const { width, height } = file.samples
  const orientation = file.header.orientation
  const indexes = file.header.format === 'png' ? paletteIndexes(path, file) : null
  if (indexes !== null) {
    return { width, height, orientation, data: indexes, colours: 1, isColoured: false }
  }
  const { data, isColoured } = firstOrPacked(file)
  return { width, height, orientation, data, colours: file.samples.colours, isColoured }
}

function firstOrPacked({ samples }: DecodedFile): { data: ArrayLike<number>; isColoured: boolean } {
  const { data, channels, colours } = samples
  if (channels === 1) {
    return { data, isColoured: false }
  }
  const pixels = data.length / channels
  const first = new Uint32Array(pixels)
  const packed = new Uint32Array(pixels)
  let isColoured = false
  for (let pixel = 0; pixel < pixels; pixel += 1) {
    const at = pixel * channels
    first[pixel] = data[at]
    if (colours === 3) {
      packed[pixel] = (data[at] << 16) | (data[at + 1] << 8) | data[at + 2]
      isColoured ||= data[at] !== data[at + 1] || data[at] !== data[at + 2]
    }
  }
  return { data: isColoured ? packed : first, isColoured }
}

/** Null if the file has no palette, or a grey one. */
function paletteIndexes(path: string, { bytes, samples }: DecodedFile): Uint8Array | null {
  if (bytes[25] !== COLOURED_PALETTE) {
    return null
  }
  const png = decodePalette(path, bytes)
  const isGrey = png.palette?.every(([red, green, blue]) => red === green && red === blue) ?? true
  return isGrey ? null : unpack(png.data, samples.width, samples.height, png.depth)
}

/** Stricter than the decoder that made the samples: it also reads the chunks after the pixels. */
function decodePalette(path: string, bytes: Buffer): DecodedPng {
  try {
    return decode(bytes)
  } catch {
    throw new ImageError('unreadable', path, message('problems.incomplete', { name: basename(path) }))
  }
}

/** Unpacks rows of 1, 2, 4 or 8 bits a value; each row starts at a byte. */
function unpack(data: ArrayLike<number>, width: number, height: number, depth: number): Uint8Array {
  const rowBytes = Math.ceil((width * depth) / 8)
  const top = (1 << depth) - 1
  const values = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const bit = x * depth
      const shift = 8 - depth - (bit % 8)
      values[y * width + x] = (data[y * rowBytes + Math.floor(bit / 8)] >> shift) & top
    }
  }
  return values
}

/** A class of a mask file and the values that belong to it. */
interface LabelClass {
  category: string
  holds: (value: number) => boolean
}

const CHANGE_CATEGORY = 'change'

/** LEVIR-MCI: `seg_label[== 128] = 1` is road, `[== 255] = 2` building (Change-Agent, LEVIR_MCI.py). */
export const LEVIR_CLASSES: readonly { category: string; value: number }[] = [
  { category: 'road', value: 128 },
  { category: 'building', value: 255 },
]

/** Values beside 255 in change detection sets: shadow, outside, unsure, unknown (CDnet, SBI2015). */
const UNDECIDED_VALUES = new Set([50, 85, 127, 128, 170])

/** More values than this are the grey edges of a resampled or lossy mask, or numbered objects. */
const MAX_CLASSES = 64

/** A value of this or more in a mask of many values is white. */
const WHITE_FROM = 200

/**
 * Classes of the values of a mask.
 * @param isLevir the file lies where only LEVIR-MCI has its masks
 */
export function classesOf(label: LabelValues, isLevir: boolean): LabelClass[] {
  const values = distinctValues(label)
  const top = values.at(-1)
  if (top === undefined) {
    return []
  }
  if (label.isColoured) {
    return colourClasses(values)
  }
  if (isLevirLabel(label, values, isLevir)) {
    return LEVIR_CLASSES.map(({ category, value }) => ({ category, holds: (found) => found === value }))
  }
  if (values.length === 1) {
    return [changeFrom(top)]
  }
  if (top === 255 && values.slice(0, -1).every((value) => UNDECIDED_VALUES.has(value))) {
    return [changeFrom(255)]
  }
  const classes = top === 255 ? values.slice(0, -1) : values // 255 beside numbers is "ignore", as in VOC
  const areNumbers = classes.length <= MAX_CLASSES && (classes.at(-1) ?? 0) <= MAX_CLASSES
  return areNumbers ? classes.map(numberedClass) : [changeFrom(top >= WHITE_FROM && top <= 255 ? 128 : 1)]
}

function isLevirLabel({ colours }: LabelValues, values: readonly number[], isLevir: boolean): boolean {
  const fits = values.every((value) => LEVIR_CLASSES.some((levirClass) => levirClass.value === value))
  return fits && colours === 3 && (isLevir || values.includes(128))
}

function changeFrom(least: number): LabelClass {
  return { category: CHANGE_CATEGORY, holds: (value) => value >= least }
}

function numberedClass(number: number): LabelClass {
  return { category: `class ${number}`, holds: (value) => value === number }
}

function colourClasses(colours: readonly number[]): LabelClass[] {
  if (colours.length > MAX_CLASSES) {
    return [{ category: CHANGE_CATEGORY, holds: (colour) => brightest(colour) >= 128 }]
  }
  return colours.map((wanted) => ({
    category: `colour #${wanted.toString(16).padStart(6, '0')}`,
    holds: (colour) => colour === wanted,
  }))
}

function brightest(colour: number): number {
  return Math.max(colour >> 16, (colour >> 8) & 255, colour & 255)
}

/** Without 0, ascending. Whole numbers only: of a floating-point mask its ones. */
function distinctValues({ data }: LabelValues): number[] {
  const values = new Set<number>()
  for (let index = 0; index < data.length; index += 1) {
    if (data[index] !== 0) {
      values.add(data[index])
    }
  }
  return [...values].sort((a, b) => a - b)
}
