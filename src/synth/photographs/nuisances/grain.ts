import { createRandom } from '../../random'

/** Four uniform bytes together have this deviation: sqrt(4 * (256^2 - 1) / 12). */
const DEVIATION_OF_BYTES = 147.8

/**
 * Adds noise to three floats a pixel: the sum of four uniform bytes, near enough to normal; half of it alike in all
 * channels, half in each by itself.
 * @param deviation levels
 */
export function addGrain(shown: Float32Array, deviation: number, seed: number, stream: number): void {
  const random = createRandom(seed, stream)
  const scale = deviation / DEVIATION_OF_BYTES / Math.SQRT2
  const grain = (): number => {
    const bits = Math.floor(random.next() * 4294967296)
    return ((bits & 255) + ((bits >>> 8) & 255) + ((bits >>> 16) & 255) + (bits >>> 24) - 510) * scale
  }
  for (let at = 0; at < shown.length; at += 3) {
    const common = grain()
    shown[at] += common + grain()
    shown[at + 1] += common + grain()
    shown[at + 2] += common + grain()
  }
}
