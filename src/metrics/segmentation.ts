/**
 * Scores of masks from one confusion matrix over all pixels of all images (Change-Agent's evaluator, whose
 * names are swapped: what it calls "Pixel_Accuracy_Class" is recall and "Recall_Class" precision; here each has
 * its usual name). A score that divides by zero is NaN, and means leave it out.
 */

/** One class of a mask: row-major class numbers, 0 to classes - 1. */
export interface ClassMask {
  width: number
  height: number
  data: Uint8Array
}

/** In a class mask: the pixel counts nowhere. */
export const IGNORED_PIXEL = 255

export interface ConfusionCounts {
  readonly classes: number
  /** Row: true class; column: predicted class. */
  readonly counts: Float64Array
}

export class ConfusionMatrix implements ConfusionCounts {
  readonly classes: number
  readonly counts: Float64Array

  constructor(classes: number) {
    this.classes = classes
    this.counts = new Float64Array(classes * classes)
  }

  /**
   * Adds a pair of masks. Pixels that are `ignoredPixel` in either one are left out. Throws on masks of
   * different size and on a class out of range.
   */
  add(truth: ClassMask, prediction: ClassMask): void {
    if (truth.width !== prediction.width || truth.height !== prediction.height) {
      throw new Error(
        `The masks differ in size: truth ${truth.width}x${truth.height}, ` +
          `prediction ${prediction.width}x${prediction.height}.`,
      )
    }
    for (const [pixel, expected] of truth.data.entries()) {
      const given = prediction.data[pixel]
      if (expected === IGNORED_PIXEL || given === IGNORED_PIXEL) {
        continue
      }
      if (expected >= this.classes || given >= this.classes) {
        throw new Error(`Class ${Math.max(expected, given)} in a mask of ${this.classes} classes.`)
      }
      this.counts[expected * this.classes + given]++
    }
  }

  addCounts(other: ConfusionMatrix): void {
    for (const [cell, count] of other.counts.entries()) {
      this.counts[cell] += count
    }
  }
}

interface ClassScores {
  iou: number
  f1: number
  precision: number
  recall: number
  /** True pixels. */
  support: number
}

export interface SegmentationScores {
  /** Class 0 (no change) first. */
  classes: ClassScores[]
  pixelAccuracy: number
  /** Mean over the classes that occur, class 0 included. */
  meanIou: number
  meanF1: number
  meanPrecision: number
  meanRecall: number
  /** Mean IoU weighted by true pixels. */
  frequencyWeightedIou: number
}

export function segmentationScores({ classes, counts }: ConfusionCounts): SegmentationScores {
  const total = counts.reduce((sum, count) => sum + count, 0)
  let agreed = 0
  const perClass = Array.from({ length: classes }, (_, index) => {
    const hits = counts[index * classes + index]
    let truth = 0
    let predicted = 0
    for (let other = 0; other < classes; other++) {
      truth += counts[index * classes + other]
      predicted += counts[other * classes + index]
    }
    agreed += hits
    return {
      iou: hits / (truth + predicted - hits),
      f1: (2 * hits) / (truth + predicted),
      precision: hits / predicted,
      recall: hits / truth,
      support: truth,
    }
  })
  return {
    classes: perClass,
    pixelAccuracy: agreed / total,
    meanIou: nanMean(perClass.map((scores) => scores.iou)),
    meanF1: nanMean(perClass.map((scores) => scores.f1)),
    meanPrecision: nanMean(perClass.map((scores) => scores.precision)),
    meanRecall: nanMean(perClass.map((scores) => scores.recall)),
    frequencyWeightedIou: perClass
      .filter((scores) => scores.support > 0)
      .reduce((sum, scores) => sum + (scores.support / total) * scores.iou, 0),
  }
}

/** Mean of the values that are numbers; NaN where none is. */
export function nanMean(values: readonly number[]): number {
  const numbers = values.filter((value) => !Number.isNaN(value))
  return numbers.reduce((sum, value) => sum + value, 0) / numbers.length
}
