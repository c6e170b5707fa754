import {
  add,
  binaryCrossEntropy,
  concat,
  crossEntropy,
  crossEntropyEach,
  diceLossEach,
  div,
  equal,
  greater,
  maximum,
  mul,
  reshape,
  split,
  stopGradient,
  sum,
  toFloat,
} from '../../graph'
import type { Tensor } from '../../graph'
import type { SeenPair } from './pair'
import type { PairMasks } from './pair-masks'
import { ATTRIBUTE_SIZES } from './region-heads'
import { IGNORED, type PairGiven } from './training-inputs'

/** Weight of a token that shows nothing beside one that shows a thing: there are ten times as many. */
const NOTHING = 0.15

/** Mean of the values that count. */
export function weightedMean(values: Tensor, weights: Tensor): Tensor {
  return div(sum(mul(values, weights)), maximum(sum(weights), 1))
}

/** Masks, "anything changed", and the aids: the same terms and weights for every family. */
export function sightLosses(seen: SeenPair, masks: PairMasks, given: PairGiven): Record<string, Tensor> {
  return {
    mask: maskLoss(masks.changed, given),
    anything: mul(binaryCrossEntropy(masks.anything, given.anything), 0.5),
    ...(seen.matches !== null && {
      match: mul(crossEntropy(seen.matches, concat([given.forward, given.backward], 0)), 0.3),
    }),
    ...(seen.named !== null && { naming: namingLoss(seen.named, given) }),
  }
}

/** Cross-entropy of the words that count: logits [batch, words, vocabulary]. */
export function captionLoss(logits: Tensor, targets: Tensor): Tensor {
  return crossEntropy(logits, targets, { ignoreIndex: IGNORED })
}

/** Ten times cross-entropy, and Dice where there is a change. */
function maskLoss(changed: Tensor, given: PairGiven): Tensor {
  const dice = weightedMean(diceLossEach(changed, given.masks), given.anything)
  return add(mul(binaryCrossEntropy(changed, given.masks), 10), dice)
}

/** Mean over the four attributes of the things that tokens show. */
function namingLoss(named: Tensor, given: PairGiven): Tensor {
  const classes = toFloat(concat([given.objectsBefore, given.objectsAfter], 0))
  const wanted = split(classes, 2, [1, 1, 1, 1])
  const each = split(named, 2, ATTRIBUTE_SIZES).map((part, index) => {
    const labels = reshape(wanted[index], part.shape.slice(0, -1))
    const isThing = toFloat(greater(labels, 0.5))
    const isNothing = toFloat(equal(labels, 0))
    const weights = stopGradient(add(isThing, mul(isNothing, NOTHING)))
    return weightedMean(crossEntropyEach(part, labels), weights)
  })
  return mul(
    each.reduce((all, term) => add(all, term)),
    1 / each.length,
  )
}
