import type { Bitmap, Rect } from '../mask/bitmap'
import type { Raster } from './raster'

/** For each position of the output: the first source position, and weights from there that sum to 1. */
interface Taps {
  first: Int32Array
  /** `most` for each position, zeros at the end. */
  weights: Float32Array
  most: number
  /** For each position, the number of weights before the zeros. */
  counts: Uint32Array
}

/** The window at another size: means over areas where that shrinks it, bilinear where it enlarges. */
export function resampleWindow(image: Raster, window: Rect, width = 128, height = 128): Raster {
  if (isWhole(window, image) && image.width === width && image.height === height) {
    return { width, height, data: image.data.slice() }
  }
  const values = resample(image, 3, window, width, height)
  const data = new Uint8Array(values.length)
  for (let at = 0; at < data.length; at += 1) {
    data[at] = values[at] + 0.5
  }
  return { width, height, data }
}

function isWhole({ x, y, width, height }: Rect, image: Raster): boolean {
  return x === 0 && y === 0 && width === image.width && height === image.height
}

/** How much of each cell of a window is set, 0 to 1, row-major. */
export function coverageInWindow(mask: Bitmap, window: Rect, width: number, height: number): Float32Array {
  return resample(mask, 1, window, width, height)
}

function resample(
  image: { width: number; height: number; data: Uint8Array },
  channels: 1 | 3,
  window: Rect,
  width: number,
  height: number,
): Float32Array {
  const across = tapsOf(window.x, window.width, image.width, width)
  const down = tapsOf(window.y, window.height, image.height, height)
  const top = down.first[0]
  const rows = down.first[height - 1] + down.most - top
  const narrow = new Float32Array(rows * width * channels)
  for (let row = 0; row < rows && top + row < image.height; row += 1) {
    const source = (top + row) * image.width * channels
    const target = row * width * channels
    if (channels === 3) {
      narrowColours(image.data, source, across, narrow, target, width)
    } else {
      narrowValues(image.data, source, across, narrow, target, width)
    }
  }
  return flatten(narrow, down, width * channels, height)
}

function narrowColours(
  data: Uint8Array,
  source: number,
  { first, weights, most, counts }: Taps,
  out: Float32Array,
  target: number,
  width: number,
): void {
  for (let x = 0; x < width; x += 1) {
    let red = 0
    let green = 0
    let blue = 0
    const end = x * most + counts[x]
    for (let tap = x * most, at = source + first[x] * 3; tap < end; tap += 1, at += 3) {
      const weight = weights[tap]
      red += weight * data[at]
      green += weight * data[at + 1]
      blue += weight * data[at + 2]
    }
    out[target + x * 3] = red
    out[target + x * 3 + 1] = green
    out[target + x * 3 + 2] = blue
  }
}

function narrowValues(
  data: Uint8Array,
  source: number,
  { first, weights, most, counts }: Taps,
  out: Float32Array,
  target: number,
  width: number,
): void {
  for (let x = 0; x < width; x += 1) {
    let sum = 0
    const end = x * most + counts[x]
    for (let tap = x * most, at = source + first[x]; tap < end; tap += 1, at += 1) {
      sum += weights[tap] * data[at]
    }
    out[target + x] = sum
  }
}

/** Rounds to 32 bits after each row, so that the number of rows added at once makes no difference. */
function flatten(narrow: Float32Array, down: Taps, length: number, height: number): Float32Array {
  const out = new Float32Array(height * length)
  for (let y = 0; y < height; y += 1) {
    const source = (down.first[y] - down.first[0]) * length
    const target = y * length
    let step = 0
    for (; step + 1 < down.counts[y]; step += 2) {
      const [first, second] = [down.weights[y * down.most + step], down.weights[y * down.most + step + 1]]
      const [one, other] = [source + step * length, source + (step + 1) * length]
      for (let at = 0; at < length; at += 1) {
        const sum = Math.fround(out[target + at] + first * narrow[one + at])
        out[target + at] = sum + second * narrow[other + at]
      }
    }
    for (; step < down.counts[y]; step += 1) {
      const weight = down.weights[y * down.most + step]
      const row = source + step * length
      for (let at = 0; at < length; at += 1) {
        out[target + at] += weight * narrow[row + at]
      }
    }
  }
  return out
}

/** @throws RangeError where the window is not inside `[0, limit)` */
function tapsOf(start: number, length: number, limit: number, count: number): Taps {
  if (!(length > 0 && start >= 0 && start + length <= limit)) {
    throw new RangeError(`a window from ${start}, ${length} long, is not inside ${limit} pixels`)
  }
  const scale = length / count
  const most = scale > 1 ? Math.ceil(scale) + 1 : 2
  const first = new Int32Array(count)
  const weights = new Float32Array(count * most)
  for (let index = 0; index < count; index += 1) {
    if (scale > 1) {
      const from = start + index * scale
      const to = Math.min(start + length, from + scale)
      first[index] = Math.floor(from)
      for (let step = 0; step < most; step += 1) {
        const cell = first[index] + step
        weights[index * most + step] =
          Math.max(0, Math.min(to, cell + 1) - Math.max(from, cell)) / (to - from)
      }
    } else {
      const at = Math.min(limit - 1, Math.max(0, start + (index + 0.5) * scale - 0.5))
      first[index] = Math.min(Math.floor(at), Math.max(0, limit - 2))
      weights[index * most] = 1 - (at - first[index])
      weights[index * most + 1] = at - first[index]
    }
  }
  return { first, weights, most, counts: nonZeroCounts(weights, most) }
}

/** Positions past the border have weight 0, and are never read. */
function nonZeroCounts(weights: Float32Array, most: number): Uint32Array {
  return Uint32Array.from({ length: weights.length / most }, (_, index) => {
    const own = weights.subarray(index * most, (index + 1) * most)
    return own.findLastIndex((weight) => weight !== 0) + 1
  })
}
