import type { PairProposal } from '../../inference/family/network'
import { scoreCaptions, type CaptionMetric } from '../../metrics/captions'
import type { Meteor } from '../../metrics/meteor/meteor'
import { cocoTokens } from '../../text/ptb/coco'
import type { TrainingPixels } from '../../dataset/made/training-record'
import { SceneTally, type SceneScores } from './scene-scores'
import { readPixels, type TrainingPair } from './training-set'

/** Scores of captions over a set, 0 to 1 (CIDEr-D 0 to 10); absent where no caption was asked for. */
export type CaptionScores = Partial<Record<CaptionMetric, number>>

export interface SystemScores extends SceneScores {
  readonly captions: CaptionScores
  /** Over the time of the proposals alone. */
  readonly pairsPerSecond: number
}

/** A system under test: pairs side by side, as many as it was asked to take at a time. */
export type Proposing = (pairs: readonly TrainingPixels[]) => Promise<readonly PairProposal[]>

/** References of a pair that a caption is held against. */
const REFERENCES = 5

/** What a system says of made pairs, held against what is true of them. */
export async function scoreSystem(
  propose: Proposing,
  pairs: readonly TrainingPair[],
  { batch, meteor }: { batch: number; meteor?: Meteor },
): Promise<SystemScores> {
  const tally = new SceneTally()
  const items: { id: string; hypothesis: string; references: string[] }[] = []
  let milliseconds = 0
  for (let start = 0; start < pairs.length; start += batch) {
    const own = pairs.slice(start, start + batch)
    const pixels = own.map(readPixels)
    const began = performance.now()
    const proposed = await propose(pixels)
    milliseconds += performance.now() - began
    own.forEach((pair, item) => {
      const { changed, anything, caption } = proposed[item]
      tally.add(pair, pixels[item], changed, anything)
      const references = pair.record.captions.slice(0, REFERENCES).map(({ text }) => text)
      if (caption !== null) items.push({ id: pair.record.file, hypothesis: caption, references })
    })
  }
  const scored = items.length === 0 ? [] : [...scoreCaptions(items, cocoTokens, meteor)]
  return {
    ...tally.scores(),
    captions: Object.fromEntries(scored.map(([name, { corpus }]) => [name, corpus])),
    pairsPerSecond: (1000 * pairs.length) / milliseconds,
  }
}
