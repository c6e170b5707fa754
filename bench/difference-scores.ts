import type { Raster } from '../src/images/raster'

export interface PixelCounts {
  both: number
  either: number
}

export function emptyCounts(): PixelCounts {
  return { both: 0, either: 0 }
}

/** @param truth 255 changed, 0 not, 85 and 170 unknown */
export function countPixels(counts: PixelCounts, mask: Uint8Array, truth: Uint8Array): void {
  for (let at = 0; at < truth.length; at += 1) {
    if (truth[at] !== 85 && truth[at] !== 170) {
      const isTrue = truth[at] === 255
      const isPredicted = mask[at] !== 0
      counts.both += isTrue && isPredicted ? 1 : 0
      counts.either += isTrue || isPredicted ? 1 : 0
    }
  }
}

export function iouOf({ both, either }: PixelCounts): number {
  return either === 0 ? 1 : both / either
}

/** Area under the ROC curve: the share of pairs of one of each in which `positive` scores higher. */
export function auc(positive: readonly number[], negative: readonly number[]): number {
  let wins = 0
  for (const a of positive) {
    for (const b of negative) {
      wins += a > b ? 1 : a === b ? 0.5 : 0
    }
  }
  return wins / (positive.length * negative.length)
}

export function fixedMask(before: Raster, after: Raster, threshold: number): Uint8Array {
  return blurredDifference(before, after).map((value) => (value > threshold ? 1 : 0))
}

export function otsuMask(before: Raster, after: Raster): Uint8Array {
  const values = blurredDifference(before, after)
  const threshold = otsu(values)
  return values.map((value) => (value > threshold ? 1 : 0))
}

/** Largest channel difference, Gaussian blur of sigma 1.5, rounded. */
function blurredDifference(before: Raster, after: Raster): Uint8Array {
  const { width, height } = after
  const sharp = new Float32Array(width * height)
  for (let at = 0; at < sharp.length; at += 1) {
    for (let channel = 3 * at; channel < 3 * at + 3; channel += 1) {
      sharp[at] = Math.max(sharp[at], Math.abs(after.data[channel] - before.data[channel]))
    }
  }
  const across = blurAlong(sharp, width, height, 1, width)
  return Uint8Array.from(blurAlong(across, height, width, width, 1), Math.round)
}

function blurAlong(
  values: Float32Array,
  length: number,
  lines: number,
  step: number,
  lineStep: number,
): Float32Array {
  const taps = Array.from({ length: 13 }, (_, index) => Math.exp(-((index - 6) ** 2) / 4.5))
  const sum = taps.reduce((total, tap) => total + tap, 0)
  const result = new Float32Array(values.length)
  for (let line = 0; line < lines; line += 1) {
    for (let at = 0; at < length; at += 1) {
      let value = 0
      for (let tap = 0; tap < 13; tap += 1) {
        const near = Math.min(length - 1, Math.max(0, at + tap - 6))
        value += taps[tap] * values[line * lineStep + near * step]
      }
      result[line * lineStep + at * step] = value / sum
    }
  }
  return result
}

/** Otsu 1979: the level that parts the histogram with the largest variance between its parts. */
function otsu(values: Uint8Array): number {
  const counts = new Float64Array(256)
  values.forEach((value) => {
    counts[value] += 1
  })
  const total = counts.reduce((sum, count, level) => sum + count * level, 0)
  let [below, belowSum, best, bestLevel] = [0, 0, -1, 0]
  for (let level = 0; level < 256; level += 1) {
    below += counts[level]
    belowSum += counts[level] * level
    const above = values.length - below
    if (below > 0 && above > 0) {
      const between = below * above * (belowSum / below - (total - belowSum) / above) ** 2
      if (between > best) {
        best = between
        bestLevel = level
      }
    }
  }
  return bestLevel
}
