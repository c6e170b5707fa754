import type { Rect } from '../mask/bitmap'
import type { Raster } from './raster'

/**
 * The window's pixels in a frame of at least its size. Beyond the image its last rows and columns are repeated, the same
 * in both frames of a pair.
 */
export function cutWindow(
  image: Raster,
  window: Rect,
  [height, width]: readonly [height: number, width: number],
): Uint8Array {
  const pixels = new Uint8Array(3 * height * width)
  for (let y = 0; y < height; y += 1) {
    const row = Math.min(image.height - 1, window.y + y) * image.width
    const known = Math.min(width, image.width - window.x)
    const from = 3 * (row + window.x)
    const to = 3 * y * width
    pixels.set(image.data.subarray(from, from + 3 * known), to)
    for (let x = known; x < width; x += 1) {
      pixels.copyWithin(to + 3 * x, to + 3 * (known - 1), to + 3 * known)
    }
  }
  return pixels
}
