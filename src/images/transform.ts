import type { Raster, Samples } from './raster'
import { FastResizeFilter, ResizeFit, Transformer } from '@napi-rs/image'
import { asPnm } from './raster'

/**
 * Where an upright pixel comes from, by EXIF orientation: `[along, down, start]` are the steps in stored
 * pixels for one step right and one step down, and the stored pixel of the upright top left.
 */
export function stepsOf(orientation: number, width: number, height: number): [number, number, number] {
  const last = width * height - 1
  switch (orientation) {
    case 2:
      return [-1, width, width - 1]
    case 3:
      return [-1, -width, last]
    case 4:
      return [1, -width, last - width + 1]
    case 5:
      return [width, 1, 0]
    case 6:
      return [-width, 1, last - width + 1]
    case 7:
      return [-width, -1, last]
    case 8:
      return [width, -1, width - 1]
    default:
      return [1, width, 0]
  }
}

export function swapsSides(orientation: number): boolean {
  return orientation >= 5
}

/** Of the upright image, in pixels. @param stored as the file has it */
export function uprightSize(stored: { width: number; height: number; orientation: number }): {
  width: number
  height: number
} {
  const { width, height, orientation } = stored
  return swapsSides(orientation) ? { width: height, height: width } : { width, height }
}

/** Upright after EXIF orientation 1 to 8. @param channels bytes a pixel */
export function upright(
  stored: { width: number; height: number; data: Uint8Array },
  orientation: number,
  channels = 3,
): Raster {
  if (orientation === 1) {
    return stored
  }
  const data = new Uint8Array(stored.data.length)
  copyUpright(stored, orientation, channels, data)
  return { ...uprightSize({ ...stored, orientation }), data }
}

/** The same of values of any type. */
export function uprightSamples(stored: Samples, orientation: number): Samples {
  if (orientation === 1) {
    return stored
  }
  const data = stored.data.slice()
  copyUpright(stored, orientation, stored.channels, data)
  return { ...stored, ...uprightSize({ ...stored, orientation }), data }
}

function copyUpright(
  stored: Pick<Samples, 'width' | 'height' | 'data'>,
  orientation: number,
  channels: number,
  data: Samples['data'],
): void {
  const [along, down, start] = stepsOf(orientation, stored.width, stored.height)
  const { width, height } = uprightSize({ ...stored, orientation })
  let to = 0
  for (let y = 0; y < height; y += 1) {
    let from = (start + y * down) * channels
    for (let x = 0; x < width; x += 1) {
      for (let channel = 0; channel < channels; channel += 1) {
        data[to + channel] = stored.data[from + channel]
      }
      to += channels
      from += along * channels
    }
  }
}

/** To another size without regard to the ratio of the sides, bilinear, antialiased where it shrinks. RGBA. */
export function stretch(raster: Raster, width: number, height: number): Promise<Uint8Array> {
  return new Transformer(asPnm('P6', raster))
    .fastResize({ width, height, filter: FastResizeFilter.Bilinear, fit: ResizeFit.Fill })
    .rawPixels()
}

/** An encoded picture at another size, without regard to the ratio of its sides. RGBA. @throws Error for what is none */
export function stretchPicture(bytes: Buffer, width: number, height: number): Promise<Uint8Array> {
  return new Transformer(bytes)
    .fastResize({ width, height, filter: FastResizeFilter.Bilinear, fit: ResizeFit.Fill })
    .rawPixels()
}

/** By area average, so that thin things fade rather than vanish. The long side is at most `side` pixels. */
export async function shrink(raster: Raster, side: number): Promise<Raster> {
  const scale = side / Math.max(raster.width, raster.height)
  if (scale >= 1) {
    return raster
  }
  const width = Math.max(1, Math.round(raster.width * scale))
  const height = Math.max(1, Math.round(raster.height * scale))
  const rgba = await new Transformer(asPnm('P6', raster))
    .fastResize({ width, height, filter: FastResizeFilter.Box, fit: ResizeFit.Fill })
    .rawPixels()
  return { width, height, data: withoutAlpha(rgba, width * height) }
}

/** The resizer answers in RGBA. */
function withoutAlpha(rgba: Uint8Array, pixels: number): Uint8Array {
  const rgb = new Uint8Array(pixels * 3)
  for (let pixel = 0; pixel < pixels; pixel += 1) {
    rgb[pixel * 3] = rgba[pixel * 4]
    rgb[pixel * 3 + 1] = rgba[pixel * 4 + 1]
    rgb[pixel * 3 + 2] = rgba[pixel * 4 + 2]
  }
  return rgb
}
