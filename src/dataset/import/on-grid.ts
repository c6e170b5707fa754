import { layMask } from '../../frames/lay'
import type { LaidFrame, Overlay } from '../../georeference/overlay'
import { decodeRle, encodeRle, rleArea } from '../../mask/rle'
import type { Rle } from '../../mask/rle'
import type { ImportedRegion, RawItem, ReadContext } from './item'
import type { Size } from '../../mask/bitmap'

/**
 * The regions of an item on the grid of its pair. Masks of frames that are laid over each other are in the pixels of the
 * frames' own files, unless they come from the map. Those of which nothing is left are left out, with a warning.
 * @param size of the after image as its file has it
 * @throws as `RawItem.regions`
 */
export async function regionsOnGrid(
  raw: RawItem,
  size: Size,
  overlay: Overlay | null,
  { problems }: ReadContext,
): Promise<ImportedRegion[]> {
  if (overlay === null) {
    return raw.regions(size)
  }
  const { width, height } = overlay.grid
  if (raw.areOnMap === true) {
    return raw.regions({ width, height })
  }
  const { before, after } = overlay.frames
  const isOneSize = before.width === after.width && before.height === after.height
  const all = (await raw.regions(size)).map(({ mask, beforeMask, ...region }) => ({
    ...region,
    mask: laid(mask, after, overlay.grid),
    beforeMask: beforeMask === null || !isOneSize ? null : laid(beforeMask, before, overlay.grid),
  }))
  const kept = all.filter(
    ({ mask, beforeMask }) => rleArea(mask) + (beforeMask === null ? 0 : rleArea(beforeMask)) > 0,
  )
  if (kept.length < all.length) {
    const count = all.length - kept.length
    problems.warn(
      raw.location,
      `The frames are laid over each other by the map, and ${count} of its regions lie outside of what both show.`,
      raw.key,
    )
  }
  return kept
}

function laid(mask: Rle, frame: LaidFrame, grid: Size): Rle {
  return encodeRle(layMask(decodeRle(mask), frame, grid))
}
