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
  nn,
  relu,
  squeeze,
} from '../../graph/index'
import type { Tensor, Mode, Parameters } from '../../graph/index'
import type { FineFlow } from './fine-flow'
import type { PairFeatures } from './pair-encoder'
import { pooledSummary } from './pooled-summary'
import { ATTRIBUTE_SIZES } from './region-heads'
import { GRID_SIDE, CHANNELS } from './sizes'
import { IGNORED } from './training-inputs'
import type { PairInputTensors } from './training-inputs'
import { splitFrames, toMap } from './token-grid'
import { maskDecoder } from './mask-decoder'

/** Weight of a token that shows nothing beside one that shows an object: there are ten times as many. */
const BACKGROUND_WEIGHT = 0.15

/** Mean of the values that count. */
export function weightedMean(values: Tensor, weights: Tensor): Tensor {
  return div(sum(mul(values, weights)), maximum(sum(weights), 1))
}

/** Masks, "anything changed", and the auxiliary tasks: the same terms and weights for every family. */
export function encoderLosses(
  pair: PairFeatures,
  masks: PairMasks,
  inputs: PairInputTensors,
): Record<string, Tensor> {
  return {
    mask: maskLoss(masks.changed, inputs),
    change: changeLoss(masks.changedLogit, inputs.hasChange),
    ...(pair.matches !== null && {
      match: mul(matchLoss(pair.matches, inputs), 0.3),
      flow: flowLoss(pair.flow, inputs),
      fineFlow: fineFlowLoss(pair.fineFlow, inputs),
      orientation: orientationLoss(pair.orientation, inputs),
    }),
    ...(pair.objects !== null && { naming: objectsLoss(pair.objects, inputs) }),
  }
}

/** Cross-entropy of the words that count: logits [batch, words, vocabulary]. */
export function captionLoss(logits: Tensor, targets: Tensor): Tensor {
  return crossEntropy(logits, targets, { ignoreIndex: IGNORED })
}

/** Logits [batch] of whether anything changed; pairs of which that is not known do not count. */
export function changeLoss(logits: Tensor, target: Tensor): Tensor {
  const isLabelled = stopGradient(toFloat(greater(target, -0.5)))
  return mul(mean(mul(binaryCrossEntropyEach(logits, target), isLabelled)), 0.5)
}

type MaskTargets = Pick<PairInputTensors, 'masks' | 'hasChange'>

/** 1 where the masks are known: a pair without masks of which it is not known to be unchanged is not marked [batch]. */
export function hasKnownMasks({ masks, hasChange }: MaskTargets): Tensor {
  const isEmpty = sub(1, toFloat(greater(max(masks, { axes: [1, 2, 3] }), 0)))
  return stopGradient(sub(1, mul(abs(hasChange), isEmpty)))
}

/** Logits and masks [batch, 2, 128, 128]: ten times cross-entropy, and Dice where there is a change. */
export function maskLoss(changed: Tensor, inputs: MaskTargets): Tensor {
  const marked = hasKnownMasks(inputs)
  const each = mul(binaryCrossEntropyEach(changed, inputs.masks), reshape(marked, [-1, 1, 1, 1]))
  const dice = weightedMean(diceLossEach(changed, inputs.masks), mul(inputs.hasChange, marked))
  return add(mul(mean(each), 10), dice)
}

/** Logits [2 batch, 256, 257] of which token of the other frame shows the same surface. */
export function matchLoss(matches: Tensor, inputs: Pick<PairInputTensors, 'forward' | 'backward'>): Tensor {
  return crossEntropy(matches, concat([inputs.forward, inputs.backward], 0))
}

type FlowTargets = Pick<PairInputTensors, 'forwardWays' | 'backwardWays'>

/** Where the flow [2 batch, 256, 2] is known: the mean distance to the true one, in token widths. */
export function flowLoss(flow: Tensor, inputs: FlowTargets): Tensor {
  const { distance, isValid } = flowError(flow, inputs)
  return weightedMean(distance, isValid)
}

