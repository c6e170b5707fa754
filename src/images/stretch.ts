import { FastResizeFilter, ResizeFit, Transformer } from '@napi-rs/image'
import { asPnm } from './encode'
import type { Raster } from './raster'

/** To another size without regard to the ratio of the sides, bilinear, antialiased where it shrinks. RGBA. */
export function stretch(raster: Raster, width: number, height: number): Promise<Uint8Array> {
  return new Transformer(asPnm('P6', raster))
    .fastResize({ width, height, filter: FastResizeFilter.Bilinear, fit: ResizeFit.Fill })
    .rawPixels()
}
