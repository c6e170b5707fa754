import type { Rect } from '../../../src/mask/bitmap'
import { growRect, intersectRect, wholeOf } from '../../../src/mask/rect'

/** Pixels of the screen, RGBA, not premultiplied; `data.length === width * height * 4`. */
export interface Raster {
  readonly width: number
  readonly height: number
  readonly data: Uint8ClampedArray
}

/** Where an image lies on the raster: device pixels of its origin (whole) and of one image pixel. */
export interface RasterPlacement {
  readonly x: number
  readonly y: number
  readonly scale: number
}

export function clearRaster({ width, height, data }: Raster, within: Rect): void {
  const rect = intersectRect(within, wholeOf({ width, height }))
  for (let y = rect.y; y < rect.y + rect.height; y += 1) {
    const start = (y * width + rect.x) * 4
    data.fill(0, start, start + rect.width * 4)
  }
}

/** The device pixels that a change of these image pixels can reach, outlines included. */
export function reachOnRaster(rect: Rect, placement: RasterPlacement, reach: number): Rect {
  const x = Math.floor(placement.x + rect.x * placement.scale)
  const y = Math.floor(placement.y + rect.y * placement.scale)
  const width = Math.ceil(placement.x + (rect.x + rect.width) * placement.scale) - x
  const height = Math.ceil(placement.y + (rect.y + rect.height) * placement.scale) - y
  return growRect({ x, y, width, height }, reach)
}
