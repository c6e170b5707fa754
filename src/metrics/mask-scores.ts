import { addBoundaryCounts, boundaryF1, compareBoundaries, noBoundary } from './boundary'
import type { BoundaryCounts } from './boundary'
import { addRegionCounts, compareRegions, noRegions } from './regions'
import type { RegionCounts } from './regions'
import { ConfusionMatrix, segmentationScores } from './segmentation'
import type { ClassMask, ConfusionCounts, SegmentationScores } from './segmentation'
import { pooledScore } from './set-score'
import type { SetScore } from './set-score'

/** What one pair of masks adds to the scores of its set. */
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
    /** Of the matched pairs. */
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

export type MaskMetric = 'change IoU' | 'change F1' | 'change precision' | 'change recall' | 'mIoU'

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
