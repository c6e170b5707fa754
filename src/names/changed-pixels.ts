import { carryRle } from '../domain/carry-placed'
import { IDENTITY } from '../domain/homography'
import type { Homography } from '../domain/pair'
import type { Bitmap, Rect, Size } from '../mask/bitmap'
import { decodeCounts, paintRle } from '../mask/rle'
import type { Rle } from '../mask/rle'

/** Where a region lies. Masks are in pixels of their frame. */
export interface RegionPlace {
  readonly mask: Rle
  /** Null where nothing of it was there before; its place is then that of `mask`. */
  readonly beforeMask: Rle | null
}

/**
 * The changed pixels of one frame, by region. What a region costs grows with its own pixels: images are large, and
 * most regions small.
 */
export class ChangedPixels {
  private readonly union: Bitmap
  private readonly regions: readonly Runs[]

  private constructor(masks: readonly Rle[], { width, height }: Size) {
    this.union = { width, height, data: new Uint8Array(width * height) }
    for (const mask of masks) {
      paintRle(mask, this.union.data, 1)
    }
    this.regions = masks.map((mask) => new Runs(mask))
  }

  static ofAfter(regions: readonly RegionPlace[], size: Size): ChangedPixels {
    return new ChangedPixels(
      regions.map(({ mask }) => mask),
      size,
    )
  }

  /** @param alignment maps the before frame to the after frame; null where they lie on each other */
  static ofBefore(regions: readonly RegionPlace[], size: Size, alignment: Homography | null): ChangedPixels {
    const masks = regions.map(({ mask, beforeMask }) => {
      const isSameFrame = alignment === null && mask.size[1] === size.width && mask.size[0] === size.height
      return beforeMask !== null || isSameFrame
        ? (beforeMask ?? mask)
        : carryRle(mask, alignment ?? IDENTITY, size)
    })
    return new ChangedPixels(masks, size)
  }

  /** Of the box, 0 to 1, by all regions or by one. */
  shareOf(box: Rect, region: number | null = null): number {
    const pixels = pixelsOf(box, this.union)
    const area = (pixels.right - pixels.left) * (pixels.bottom - pixels.top)
    if (area <= 0) {
      return 0
    }
    return (region === null ? countIn(this.union, pixels) : this.regions[region].countIn(pixels)) / area
  }

  /** Of the region's pixels, those in the box, 0 to 1; 0 where it has none. */
  insideShare(region: number, box: Rect): number {
    return this.regions[region].countIn(pixelsOf(box, this.union)) / Math.max(1, this.areaOf(region))
  }

  /** Pixels of the region. */
  areaOf(region: number): number {
    return this.regions[region].area
  }

  /** Index of the region with the most pixels in the box; null where none has any. */
  regionIn(box: Rect): number | null {
    const pixels = pixelsOf(box, this.union)
    const counts = this.regions.map((region) => region.countIn(pixels))
    const most = Math.max(0, ...counts)
    return most === 0 ? null : counts.indexOf(most)
  }
}

/** Whole pixels; `right` and `bottom` are the first ones outside. */
interface PixelBox {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The runs of a mask, column by column. */
class Runs {
  readonly area: number
  private readonly height: number
  private readonly counts: Int32Array

  constructor(mask: Rle) {
    this.height = mask.size[0]
    this.counts = decodeCounts(mask.counts)
    this.area = this.counts.reduce((sum, run, index) => sum + (index % 2 === 1 ? run : 0), 0)
  }

  countIn({ left, top, right, bottom }: PixelBox): number {
    const { height, counts } = this
    const limit = right * height
    let count = 0
    for (let index = 0, start = 0; index < counts.length && start < limit; index += 1) {
      const end = start + counts[index]
      if (index % 2 === 1 && end > left * height) {
        const last = Math.min(right - 1, Math.floor((end - 1) / height))
        for (let column = Math.max(left, Math.floor(start / height)); column <= last; column += 1) {
          const from = Math.max(start - column * height, top)
          count += Math.max(0, Math.min(end - column * height, bottom) - from)
        }
      }
      start = end
    }
    return count
  }
}

function countIn(bitmap: Bitmap, { left, top, right, bottom }: PixelBox): number {
  let count = 0
  for (let y = top; y < bottom; y += 1) {
    for (let at = y * bitmap.width + left; at < y * bitmap.width + right; at += 1) {
      count += bitmap.data[at]
    }
  }
  return count
}

/** At least one pixel where the box is in the frame. */
function pixelsOf({ x, y, width, height }: Rect, frame: Size): PixelBox {
  const left = Math.max(0, Math.round(x))
  const top = Math.max(0, Math.round(y))
  return {
    left,
    top,
    right: Math.min(frame.width, Math.max(left + 1, Math.round(x + width))),
    bottom: Math.min(frame.height, Math.max(top + 1, Math.round(y + height))),
  }
}
