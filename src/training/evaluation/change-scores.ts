import type { Tensor as RuntimeTensor } from 'onnxruntime-node'
import type { TrainingPixels } from '../../dataset/synthetic/training-record'
import { framesOf } from '../../models/layers/pixels'
import type { PairPrediction } from '../../models/model-proposer'
import { MASK_SIDE } from '../../models/layers/sizes'
import type { EvaluationSession } from '../session'
import { readPixels } from '../data/training-set'
import type { TrainingPair } from '../data/training-set'
import { scoreCaptions } from '../../metrics/captions'
import type { CaptionMetric } from '../../metrics/captions'
import type { Meteor } from '../../metrics/meteor/meteor'
import { cocoTokens } from '../../text/ptb/tokenize'

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
    changedLogit: number,
    at = 0,
  ): void {
    this.pairs++
    this.correct += changedLogit > 0 === record.categories.length > 0 ? 1 : 0
    for (let index = 0; index < 2 * PIXELS; index++) {
      const pixel = index % PIXELS
      const isChanged =
        index < PIXELS ? beforeRegions[pixel] > 0 : afterRegions[pixel] > 0 || vacatedRegions[pixel] > 0
      const isPredicted = Number(changed[at + index]) > 0
      if (isChanged && isPredicted) {
        this.intersection++
      }
      if (isChanged || isPredicted) {
        this.union++
      }
    }
  }

  scores(): ChangeScores {
    return { maskIou: this.intersection / Math.max(1, this.union), accuracy: this.correct / this.pairs }
  }
}

/** Scores the outputs `changed` and `changedLogit` on synthetic pairs of 128 x 128. */
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
    const { changed, changedLogit } = await evaluation.run(vectors, frames)
    own.forEach((pair, item) =>
      accumulator.add(pair, pixels[item], changed.data, Number(changedLogit.data[item]), item * 2 * PIXELS),
    )
  }
  return accumulator.scores()
}

/** Scores of captions over a set, 0 to 1 (CIDEr-D 0 to 10); absent where no caption was generated. */
export type CaptionScores = Partial<Record<CaptionMetric, number>>

export interface SystemScores extends ChangeScores {
  readonly captions: CaptionScores
  /** CIDEr-D of each pair, in their order; empty where no caption was generated. */
  readonly ciderDOfPairs: readonly number[]
  /** Over the time of the proposals alone. */
  readonly pairsPerSecond: number
}

/** Proposes masks and a caption for each pair of a batch. */
export type BatchProposer = (pairs: readonly TrainingPixels[]) => Promise<readonly PairPrediction[]>

/** Reference captions of a pair that are scored against. */
const REFERENCES = 5

/** Scores a system's proposals on synthetic pairs. */
export async function scoreSystem(
  propose: BatchProposer,
  pairs: readonly TrainingPair[],
  { batch, meteor }: { batch: number; meteor?: Meteor },
): Promise<SystemScores> {
  const accumulator = new ChangeScoreAccumulator()
  const items: { id: string; hypothesis: string; references: string[] }[] = []
  let milliseconds = 0
  for (let start = 0; start < pairs.length; start += batch) {
    const own = pairs.slice(start, start + batch)
    const pixels = own.map(readPixels)
    const began = performance.now()
    const proposed = await propose(pixels)
    milliseconds += performance.now() - began
    own.forEach((pair, item) => {
      const { changed, changedLogit, caption } = proposed[item]
      accumulator.add(pair, pixels[item], changed, changedLogit)
      const references = pair.record.captions.slice(0, REFERENCES).map(({ text }) => text)
      if (caption !== null) {
        items.push({ id: pair.record.file, hypothesis: caption, references })
      }
    })
  }
  const scored = items.length === 0 ? [] : [...scoreCaptions(items, cocoTokens, meteor)]
  return {
    ...accumulator.scores(),
    captions: Object.fromEntries(scored.map(([name, { corpus }]) => [name, corpus])),
    ciderDOfPairs: scored.find(([name]) => name === 'CIDEr-D')?.[1].perItem ?? [],
    pairsPerSecond: (1000 * pairs.length) / milliseconds,
  }
}
