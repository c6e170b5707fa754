import { VALUES_HEADER_BYTES } from '../../../src/contract/value-facts'
import { invert, project } from '../../../src/domain/homography'
import type { Homography } from '../../../src/domain/pair'
import type { PairWindow } from '../../../src/domain/value-mapping'
import type { Size } from '../stage/camera'

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

/** As in the pictures of the engine: what was not measured. */
const BACKDROP = 128

/** RGBA, with the window's ends as 0 and 255. */
export function paintPlane(
  { channels, data }: ValuePlane,
  { low, high }: PairWindow,
  pixels: Uint8ClampedArray,
): void {
  const factor = 255 / (high - low)
  const [green, blue] = channels === 3 ? [1, 2] : [0, 0]
  for (let from = 0, to = 0; from < data.length; from += channels, to += 4) {
    const red = data[from]
    if (Number.isNaN(red)) {
      pixels.fill(BACKDROP, to, to + 3)
    } else {
      pixels[to] = (red - low) * factor
      pixels[to + 1] = (data[from + green] - low) * factor
      pixels[to + 2] = (data[from + blue] - low) * factor
    }
    pixels[to + 3] = 255
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
