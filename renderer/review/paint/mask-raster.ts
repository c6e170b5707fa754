import type { Rect } from '../../../src/mask/bitmap'
import { maskOnScreen } from './mask-coverage'
import { tileBounds } from './tile-mask'
import { growRect, intersectRect, isEmptyRect, wholeOf } from '../../../src/mask/rect'
import type { TileMask } from './tile-mask'
import { reachOnRaster } from './raster'
import type { Raster, RasterPlacement } from './raster'

export interface MaskStyle {
  readonly color: readonly [red: number, green: number, blue: number]
  /** 0 to 255. */
  readonly fill: number
  /** 0 to 255. */
  readonly outline: number
  /** Device pixels, inside the mask. */
  readonly outlineWidth: number
  /** Device pixels of a dash and its gap together; 0 for an unbroken line. */
  readonly dash: number
  /** A line of one device pixel around the mask, for contrast: 0 black to 255 white. */
  readonly halo: number
  /** 0 to 255. */
  readonly haloStrength: number
}

/** Draws over what the raster holds. The outline has the same width at every zoom. */
export function drawMask(
  raster: Raster,
  within: Rect,
  mask: TileMask,
  placement: RasterPlacement,
  style: MaskStyle,
): void {
  const bounds = tileBounds(mask)
  if (bounds === null) {
    return
  }
  const area = intersectRect(intersectRect(within, wholeOf(raster)), reachOnRaster(bounds, placement, 1))
  if (isEmptyRect(area)) {
    return
  }
  const margin = Math.max(1, style.outlineWidth)
  const padded = growRect(area, margin)
  const coverage = maskOnScreen(mask, padded, placement)
  shade(raster, area, coverage, padded.width, margin, placement, style)
}

function shade(
  raster: Raster,
  area: Rect,
  coverage: Uint8Array,
  stride: number,
  margin: number,
  placement: RasterPlacement,
  style: MaskStyle,
): void {
  const [red, green, blue] = style.color
  const { outlineWidth, dash, halo, haloStrength, fill, outline } = style
  const around = neighbours(stride, outlineWidth)
  for (let y = 0; y < area.height; y += 1) {
    let at = (y + margin) * stride + margin
    let out = ((area.y + y) * raster.width + area.x) * 4
    // dashes lie across a direction that few outlines have, and stay with the image when it moves
    let phase = dash === 0 ? 1 : modulo(area.x - placement.x + 2 * (area.y + y - placement.y), dash)
    for (let x = 0; x < area.width; x += 1, at += 1, out += 4) {
      phase = dash === 0 || phase + 1 < dash ? phase + 1 : 0
      const isGap = dash !== 0 && phase * 2 >= dash
      if (coverage[at] !== 0) {
        const isLine = !isGap && isAtEdge(coverage, at, around)
        blend(raster.data, out, red, green, blue, isLine ? outline : fill)
      } else if (haloStrength > 0 && !isGap && touches(coverage, at, stride)) {
        blend(raster.data, out, halo, halo, halo, haloStrength)
      }
    }
  }
}

/** Steps to the eight neighbours at the outline's width, and to the four next ones. */
function neighbours(stride: number, width: number): Int32Array {
  const slant = Math.max(1, Math.round(width * 0.7))
  const near = width > 1 ? [1, -1, stride, -stride] : []
  const straight = [width, -width, width * stride, -width * stride]
  const slanted = [stride + 1, stride - 1, -stride + 1, -stride - 1].map((step) => step * slant)
  return Int32Array.from([...near, ...straight, ...slanted])
}

function isAtEdge(coverage: Uint8Array, at: number, around: Int32Array): boolean {
  for (let index = 0; index < around.length; index += 1) {
    if (coverage[at + around[index]] === 0) {
      return true
    }
  }
  return false
}

function touches(coverage: Uint8Array, at: number, stride: number): boolean {
  return (coverage[at - 1] | coverage[at + 1] | coverage[at - stride] | coverage[at + stride]) === 1
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by
}

/** Source over destination, both not premultiplied. */
function blend(
  data: Uint8ClampedArray,
  at: number,
  red: number,
  green: number,
  blue: number,
  alpha: number,
): void {
  const under = data[at + 3]
  if (under === 0) {
    data[at] = red
    data[at + 1] = green
    data[at + 2] = blue
    data[at + 3] = alpha
    return
  }
  const background = (under * (255 - alpha)) / 255
  const total = alpha + background
  data[at] = (red * alpha + data[at] * background) / total
  data[at + 1] = (green * alpha + data[at + 1] * background) / total
  data[at + 2] = (blue * alpha + data[at + 2] * background) / total
  data[at + 3] = total
}
