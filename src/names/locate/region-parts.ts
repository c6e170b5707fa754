import { warpMask } from '../../domain/homography'
import type { Homography } from '../../domain/pair'
import type { Region } from '../../domain/document'
import { emptyBitmap } from '../../mask/bitmap'
import type { Rect } from '../../mask/bitmap'
import { decodeRle, encodeRle, intersectRle, rleArea } from '../../mask/rle'
import type { Rle } from '../../mask/rle'

/**
 * The part of a region that lies in a box, in both frames; null where it is empty.
 * @param box pixels of the after frame
 * @param alignment maps the before frame to the after frame; null where they lie on each other
 */
export function partOfRegion(
  { mask: whole, beforeMask: before }: Pick<Region, 'mask' | 'beforeMask'>,
  box: Rect,
  alignment: Homography | null,
): Pick<Region, 'mask' | 'beforeMask'> | null {
  const mask = intersectRle(whole, boxMask(box, whole))
  return rleArea(mask) === 0
    ? null
    : { mask, beforeMask: before === null ? null : carried(mask, before, alignment) }
}

function boxMask({ x, y, width, height }: Rect, { size: [down, across] }: Rle): Rle {
  const bitmap = emptyBitmap(across, down)
  const [left, right] = [Math.max(0, Math.round(x)), Math.min(across, Math.round(x + width))]
  const [top, bottom] = [Math.max(0, Math.round(y)), Math.min(down, Math.round(y + height))]
  for (let line = top; line < bottom; line += 1) {
    bitmap.data.fill(1, line * across + left, line * across + right)
  }
  return encodeRle(bitmap)
}

/** The same part of the mask in the before frame. */
function carried(part: Rle, before: Rle, alignment: Homography | null): Rle {
  if (alignment === null) {
    return part.size.join(' ') === before.size.join(' ') ? part : before
  }
  const [height, width] = before.size
  const within = { x: 0, y: 0, width, height }
  const moved = warpMask(decodeRle(part), alignment, { width, height }, within)
  return intersectRle(encodeRle(moved), before)
}
