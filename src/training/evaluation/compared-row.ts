import type { PairComparison } from '../../contract/model-comparison'
import type { TrainingExample } from '../../contract/training'
import { isChangeCorrect, pairScore, predictsChange } from './proposal-scores'
import type { GroundTruth, Scores } from './proposal-scores'

export interface ComparedPair {
  readonly truth: GroundTruth
  readonly before: TrainingExample
  readonly after: TrainingExample
}

/** One pair of the verdict: both models' scores, and what the new one gains. */
export function comparedRow(
  { truth, before, after }: ComparedPair,
  {
    index,
    first,
    second,
    learnsCaptions,
  }: { index: number; first: Scores; second: Scores; learnsCaptions: boolean },
): PairComparison {
  const scored = (scores: Scores, example: TrainingExample): PairComparison['before'] => ({
    maskIou: pairScore(scores, 'mask-iou', index),
    ciderD: pairScore(scores, 'cider-d', index),
    rougeL: pairScore(scores, 'rouge-l', index),
    saysChange: predictsChange(example),
    caption: example.captions[0]?.text ?? '',
  })
  const [old, now] = [scored(first, before), scored(second, after)]
  const ofMasks = (now.maskIou ?? 1) - (old.maskIou ?? 1)
  const changes = learnsCaptions
    ? [
        ofMasks,
        (now.rougeL ?? 0) - (old.rougeL ?? 0),
        ...(truth.hasKnownMasks
          ? [Number(isChangeCorrect(truth, after)) - Number(isChangeCorrect(truth, before))]
          : []),
      ]
    : [ofMasks]
  return {
    pairId: truth.pairId,
    key: truth.key,
    isChanged: truth.hasKnownMasks ? truth.masks.length > 0 : null,
    references: [...truth.captions],
    isAsProposed: truth.isAsProposed,
    before: old,
    after: now,
    gain: changes.reduce((sum, change) => sum + change, 0) / changes.length,
  }
}
