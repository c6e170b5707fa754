import { decode } from 'fast-png'
import type { DecodedPng } from 'fast-png'
import { decodeFile } from '../images/decode'
import type { DecodedFile } from '../images/decode'
import { ImageError } from '../images/error'

/** A mask file's numbers as stored, not yet upright: one a pixel, row-major. */
export interface LabelValues {
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
 * Grey values as they are. Of a palette its numbers, unless the palette is grey: then what it shows. Of
 * colours the first, where all three are equal. @throws ImageError
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

/** Null where the file has no palette, or a grey one. */
function paletteIndexes(path: string, { bytes, samples }: DecodedFile): Uint8Array | null {
  if (bytes[25] !== COLOURED_PALETTE) {
    return null
  }
  const png = decodePalette(path, bytes)
  const isGrey = png.palette?.every(([red, green, blue]) => red === green && red === blue) ?? true
  return isGrey ? null : unpack(png.data, samples.width, samples.height, png.depth)
}

/** Stricter than the decoder that made the samples: it also reads what lies after the pixels. */
function decodePalette(path: string, bytes: Buffer): DecodedPng {
  try {
    return decode(bytes)
  } catch {
    throw new ImageError('unreadable', path, 'is damaged or incomplete: copy it again from its source')
  }
}

/** Rows of 1, 2, 4 or 8 bits a value, each row from a byte of its own. */
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
