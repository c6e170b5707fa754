import { encodeMaskPng } from '../../images/mask-png'
import { paintRle } from '../../mask/rle'
import type { PlannedPair } from './format'

/** PNG of one channel in the after frame: 255 where any region is set, else 0. */
export function encodeMask({ item, content }: PlannedPair): Promise<Buffer> {
  const { width, height } = item
  const data = new Uint8Array(width * height)
  content.regions.forEach(({ mask }) => paintRle(mask, data, 255))
  return encodeMaskPng({ width, height, data })
}
