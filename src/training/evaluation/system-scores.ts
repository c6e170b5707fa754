import type { PairPrediction } from '../../models/predictor/staged-model'
import { scoreCaptions, type CaptionMetric } from '../../metrics/captions'
import type { Meteor } from '../../metrics/meteor/meteor'
import { cocoTokens } from '../../text/ptb/coco'
import type { TrainingPixels } from '../../dataset/synthetic/training-record'
import { ChangeScoreAccumulator, type ChangeScores } from './change-scores'
import { readPixels, type TrainingPair } from '../data/training-set'

/** Scores of captions over a set, 0 to 1 (CIDEr-D 0 to 10); absent where no caption was generated. */
export type CaptionScores = Partial<Record<CaptionMetric, number>>

export interface SystemScores extends ChangeScores {
  readonly captions: CaptionScores
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
      const { changed, changedLogit: anything, caption } = proposed[item]
      accumulator.add(pair, pixels[item], changed, anything)
      const references = pair.record.captions.slice(0, REFERENCES).map(({ text }) => text)
      if (caption !== null) items.push({ id: pair.record.file, hypothesis: caption, references })
    })
  }
  const scored = items.length === 0 ? [] : [...scoreCaptions(items, cocoTokens, meteor)]
  return {
    ...accumulator.scores(),
    captions: Object.fromEntries(scored.map(([name, { corpus }]) => [name, corpus])),
    pairsPerSecond: (1000 * pairs.length) / milliseconds,
  }
}
