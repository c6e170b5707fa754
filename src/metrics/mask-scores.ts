import { addRegionCounts, compareRegions, noRegions } from './regions'
import type { RegionCounts } from './regions'
import { ConfusionMatrix, segmentationScores, IGNORED_PIXEL } from './segmentation'
import type { ClassMask, ConfusionCounts, SegmentationScores } from './segmentation'
import { pooledScore } from './set-score'
import type { SetScore } from './set-score'

/** Counts that one pair of masks adds to the scores of its set. */
export interface MaskComparison {
  confusion: ConfusionMatrix
  regions: RegionCounts
  boundary: BoundaryCounts
}

/** Compares class masks of one size; see `ConfusionMatrix.add` for errors. */
export function compareMasks(truth: ClassMask, prediction: ClassMask, classes: number): MaskComparison {
  const confusion = new ConfusionMatrix(classes)
  confusion.add(truth, prediction)
  return {
    confusion,
    regions: compareRegions(truth, prediction),
    boundary: compareBoundaries(truth, prediction),
  }
}

export interface MaskScores {
  segmentation: SegmentationScores
  /** Every class but 0 taken as one: changed. */
  change: { iou: number; f1: number; precision: number; recall: number }
  boundaryF1: number
  regions: {
    truth: number
    predicted: number
    precision: number
    recall: number
    f1: number
    /** Mean over the matched pairs. */
    meanIou: number
  }
  bySize: RegionCounts['bySize']
}

/** Scores of a set from the sums over its pairs. */
export function maskScores(comparisons: readonly MaskComparison[], classes: number): MaskScores {
  const confusion = new ConfusionMatrix(classes)
  const regions = noRegions()
  const boundary = noBoundary()
  for (const comparison of comparisons) {
    confusion.addCounts(comparison.confusion)
    addRegionCounts(regions, comparison.regions)
    addBoundaryCounts(boundary, comparison.boundary)
  }
  return {
    segmentation: segmentationScores(confusion),
    change: changeScores(confusion),
    boundaryF1: boundaryF1(boundary),
    regions: {
      truth: regions.truth,
      predicted: regions.predicted,
      precision: regions.matched / regions.predicted,
      recall: regions.matched / regions.truth,
      f1: (2 * regions.matched) / (regions.truth + regions.predicted),
      meanIou: regions.matchedIou / regions.matched,
    },
    bySize: regions.bySize,
  }
}

type MaskMetric = 'change IoU' | 'change F1' | 'change precision' | 'change recall' | 'mIoU'

/** The pixel metrics as set scores, for intervals and tests. A pair that divides by zero is NaN by itself. */
export function maskSetScores(
  comparisons: readonly MaskComparison[],
  classes: number,
): Map<MaskMetric, SetScore> {
  const rows = comparisons.map(({ confusion }) => confusion.counts)
  const change = (score: keyof MaskScores['change']) =>
    pooledScore(rows, (counts) => changeScores({ classes, counts })[score])
  return new Map([
    ['change IoU', change('iou')],
    ['change F1', change('f1')],
    ['change precision', change('precision')],
    ['change recall', change('recall')],
    ['mIoU', pooledScore(rows, (counts) => segmentationScores({ classes, counts }).meanIou)],
  ])
}

function changeScores({ classes, counts }: ConfusionCounts): MaskScores['change'] {
  let hits = 0
  let missed = 0
  let invented = 0
  for (let truth = 0; truth < classes; truth++) {
    for (let predicted = 0; predicted < classes; predicted++) {
      const count = counts[truth * classes + predicted]
      hits += truth > 0 && predicted > 0 ? count : 0
      missed += truth > 0 && predicted === 0 ? count : 0
      invented += truth === 0 && predicted > 0 ? count : 0
    }
  }
  return {
    iou: hits / (hits + missed + invented),
    f1: (2 * hits) / (2 * hits + missed + invented),
    precision: hits / (hits + invented),
    recall: hits / (hits + missed),
  }
}

/**
 * Boundary F1 (Csurka et al. 2013, "What is a good evaluation measure for semantic segmentation?"): how many
 * boundary pixels of one mask lie near the other's boundary. A boundary pixel is a changed pixel with a pixel of
 * another class among its four neighbours; the edge of the image makes none.
 */

interface BoundaryCounts {
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

function noBoundary(): BoundaryCounts {
  return { truth: 0, predicted: 0, truthNear: 0, predictedNear: 0 }
}

function addBoundaryCounts(total: BoundaryCounts, counts: BoundaryCounts): void {
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
