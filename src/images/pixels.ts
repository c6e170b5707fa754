import type { Samples } from './raster'
import type { Size } from '../mask/bitmap'

/** Values of pixels, interleaved and row-major. */
export interface Pixels<Data extends Samples['data'] = Samples['data']> extends Size {
  /** Values a pixel, of which the first `colours` are used. */
  channels: number
  colours: number
  data: Data
  /** One byte a pixel: 1 where nothing was measured. Null where there is no such pixel. */
  missing: Uint8Array | null
}

/** What pixels of the grid are written to: bytes are rounded. */
export type Target = Uint8Array | Float32Array
export type TargetType<T extends Target> = new (length: number) => T

/** A part of an image, pixel by pixel. */
export function cropPixels<T extends Target>(
  image: Pixels,
  { x, y }: { x: number; y: number },
  { width, height }: Size,
  type: TargetType<T>,
): Pixels<T> {
  const { channels, colours } = image
  const data = new type(width * height * colours)
  const missing = image.missing === null ? null : new Uint8Array(width * height)
  for (let row = 0; row < height; row += 1) {
    const from = (y + row) * image.width + x
    if (channels === colours) {
      data.set(image.data.subarray(from * channels, (from + width) * channels), row * width * colours)
    } else {
      copyColours(image, from, width, data, row * width)
    }
    missing?.set(image.missing?.subarray(from, from + width) ?? [], row * width)
  }
  return { width, height, channels: colours, colours, data, missing: ifAny(missing) }
}

function copyColours(
  { channels, colours, data }: Pixels,
  from: number,
  count: number,
  into: Target,
  at: number,
): void {
  for (let pixel = 0; pixel < count; pixel += 1) {
    for (let colour = 0; colour < colours; colour += 1) {
      into[(at + pixel) * colours + colour] = data[(from + pixel) * channels + colour]
    }
  }
}

export function ifAny(missing: Uint8Array | null): Uint8Array | null {
  return missing?.includes(1) === true ? missing : null
}

/** Whole numbers are cut, so that half a step more rounds them. */
export function halfOf(data: Target): number {
  return data instanceof Uint8Array ? 0.5 : 0
}
