import { endianness } from 'node:os'
import { VALUES_HEADER_BYTES } from '../contract/value-facts'
import type { Samples } from './raster'
import { isMissing } from './samples'
import { stepsOf, swapsSides } from './transform'

/** Long side of a preview, in pixels: what two panes show of an image as a whole. */
const PREVIEW_SIDE = 1024

/**
 * The values of an upright image at a size at which they can be shown anew with every move of the pointer: three
 * 32-bit whole numbers (width, height, values a pixel), then 32-bit floating point values, row-major and
 * interleaved. All little-endian. A larger image is averaged over squares. Not a number: nothing was measured.
 */
export function valuePreview(samples: Samples, orientation: number): Buffer {
  if (endianness() !== 'LE') {
    throw new Error('previews are little-endian')
  }
  const isTurned = swapsSides(orientation)
  const { width, height, colours } = samples
  const [uprightWidth, uprightHeight] = isTurned ? [height, width] : [width, height]
  const factor = Math.max(1, Math.ceil(Math.max(width, height) / PREVIEW_SIDE))
  const across = Math.ceil(uprightWidth / factor)
  const down = Math.ceil(uprightHeight / factor)
  const bytes = Buffer.alloc(VALUES_HEADER_BYTES + across * down * colours * 4)
  bytes.writeUInt32LE(across, 0)
  bytes.writeUInt32LE(down, 4)
  bytes.writeUInt32LE(colours, 8)
  const values = new Float32Array(bytes.buffer, bytes.byteOffset + VALUES_HEADER_BYTES)
  const [along, below, start] = stepsOf(orientation, width, height)
  for (let y = 0; y < down; y += 1) {
    for (let x = 0; x < across; x += 1) {
      const square = {
        start: start + x * factor * along + y * factor * below,
        columns: Math.min(factor, uprightWidth - x * factor),
        rows: Math.min(factor, uprightHeight - y * factor),
        along,
        below,
      }
      for (let colour = 0; colour < colours; colour += 1) {
        values[(y * across + x) * colours + colour] = meanOf(samples, square, colour)
      }
    }
  }
  return bytes
}

/** Of an upright square, in stored pixels. */
interface Square {
  start: number
  columns: number
  rows: number
  along: number
  below: number
}

/** Not a number where nothing was measured. */
function meanOf({ data, channels, noData }: Samples, square: Square, colour: number): number {
  let [sum, count] = [0, 0]
  for (let row = 0; row < square.rows; row += 1) {
    let at = (square.start + row * square.below) * channels + colour
    for (let column = 0; column < square.columns; column += 1) {
      const value = data[at]
      if (!isMissing(value, noData)) {
        sum += value
        count += 1
      }
      at += square.along * channels
    }
  }
  return count === 0 ? NaN : sum / count
}
