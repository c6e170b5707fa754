import type { Raster } from '../images/raster'
import { boundingBox } from '../mask/geometry'
import { paintRle, rleArea } from '../mask/rle'
import type { Rle } from '../mask/rle'
import type { RegionChange } from '../names/region-change'
import { measureChange } from './difference/measure-cluster'

/**
 * What the images show of regions that were proposed without a measurement. Whether one moved is not seen there.
 * @param regions a region without a pixel in the after frame is measured where it was before
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

function isOfSize(mask: Rle | null, { width, height }: Raster): mask is Rle {
  return mask !== null && mask.size[0] === height && mask.size[1] === width
}
