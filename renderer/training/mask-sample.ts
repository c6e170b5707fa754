import { decodeCounts } from '../../src/mask/rle'
import type { Rle } from '../../src/mask/rle'

/**
 * A mask at another size, one byte a pixel, row-major: each pixel is what lies under its middle. Runs are
 * looked up, so that a large image costs no more than a small picture. @throws RleError
 */
export function sampleMask(
  { size: [sourceHeight, sourceWidth], counts }: Rle,
  width: number,
  height: number,
): Uint8Array {
  const runs = decodeCounts(counts)
  const ends = new Float64Array(runs.length)
  let end = 0
  for (const [index, run] of runs.entries()) {
    end += run
    ends[index] = end
  }
  const data = new Uint8Array(width * height)
  for (let x = 0; x < width; x += 1) {
    const column = Math.floor(((x + 0.5) * sourceWidth) / width) * sourceHeight
    for (let y = 0; y < height; y += 1) {
      const at = column + Math.floor(((y + 0.5) * sourceHeight) / height)
      data[y * width + x] = runAt(ends, at) % 2
    }
  }
  return data
}

/** The run that holds a pixel; runs at even places are 0. */
function runAt(ends: Float64Array, at: number): number {
  let low = 0
  let high = ends.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (ends[middle] > at) {
      high = middle
    } else {
      low = middle + 1
    }
  }
  return low === ends.length ? 0 : low
}
