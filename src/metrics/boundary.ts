import type { ClassMask } from './segmentation'
import { IGNORED_PIXEL } from './segmentation'

/**
 * Boundary F1 (Csurka et al. 2013, "What is a good evaluation measure for semantic segmentation?"): how many
 * boundary pixels of one mask lie near the other's boundary. A boundary pixel is a changed pixel with a pixel of
 * another class among its four neighbours; the edge of the image makes none.
 */

export interface BoundaryCounts {
  truth: number
  predicted: number
  /** True boundary pixels near a predicted one, and the other way round. */
  truthNear: number
  predictedNear: number
}

/** Tolerance of that paper: 0.75 % of the image diagonal, in pixels, at least 1. */
function boundaryTolerance(width: number, height: number): number {
  return Math.max(1, Math.round(0.0075 * Math.hypot(width, height)))
}

export function compareBoundaries(
  truth: ClassMask,
  prediction: ClassMask,
  tolerance = boundaryTolerance(truth.width, truth.height),
): BoundaryCounts {
  const ignored = (pixel: number) =>
    truth.data[pixel] === IGNORED_PIXEL || prediction.data[pixel] === IGNORED_PIXEL
  const expected = boundary(truth, ignored)
  const given = boundary(prediction, ignored)
  return {
    truth: expected.length,
    predicted: given.length,
    truthNear: countNear(expected, given, truth.width, truth.height, tolerance),
    predictedNear: countNear(given, expected, truth.width, truth.height, tolerance),
  }
}

export function noBoundary(): BoundaryCounts {
  return { truth: 0, predicted: 0, truthNear: 0, predictedNear: 0 }
}

export function addBoundaryCounts(total: BoundaryCounts, counts: BoundaryCounts): void {
  total.truth += counts.truth
  total.predicted += counts.predicted
  total.truthNear += counts.truthNear
  total.predictedNear += counts.predictedNear
}

/** NaN where neither mask has a boundary. */
export function boundaryF1(counts: BoundaryCounts): number {
  if (counts.truth + counts.predicted === 0) {
    return Number.NaN
  }
  const precision = counts.predicted === 0 ? 0 : counts.predictedNear / counts.predicted
  const recall = counts.truth === 0 ? 0 : counts.truthNear / counts.truth
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall)
}

function boundary(mask: ClassMask, isIgnored: (pixel: number) => boolean): number[] {
  const { width, height, data } = mask
  const found: number[] = []
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const pixel = y * width + x
      if (data[pixel] === 0 || isIgnored(pixel)) {
        continue
      }
      const differs = (neighbour: number) => data[neighbour] !== data[pixel] && !isIgnored(neighbour)
      if (
        (x > 0 && differs(pixel - 1)) ||
        (x < width - 1 && differs(pixel + 1)) ||
        (y > 0 && differs(pixel - width)) ||
        (y < height - 1 && differs(pixel + width))
      ) {
        found.push(pixel)
      }
    }
  }
  return found
}

/** How many of `pixels` have one of `others` within `tolerance` (Euclidean). */
function countNear(
  pixels: readonly number[],
  others: readonly number[],
  width: number,
  height: number,
  tolerance: number,
): number {
  const near = new Uint8Array(width * height)
  const reach = Math.floor(tolerance)
  for (const other of others) {
    const x = other % width
    const y = (other - x) / width
    for (let row = Math.max(0, y - reach); row <= Math.min(height - 1, y + reach); row++) {
      const half = Math.floor(Math.sqrt(tolerance ** 2 - (row - y) ** 2))
      near.fill(1, row * width + Math.max(0, x - half), row * width + Math.min(width - 1, x + half) + 1)
    }
  }
  return pixels.filter((pixel) => near[pixel] === 1).length
}
