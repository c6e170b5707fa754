import { VALUES_HEADER_BYTES } from '../../../src/contract/value-facts'
import { invert, project } from '../../../src/domain/homography'
import type { Homography } from '../../../src/domain/pair'
import type { PairWindow } from '../../../src/domain/value-mapping'
import type { Size } from '../../../src/mask/bitmap'

/** Values of a frame at the size of a preview: row-major, interleaved. Not a number: nothing was measured. */
export interface ValuePlane {
  width: number
  height: number
  /** Values a pixel: one for grey, three for red, green and blue. */
  channels: number
  data: Float32Array
}

/** @throws RangeError for bytes of another form */
export function readPlane(bytes: ArrayBuffer): ValuePlane {
  const [width, height, channels] = new Uint32Array(bytes, 0, 3)
  const data = new Float32Array(bytes, VALUES_HEADER_BYTES)
  if (data.length !== width * height * channels) {
    throw new RangeError('The values of the image came incomplete.')
  }
  return { width, height, channels, data }
}

/** Pixels as words of four bytes, red first: machines are little-endian. */
const OPAQUE = 0xff_00_00_00
const GREY = 0x01_01_01
/** Mid grey, as in the pictures of the engine: what was not measured. */
const BACKDROP = 0xff_80_80_80

/** RGBA, with the window's ends as 0 and 255. Whole pixels are written at once, which takes a third of the time. */
export function paintPlane(
  { channels, data }: ValuePlane,
  { low, high }: PairWindow,
  pixels: Uint8ClampedArray,
): void {
  const words = new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.length / 4)
  const factor = 255 / (high - low)
  const byteOf = (value: number): number => {
    const byte = (value - low) * factor
    return byte > 0 ? (byte < 255 ? Math.round(byte) : 255) : 0
  }
  for (let from = 0, at = 0; at < words.length; from += channels, at += 1) {
    const value = data[from]
    if (Number.isNaN(value)) {
      words[at] = BACKDROP
    } else if (channels === 1) {
      words[at] = OPAQUE | (byteOf(value) * GREY)
    } else {
      words[at] = OPAQUE | (byteOf(data[from + 2]) << 16) | (byteOf(data[from + 1]) << 8) | byteOf(value)
    }
  }
}

/**
 * The before frame as it lies in the after frame, by the nearest value.
 * @param alignment maps pixels of the before frame to those of the after frame, both of this size
 */
export function alignedPlane(plane: ValuePlane, alignment: Homography, image: Size): ValuePlane {
  const toBefore = invert(alignment)
  if (toBefore === null) {
    return plane
  }
  const { width, height, channels } = plane
  const data = new Float32Array(plane.data.length).fill(NaN)
  const [across, down] = [image.width / width, image.height / height]
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const from = project(toBefore, { x: (x + 0.5) * across - 0.5, y: (y + 0.5) * down - 0.5 })
      const column = Math.floor((from.x + 0.5) / across)
      const row = Math.floor((from.y + 0.5) / down)
      if (column >= 0 && row >= 0 && column < width && row < height) {
        const start = (row * width + column) * channels
        data.set(plane.data.subarray(start, start + channels), (y * width + x) * channels)
      }
    }
  }
  return { ...plane, data }
}
