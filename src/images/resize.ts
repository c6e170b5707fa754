import { FastResizeFilter, ResizeFit, Transformer } from '@napi-rs/image'
import { asPnm, encodeJpeg } from './encode'
import type { Raster } from './raster'

/** To another size without regard to the ratio of the sides, bilinear, antialiased where it shrinks. RGBA. */
export function stretch(raster: Raster, width: number, height: number): Promise<Uint8Array> {
  return new Transformer(asPnm('P6', raster))
    .fastResize({ width, height, filter: FastResizeFilter.Bilinear, fit: ResizeFit.Fill })
    .rawPixels()
}

const THUMBNAIL_QUALITY = 85

/** JPEG bytes; the long side is at most `side` pixels. Images that are small enough keep their size. */
export async function makeThumbnail(raster: Raster, side: number): Promise<Buffer> {
  return encodeJpeg(await shrink(raster, side), THUMBNAIL_QUALITY)
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
