import type { Tensor as RuntimeTensor } from 'onnxruntime-node'
import type { TrainingPixels } from '../../dataset/synthetic/training-record'
import { framesOf } from '../../models/predictor/staged-model'
import { MASK_SIDE } from '../../models/layers/sizes'
import type { EvaluationSession } from '../evaluation-session'
import { readPixels, type TrainingPair } from '../data/training-set'

/** Scores of the change masks and of "changed or not", without captions. */
export interface ChangeScores {
  /** Of both frames' masks over all pairs. */
  readonly maskIou: number
  /** Share of the pairs classified correctly as changed or not. */
  readonly accuracy: number
}

const BATCH = 16
const PIXELS = MASK_SIDE * MASK_SIDE

/** Accumulates `ChangeScores` pair by pair. */
export class ChangeScoreAccumulator {
  private intersection = 0
  private union = 0
  private correct = 0
  private pairs = 0

  /** Logits [2, 128, 128] of "changed here", from `at`, and the logit of "anything changed". */
  add(
    { record }: TrainingPair,
    { beforeRegions, afterRegions, vacatedRegions }: TrainingPixels,
    changed: ArrayLike<number | bigint>,
    anything: number,
    at = 0,
  ): void {
    this.pairs++
    this.correct += anything > 0 === record.categories.length > 0 ? 1 : 0
    for (let place = 0; place < 2 * PIXELS; place++) {
      const pixel = place % PIXELS
      const isChanged =
        place < PIXELS ? beforeRegions[pixel] > 0 : afterRegions[pixel] > 0 || vacatedRegions[pixel] > 0
      const isPredicted = Number(changed[at + place]) > 0
      if (isChanged && isPredicted) this.intersection++
      if (isChanged || isPredicted) this.union++
    }
  }

  scores(): ChangeScores {
    return { maskIou: this.intersection / Math.max(1, this.union), accuracy: this.correct / this.pairs }
  }
}

/** Scores the outputs `changed` and `anything` on synthetic pairs of 128 x 128. */
export async function scoreChanges(
  evaluation: EvaluationSession,
  vectors: Readonly<Record<string, RuntimeTensor>>,
  pairs: readonly TrainingPair[],
): Promise<ChangeScores> {
  const accumulator = new ChangeScoreAccumulator()
  for (let start = 0; start < pairs.length; start += BATCH) {
    const own = pairs.slice(start, start + BATCH)
    const pixels = own.map(readPixels)
    const frames = { before: framesOf(pixels, 'before'), after: framesOf(pixels, 'after') }
    const { changed, anything } = await evaluation.run(vectors, frames)
    own.forEach((pair, item) =>
      accumulator.add(pair, pixels[item], changed.data, Number(anything.data[item]), item * 2 * PIXELS),
    )
  }
  return accumulator.scores()
}
