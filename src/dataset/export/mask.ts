import type { Region } from '../../domain/region'
import { encodeGreyPng } from '../../images/encode'
import { decodeRle } from '../../mask/rle'
import type { PlannedPair } from './format'

/** PNG of one channel in the after frame: 255 where any region is set, else 0. */
export function encodeMask({ item, content }: PlannedPair): Promise<Buffer> {
  const { width, height } = item
  return encodeGreyPng({ width, height, data: unionOf(content.regions, width * height) })
}

function unionOf(regions: readonly Region[], pixelCount: number): Uint8Array {
  const union = new Uint8Array(pixelCount)
  for (const region of regions) {
    decodeRle(region.mask).data.forEach((isSet, pixel) => {
      union[pixel] |= isSet * 255
    })
  }
  return union
}
