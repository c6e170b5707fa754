import type { Raster } from '../raster'

/**
 * The image, with the pixels of another one of its size where it is not known: there the two do not differ.
 * @param valid 1 where it is known; null where it is everywhere
 */
export function fillUnknown(image: Raster, valid: Uint8Array | null, other: Raster): Raster {
  if (valid === null) {
    return image
  }
  const data = image.data.slice()
  for (const [at, isKnown] of valid.entries()) {
    if (isKnown === 0) {
      data.set(other.data.subarray(3 * at, 3 * at + 3), 3 * at)
    }
  }
  return { ...image, data }
}