/** Negative log-likelihood of the true flow under exp(-distance / e^logUncertainty). */
export function fineFlowLoss({ flow, logUncertainty }: FineFlow, inputs: FlowTargets): Tensor {
  const { distance, isValid } = flowError(flow, inputs)
  return weightedMean(add(mul(distance, exp(mul(logUncertainty, -1))), logUncertainty), isValid)
}

/** [2 batch, 256, 1]: how far the flow is from the true one, in token widths, and 1 where that is known. */
function flowError(flow: Tensor, inputs: FlowTargets): { distance: Tensor; isValid: Tensor } {
  const [target, isValid] = split(concat([inputs.forwardWays, inputs.backwardWays], 0), 2, [2, 1])
  const offset = mul(sub(flow, target), GRID_SIDE / 2)
  return { distance: sqrt(add(sum(square(offset), { axes: [2], keepDims: true }), 1e-4)), isValid }
}

/** Mean square of how far off the cosine and sine are, where a cube is shown: [2 batch, 256, 2]. */
export function orientationLoss(
  orientation: Tensor,
  inputs: Pick<PairInputTensors, 'orientationBefore' | 'orientationAfter'>,
): Tensor {
  const [target, isValid] = split(concat([inputs.orientationBefore, inputs.orientationAfter], 0), 2, [2, 1])
  return weightedMean(sum(square(sub(orientation, target)), { axes: [2], keepDims: true }), isValid)
}

/** Of the objects that tokens [2 batch, 256, 20] show. */
export function objectsLoss(
  objects: Tensor,
  inputs: Pick<PairInputTensors, 'objectsBefore' | 'objectsAfter'>,
): Tensor {
  return attributesLoss(objects, concat([inputs.objectsBefore, inputs.objectsAfter], 0))
}

/** Mean over the four attributes. Logits [..., 20], classes [..., 4]: 0 for nothing, below 0 where it does not count. */
export function attributesLoss(logits: Tensor, classes: Tensor): Tensor {
  const last = logits.shape.length - 1
  const target = split(toFloat(classes), last, [1, 1, 1, 1])
  const each = split(logits, last, ATTRIBUTE_SIZES).map((part, index) => {
    const labels = reshape(target[index], part.shape.slice(0, -1))
    const isObject = toFloat(greater(labels, 0.5))
    const isBackground = toFloat(equal(labels, 0))
    const weights = stopGradient(add(isObject, mul(isBackground, BACKGROUND_WEIGHT)))
    return weightedMean(crossEntropyEach(part, labels), weights)
  })
  return mul(total(each), 1 / each.length)
}

export function total(terms: readonly Tensor[]): Tensor {
  return terms.reduce((all, term) => add(all, term))
}

export interface PairMasks {
  /** Logit of "changed" at each pixel, before and after: [batch, 2, 128, 128]. */
  changed: Tensor
  /** Logit of "anything changed": [batch]. */
  changedLogit: Tensor
}

/** The shared mask head, which also reads the family's own features of the pair: tokens [2 batch, 256, 128]. */
export function pairMasks(p: Parameters): (pair: PairFeatures, tokens: Tensor, mode: Mode) => PairMasks {
  const { difference, model } = CHANNELS
  const norm = nn.layerNorm(p.scope('norm'), model)
  const read = nn.linear(p.scope('read'), model, difference)
  const decode = maskDecoder(p.scope('decoder'))
  const first = nn.linear(p.scope('anything0'), 2 * model + 2, 64)
  const second = nn.linear(p.scope('anything1'), 64, 1)
  return (pair, tokens, mode) => {
    const normed = norm(tokens)
    const { map, cells } = pair.differences
    const differences = { map: relu(add(map, toMap(read(normed)))), cells }
    const pixels = decode(differences, pair.features, pair.backgroundFlow, pair.fineFlow.flow, mode)
    const changed = concat([...splitFrames(pixels.changed)], 1)
    const summary = pooledSummary(concat([...splitFrames(normed)], 1), changed)
    return { changed, changedLogit: squeeze(second(relu(first(summary))), 1) }
  }
}
