import { toGrey } from '../../images/pyramid'
import type { Raster } from '../../images/raster'
import type { Rect } from '../../mask/bitmap'
import type { Overview } from './overview'

/** What differs by less than so many times the middle difference is noise. */
const NOISE_FACTOR = 2

/** How much each part differs, in grey levels above the noise, by an overview whose frames lie over each other. */
export function partDifferences(
  { level, before, after }: Overview,
  parts: readonly Pick<Rect, 'x' | 'y' | 'width' | 'height'>[],
): number[] {
  const { width } = after
  const differences = differencesOf(before, after)
  const noise = NOISE_FACTOR * middleOf(differences)
  return parts.map((part) => {
    const [left, top] = [part.x, part.y].map((at) => Math.floor(at / 2 ** level))
    const right = Math.min(after.width, Math.ceil((part.x + part.width) / 2 ** level))
    const bottom = Math.min(after.height, Math.ceil((part.y + part.height) / 2 ** level))
    let sum = 0
    for (let y = top; y < bottom; y += 1) {
      for (let x = left; x < right; x += 1) {
        sum += Math.max(0, differences[y * width + x] - noise)
      }
    }
    return sum / Math.max(1, (right - left) * (bottom - top))
  })
}

/** Of the grey levels, once the before frame has the light of the after frame; 0 where one of them is not known. */
function differencesOf(before: Raster, after: Raster): Float32Array {
  const [from, to] = [toGrey(before), toGrey(after)]
  const isKnown = (at: number): boolean => before.missing?.[at] !== 1 && after.missing?.[at] !== 1
  const [light, wanted] = [lightOf(from, isKnown), lightOf(to, isKnown)]
  const gain = light.deviation < 1 ? 1 : wanted.deviation / light.deviation
  return Float32Array.from(to, (value, at) =>
    isKnown(at) ? Math.abs((from[at] - light.mean) * gain + wanted.mean - value) : 0,
  )
}

function lightOf(grey: Uint8Array, isKnown: (at: number) => boolean): { mean: number; deviation: number } {
  let [sum, squares, count] = [0, 0, 0]
  grey.forEach((value, at) => {
    if (isKnown(at)) {
      sum += value
      squares += value * value
      count += 1
    }
  })
  const mean = sum / Math.max(1, count)
  return { mean, deviation: Math.sqrt(Math.max(0, squares / Math.max(1, count) - mean * mean)) }
}

/** To a grey level. */
function middleOf(values: Float32Array): number {
  const counts = new Uint32Array(256)
  values.forEach((value) => {
    counts[Math.min(255, Math.round(value))] += 1
  })
  let [level, below] = [0, counts[0]]
  while (below < values.length / 2) {
    level += 1
    below += counts[level]
  }
  return level
}
