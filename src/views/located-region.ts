import { invert, project, warpMask } from '../domain/homography'
import type { Homography } from '../domain/pair'
import type { Region } from '../domain/document'
import type { Raster } from '../images/raster'
import type { Rect } from '../mask/bitmap'
import { rectOf } from '../mask/measures'
import { areaOf, boxAround, boxIou, sharedArea } from '../mask/rect'
import { decodeRle, encodeRle, rleArea } from '../mask/rle'
import type { Rle } from '../mask/rle'
import { boxInAfter, toImageMask } from './crop-view'
import type { CropView, ViewEncoder } from './crop-view'

/** A changed region in the pixels of a view. */
export interface DetectedRegion {
  readonly category: string
  /** That there is a changed object at all, 0 to 1. */
  readonly score: number
  /** Logits [2, 16384], before and after. */
  readonly mask: Float32Array
}

/** A region with the view that it was detected in. */
export interface LocatedRegion<Encoding, Detected extends DetectedRegion> {
  readonly region: Detected
  readonly view: CropView<Encoding>
  /** Pixels of the after image. */
  readonly box: Rect
}

export function locateRegions<Encoding, Detected extends DetectedRegion>(
  regions: readonly Detected[],
  view: CropView<Encoding>,
): LocatedRegion<Encoding, Detected>[] {
  return regions.flatMap((region) => {
    const box = boxInAfter(region.mask, view)
    return box === null ? [] : [{ region, view, box }]
  })
}

/**
 * `id` is unique in its proposal. A region of the before frame alone has its position there, warped, as its mask in
 * the after frame.
 */
export function toRegion(
  id: string,
  region: DetectedRegion,
  view: Pick<CropView<unknown>, 'before' | 'after' | 'alignment'>,
  before: Raster,
  after: Raster,
): Region {
  const half = region.mask.length / 2
  const inAfter = toImageMask(region.mask.subarray(half), view.after, after)
  const inBefore = toImageMask(region.mask.subarray(0, half), view.before, before)
  const beforeMask = rleArea(inBefore) > 0 ? inBefore : null
  return {
    id,
    category: region.category,
    status: 'proposed',
    mask: rleArea(inAfter) > 0 ? inAfter : warpToAfter(inBefore, view.alignment),
    beforeMask,
    source: { kind: 'proposal', proposalId: 0 },
    score: Math.min(1, Math.max(0, region.score)),
  }
}

/** A mask of the before frame as it lies in the after frame, which has the same size. */
export function warpToAfter(mask: Rle, alignment: Homography | null): Rle {
  const back = alignment === null ? null : invert(alignment)
  if (alignment === null || back === null || rleArea(mask) === 0) {
    return mask
  }
  const before = decodeRle(mask)
  const { width, height } = before
  const { x, y, width: across, height: down } = rectOf(mask)
  const corners = [x, x + across - 1].flatMap((left) =>
    [y, y + down - 1].map((top) => project(alignment, { x: left, y: top })),
  )
  const [left, right] = span(
    corners.map((corner) => corner.x),
    width,
  )
  const [top, bottom] = span(
    corners.map((corner) => corner.y),
    height,
  )
  const within = { x: left, y: top, width: right - left, height: bottom - top }
  return encodeRle(warpMask(before, back, before, within))
}

/** Whole pixels inside the image: the first, and the one behind the last. */
function span(places: readonly number[], limit: number): [number, number] {
  return [Math.max(0, Math.floor(Math.min(...places))), Math.min(limit, Math.ceil(Math.max(...places)) + 1)]
}

/** Around all that have pixels in the after frame; null where none has. */
export function unionBox(regions: readonly Pick<Region, 'mask'>[]): Rect | null {
  return boxAround(regions.filter(({ mask }) => rleArea(mask) > 0).map(({ mask }) => rectOf(mask)))
}

/** The smaller box lies for the most part in the other. */
export function overlapsMostly(a: Rect, b: Rect): boolean {
  return sharedArea(a, b) > 0.4 * Math.min(areaOf(a), areaOf(b))
}

/** Two boxes of one object: what both cover is at least half of what any covers. */
export function isSameBox(a: Rect, b: Rect): boolean {
  return boxIou(a, b) >= 0.5
}

/** An encoding with the probability that anything changed. */
export interface ChangeEncoding {
  readonly changeProbability: number
}

/** A network that detects changed regions in a view. */
export interface RegionDetector<
  Encoding extends ChangeEncoding,
  Detected extends DetectedRegion,
> extends ViewEncoder<Encoding> {
  /** Detects regions, whatever the view's change probability. */
  detect(encoding: Encoding): Promise<readonly Detected[]>
}
