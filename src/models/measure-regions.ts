import { clamp } from '../basics/numbers'
import type { Raster } from '../images/raster'
import type { Rect } from '../mask/bitmap'
import { boundingBox } from '../mask/measures'
import { paintRle, rleArea } from '../mask/rle'
import type { Rle } from '../mask/rle'
import type { Colour } from '../names/colour'
import type { RegionChange } from '../names/claim'
import { measureChange } from './difference/regions'

/**
 * Measures regions that were proposed without a measurement. Cannot detect movement.
 * @param regions a region without a pixel in the after frame is measured in the before frame
 * @param before in the after frame and of its size
 */
export function measureRegions(
  regions: readonly { readonly mask: Rle; readonly beforeMask: Rle | null }[],
  before: Raster,
  after: Raster,
): RegionChange[] {
  const { width, height } = after
  const labels = new Uint8Array(width * height)
  return regions.map(({ mask, beforeMask }) => {
    const shown = rleArea(mask) === 0 && isOfSize(beforeMask, after) ? beforeMask : mask
    const area = rleArea(shown)
    if (area === 0) {
      return { kind: 'changed', before: [0, 0, 0], after: [0, 0, 0], x: 0.5, y: 0.5, share: 0 }
    }
    const [x, y, across, down] = boundingBox(shown)
    const extent = { label: 1, area, bounds: { x, y, width: across, height: down } }
    paintRle(shown, labels, extent.label)
    const change = measureChange({ width, height, labels }, extent, before, after)
    paintRle(shown, labels, 0)
    return change
  })
}

/** Share of a box's sides, about its middle: this part shows the thing and little of the ground. */
const MIDDLE = 0.5

/** Mean colours in the middle of boxes, in pixels of the image and at least partly inside of it. */
export function boxColours({ width, height, data }: Raster): (box: Rect) => Colour {
  return (box) => {
    const inset = (1 - MIDDLE) / 2
    const left = clamp(Math.floor(box.x + inset * box.width), width - 1)
    const top = clamp(Math.floor(box.y + inset * box.height), height - 1)
    const right = Math.min(width, left + Math.max(1, Math.round(MIDDLE * box.width)))
    const bottom = Math.min(height, top + Math.max(1, Math.round(MIDDLE * box.height)))
    const sums = [0, 0, 0]
    for (let y = top; y < bottom; y += 1) {
      for (let at = 3 * (y * width + left); at < 3 * (y * width + right); at += 3) {
        sums[0] += data[at]
        sums[1] += data[at + 1]
        sums[2] += data[at + 2]
      }
    }
    const area = (right - left) * (bottom - top)
    return [sums[0] / area, sums[1] / area, sums[2] / area]
  }
}

function isOfSize(mask: Rle | null, { width, height }: Raster): mask is Rle {
  return mask !== null && mask.size[0] === height && mask.size[1] === width
}
