import { warpMask } from '../../domain/homography'
import type { Homography } from '../../domain/pair'
import type { Region } from '../../domain/document'
import { emptyBitmap } from '../../mask/bitmap'
import type { Rect } from '../../mask/bitmap'
import { decodeRle, encodeRle, intersectRle, rleArea } from '../../mask/rle'
import type { Rle } from '../../mask/rle'
import { wholeOf } from '../../mask/rect'

/** The part of a region in both frames that a mask of the after frame covers; null where it is empty. */
export function partOfRegion(
  { mask: whole, beforeMask: before }: Pick<Region, 'mask' | 'beforeMask'>,
  cover: Rle,
  alignment: Homography | null,
): Pick<Region, 'mask' | 'beforeMask'> | null {
  const mask = intersectRle(whole, cover)
  return rleArea(mask) === 0
    ? null
    : { mask, beforeMask: before === null ? null : carried(mask, before, alignment) }
}

/** Of the size of another mask. */
export function boxMask({ x, y, width, height }: Rect, { size: [down, across] }: Rle): Rle {
  const bitmap = emptyBitmap(across, down)
  const [left, right] = [Math.max(0, Math.round(x)), Math.min(across, Math.round(x + width))]
  const [top, bottom] = [Math.max(0, Math.round(y)), Math.min(down, Math.round(y + height))]
  for (let line = top; line < bottom; line += 1) {
    bitmap.data.fill(1, line * across + left, line * across + right)
  }
  const within = { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) }
  return encodeRle(bitmap, within)
}

/**
 * The same part of the mask in the before frame.
 * @param alignment maps the before frame to the after frame; null where they lie on each other
 */
function carried(part: Rle, before: Rle, alignment: Homography | null): Rle {
  if (alignment === null) {
    return part.size.join(' ') === before.size.join(' ') ? part : before
  }
  const [height, width] = before.size
  const size = { width, height }
  const moved = warpMask(decodeRle(part), alignment, size, wholeOf(size))
  return intersectRle(encodeRle(moved), before)
}
