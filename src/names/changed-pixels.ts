import { IDENTITY, warpMask } from '../domain/homography'
import type { Homography } from '../domain/pair'
import type { Bitmap, Rect } from '../mask/bitmap'
import { decodeRle } from '../mask/rle'
import type { Rle } from '../mask/rle'

interface Size {
  readonly width: number
  readonly height: number
}

/** Where a region lies. Masks are in pixels of their frame. */
export interface RegionPlace {
  readonly mask: Rle
  /** Null where nothing of it was there before; its place is then that of `mask`. */
  readonly beforeMask: Rle | null
}

/** The changed pixels of one frame, by region. */
export class ChangedPixels {
  private constructor(
    private readonly union: Bitmap,
    private readonly regions: readonly Bitmap[],
  ) {}

  static ofAfter(regions: readonly RegionPlace[], size: Size): ChangedPixels {
    return ChangedPixels.of(
      regions.map(({ mask }) => decodeRle(mask)),
      size,
    )
  }

  /** @param alignment maps the before frame to the after frame; null where they lie on each other */
  static ofBefore(regions: readonly RegionPlace[], size: Size, alignment: Homography | null): ChangedPixels {
    const whole = { x: 0, y: 0, ...size }
    const bitmaps = regions.map(({ mask, beforeMask }) => {
      const isSameFrame = alignment === null && mask.size[1] === size.width && mask.size[0] === size.height
      return beforeMask !== null || isSameFrame
        ? decodeRle(beforeMask ?? mask)
        : warpMask(decodeRle(mask), alignment ?? IDENTITY, size, whole)
    })
    return ChangedPixels.of(bitmaps, size)
  }

  private static of(regions: readonly Bitmap[], { width, height }: Size): ChangedPixels {
    const data = new Uint8Array(width * height)
    for (const region of regions) {
      region.data.forEach((value, at) => {
        data[at] |= value
      })
    }
    return new ChangedPixels({ width, height, data }, regions)
  }

  /** Of the box, 0 to 1, by all regions or by one. */
  shareOf(box: Rect, region: number | null = null): number {
    const { left, top, right, bottom } = pixelsOf(box, this.union)
    const area = (right - left) * (bottom - top)
    return area <= 0 ? 0 : countIn(region === null ? this.union : this.regions[region], box) / area
  }

  /** Of the region's pixels, those in the box, 0 to 1; 0 where it has none. */
  insideShare(region: number, box: Rect): number {
    return countIn(this.regions[region], box) / Math.max(1, this.areaOf(region))
  }

  /** Pixels of the region. */
  areaOf(region: number): number {
    const { width, height } = this.union
    return countIn(this.regions[region], { x: 0, y: 0, width, height })
  }

  /** Index of the region with the most pixels in the box; null where none has any. */
  regionIn(box: Rect): number | null {
    const counts = this.regions.map((region) => countIn(region, box))
    const most = Math.max(0, ...counts)
    return most === 0 ? null : counts.indexOf(most)
  }
}

function countIn(bitmap: Bitmap, box: Rect): number {
  const { left, top, right, bottom } = pixelsOf(box, bitmap)
  let count = 0
  for (let y = top; y < bottom; y += 1) {
    for (let at = y * bitmap.width + left; at < y * bitmap.width + right; at += 1) {
      count += bitmap.data[at]
    }
  }
  return count
}

/** Whole pixels, at least one where the box is in the frame. */
function pixelsOf({ x, y, width, height }: Rect, frame: Size) {
  const left = Math.max(0, Math.round(x))
  const top = Math.max(0, Math.round(y))
  return {
    left,
    top,
    right: Math.min(frame.width, Math.max(left + 1, Math.round(x + width))),
    bottom: Math.min(frame.height, Math.max(top + 1, Math.round(y + height))),
  }
}
