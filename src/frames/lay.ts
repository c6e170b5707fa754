import type { LaidFrame } from '../georeference/overlay'
import { bilinearOnto, nearestOnto } from '../images/lay-on-grid'
import { cropPixels } from '../images/pixels'
import type { Pixels } from '../images/pixels'
import type { Raster, Samples } from '../images/raster'
import { BACKDROP, missingPixels } from '../images/samples'
import type { Bitmap, Size } from '../mask/bitmap'

/** A frame on the common grid. Where the grid leaves the frame, it is missing. */
export async function layRaster(raster: Raster, frame: LaidFrame, grid: Size): Promise<Raster> {
  const { missing = null, ...image } = raster
  const pixels = { ...image, channels: 3, colours: 3, missing }
  const { width, height, data, missing: lost } = await layPixels(pixels, frame, grid, Uint8Array, BACKDROP)
  return lost === null ? { width, height, data } : { width, height, data, missing: lost }
}

/** Values of a frame on the common grid, without alpha, not a number where nothing was measured. */
export async function laySamples(samples: Samples, frame: LaidFrame, grid: Size): Promise<Samples> {
  const { width, height, channels, colours, data } = samples
  const image = { width, height, channels, colours, data, missing: missingPixels(samples) }
  const laid = await layPixels(image, frame, grid, Float32Array, NaN)
  const { missing } = laid
  missing?.forEach((isMissing, pixel) => {
    if (isMissing === 1) {
      laid.data.fill(NaN, pixel * colours, (pixel + 1) * colours)
    }
  })
  return { ...grid, channels: colours, colours, hasAlpha: false, noData: null, data: laid.data }
}

async function layPixels<T extends Uint8Array | Float32Array>(
  image: Pixels,
  { crop, toFrame }: LaidFrame,
  grid: Size,
  type: new (length: number) => T,
  fill: number,
): Promise<Pixels<T>> {
  return crop === null ? bilinearOnto(image, toFrame, grid, type, fill) : cropPixels(image, crop, grid, type)
}

/** A mask of a frame on the common grid: each pixel as the nearest one of the frame. */
export function layMask(mask: Bitmap, { toFrame }: LaidFrame, { width, height }: Size): Bitmap {
  return { width, height, data: nearestOnto(mask, toFrame, { width, height }) }
}
