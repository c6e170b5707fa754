import {
  abs,
  add,
  binaryCrossEntropyEach,
  concat,
  crossEntropy,
  crossEntropyEach,
  diceLossEach,
  div,
  equal,
  exp,
  greater,
  max,
  maximum,
  mean,
  mul,
  reshape,
  split,
  sqrt,
  square,
  stopGradient,
  sub,
  sum,
  toFloat,
} from '../../graph'
import type { Tensor } from '../../graph'
import type { FineWays } from './fine-ways'
import type { SeenPair } from './pair'
import type { PairMasks } from './pair-masks'
import { ATTRIBUTE_SIZES } from './region-heads'
import { GRID_SIDE } from './sizes'
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
    anything: anythingLoss(masks.anything, given.anything),
    ...(seen.matches !== null && {
      match: mul(matchLoss(seen.matches, given), 0.3),
      way: wayLoss(seen.way, given),
      fineWay: fineWayLoss(seen.fine, given),
      facing: facingLoss(seen.facing, given),
    }),
    ...(seen.named !== null && { naming: thingsLoss(seen.named, given) }),
  }
}

/** Cross-entropy of the words that count: logits [batch, words, vocabulary]. */
export function captionLoss(logits: Tensor, targets: Tensor): Tensor {
  return crossEntropy(logits, targets, { ignoreIndex: IGNORED })
}

/** Logits [batch] of whether anything changed; pairs of which that is not known do not count. */
export function anythingLoss(logits: Tensor, anything: Tensor): Tensor {
  const isKnown = stopGradient(toFloat(greater(anything, -0.5)))
  return mul(mean(mul(binaryCrossEntropyEach(logits, anything), isKnown)), 0.5)
}

type GivenMasks = Pick<PairGiven, 'masks' | 'anything'>

/** 1 where the masks are known: a pair without masks of which it is not known to be unchanged is not marked [batch]. */
export function markedPairs({ masks, anything }: GivenMasks): Tensor {
  const isEmpty = sub(1, toFloat(greater(max(masks, { axes: [1, 2, 3] }), 0)))
  return stopGradient(sub(1, mul(abs(anything), isEmpty)))
}

/** Logits and masks [batch, 2, 128, 128]: ten times cross-entropy, and Dice where there is a change. */
export function maskLoss(changed: Tensor, given: GivenMasks): Tensor {
  const marked = markedPairs(given)
  const each = mul(binaryCrossEntropyEach(changed, given.masks), reshape(marked, [-1, 1, 1, 1]))
  const dice = weightedMean(diceLossEach(changed, given.masks), mul(given.anything, marked))
  return add(mul(mean(each), 10), dice)
}

/** Logits [2 batch, 256, 257] of which token of the other frame shows the same surface. */
export function matchLoss(matches: Tensor, given: Pick<PairGiven, 'forward' | 'backward'>): Tensor {
  return crossEntropy(matches, concat([given.forward, given.backward], 0))
}

type GivenWays = Pick<PairGiven, 'forwardWays' | 'backwardWays'>

/** Ways [2 batch, 256, 2] that are known: the mean distance to the true one, in token widths. */
export function wayLoss(way: Tensor, given: GivenWays): Tensor {
  const { distance, known } = distanceOff(way, given)
  return weightedMean(distance, known)
}

/** How unlikely the true ways are where a distance off is as likely as e^(-distance / e^doubt): what is sure weighs more. */
export function fineWayLoss({ way, doubt }: FineWays, given: GivenWays): Tensor {
  const { distance, known } = distanceOff(way, given)
  return weightedMean(add(mul(distance, exp(mul(doubt, -1))), doubt), known)
}

/** [2 batch, 256, 1]: how far ways are from the true one, in token widths, and 1 where that is known. */
function distanceOff(way: Tensor, given: GivenWays): { distance: Tensor; known: Tensor } {
  const [wanted, known] = split(concat([given.forwardWays, given.backwardWays], 0), 2, [2, 1])
  const off = mul(sub(way, wanted), GRID_SIDE / 2)
  return { distance: sqrt(add(sum(square(off), { axes: [2], keep: true }), 1e-4)), known }
}

/** Mean square of how far off the cosine and sine are, where a cube is shown: [2 batch, 256, 2]. */
export function facingLoss(facing: Tensor, given: Pick<PairGiven, 'facingBefore' | 'facingAfter'>): Tensor {
  const [wanted, known] = split(concat([given.facingBefore, given.facingAfter], 0), 2, [2, 1])
  return weightedMean(sum(square(sub(facing, wanted)), { axes: [2], keep: true }), known)
}

/** Of the things that tokens [2 batch, 256, 20] show. */
export function thingsLoss(things: Tensor, given: Pick<PairGiven, 'objectsBefore' | 'objectsAfter'>): Tensor {
  return attributesLoss(things, concat([given.objectsBefore, given.objectsAfter], 0))
}

/** Mean over the four attributes. Logits [..., 20], classes [..., 4]: 0 for nothing, below 0 where it does not count. */
export function attributesLoss(logits: Tensor, classes: Tensor): Tensor {
  const last = logits.shape.length - 1
  const wanted = split(toFloat(classes), last, [1, 1, 1, 1])
  const each = split(logits, last, ATTRIBUTE_SIZES).map((part, index) => {
    const labels = reshape(wanted[index], part.shape.slice(0, -1))
    const isThing = toFloat(greater(labels, 0.5))
    const isNothing = toFloat(equal(labels, 0))
    const weights = stopGradient(add(isThing, mul(isNothing, NOTHING)))
    return weightedMean(crossEntropyEach(part, labels), weights)
  })
  return mul(total(each), 1 / each.length)
}

export function total(terms: readonly Tensor[]): Tensor {
  return terms.reduce((all, term) => add(all, term))
}
