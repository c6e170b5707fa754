/**
 * Whether a model's confidence can be believed: in bins of equal width, mean confidence against the share that
 * was right (Guo et al. 2017, "On calibration of modern neural networks").
 */

interface CalibrationBin {
  /** Confidence from, and up to. */
  from: number
  to: number
  count: number
  /** NaN in an empty bin. */
  meanConfidence: number
  accuracy: number
}

export interface Calibration {
  bins: CalibrationBin[]
  /** Expected calibration error: |confidence - accuracy|, weighted by count. 0 is perfect. */
  expectedError: number
  /** The worst bin. */
  maximumError: number
  /** Mean squared difference of confidence and outcome (Brier 1950). */
  brierScore: number
}

/** Confidences are 0 to 1; throws outside that and where there are not as many outcomes. */
export function calibration(
  confidences: readonly number[],
  isCorrect: readonly boolean[],
  binCount = 10,
): Calibration {
  if (confidences.length !== isCorrect.length) {
    throw new Error(`${confidences.length} confidences and ${isCorrect.length} outcomes.`)
  }
  const sums = Array.from({ length: binCount }, () => ({ count: 0, confidence: 0, correct: 0 }))
  let squares = 0
  for (const [item, confidence] of confidences.entries()) {
    if (!(confidence >= 0 && confidence <= 1)) {
      throw new Error(`Confidence ${confidence} of item ${item} is not between 0 and 1.`)
    }
    const outcome = isCorrect[item] ? 1 : 0
    const bin = sums[Math.min(binCount - 1, Math.floor(confidence * binCount))]
    bin.count++
    bin.confidence += confidence
    bin.correct += outcome
    squares += (confidence - outcome) ** 2
  }
  const bins = sums.map(({ count, confidence, correct }, index) => ({
    from: index / binCount,
    to: (index + 1) / binCount,
    count,
    meanConfidence: confidence / count,
    accuracy: correct / count,
  }))
  const filled = bins.filter((bin) => bin.count > 0)
  const gaps = filled.map((bin) => Math.abs(bin.meanConfidence - bin.accuracy))
  return {
    bins,
    expectedError: gaps.reduce((sum, gap, i) => sum + (gap * filled[i].count) / confidences.length, 0),
    maximumError: Math.max(0, ...gaps),
    brierScore: squares / confidences.length,
  }
}
