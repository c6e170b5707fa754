import type { Raster } from '../../images/raster'
import type { Rect } from '../../mask/bitmap'
import { containsPoint } from '../../mask/rect'
import { seededRandom } from '../../metrics/set-score'

export interface SceneOptions {
  width: number
  height: number
  /** Standard deviation of the noise, grey levels. */
  noise?: number
  seed?: number
  /** Where the scene's origin lies, in pixels; fractions shift it by less than a pixel. */
  shift?: { x: number; y: number }
  things?: readonly { rect: Rect; colour: readonly [number, number, number] }[]
}

/** A made scene with texture at several scales, noise, and plain rectangles on it. For tests. */
export function makeScene(options: SceneOptions): Raster {
  const { width, height, noise = 0, seed = 1, shift = { x: 0, y: 0 }, things = [] } = options
  const data = new Uint8Array(width * height * 3)
  const random = seededRandom(seed)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = 3 * (y * width + x)
      const thing = things.findLast(({ rect }) => containsPoint(rect, x, y))
      for (let channel = 0; channel < 3; channel += 1) {
        const level = thing?.colour[channel] ?? ground(x + shift.x, y + shift.y, channel)
        data[at + channel] = Math.min(255, Math.max(0, level + noise * normal(random) + 0.5))
      }
    }
  }
  return { width, height, data }
}

/** Smooth, with edges: rounded blocks of three sizes, each with a level of its own. */
function ground(x: number, y: number, channel: number): number {
  let level = 120
  for (const [size, strength] of [
    [61, 28],
    [23, 20],
    [9, 12],
  ]) {
    const phase = channel * 0.3
    level += strength * Math.tanh(3 * Math.sin((2 * Math.PI * (x + 0.3 * y)) / size + phase))
    level += strength * Math.tanh(3 * Math.sin((2 * Math.PI * (y - 0.4 * x)) / (size * 1.3) + 1))
  }
  return level
}

/** Box-Muller. */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
