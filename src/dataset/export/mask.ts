import { paintRle } from '../../mask/rle'
import type { PlannedPair } from './planned-pair'
import type { Helper } from './helper'

/** PNG of one channel in the after frame: 255 where any region is set, else 0. */
export function encodeMask(helper: Helper, { item, content }: PlannedPair): Promise<Buffer> {
  const { width, height } = item
  const data = new Uint8Array(width * height)
  content.regions.forEach(({ mask }) => paintRle(mask, data, 255))
  return helper.mask({ width, height, data }, 1)
}
