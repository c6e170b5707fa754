import {
  add,
  binaryCrossEntropyEach,
  clip,
  concat,
  crossEntropy,
  diceLossEach,
  div,
  log,
  logSumExp,
  matmul,
  mean,
  mul,
  reshape,
  split,
  sub,
  sum,
  swapLast,
  unitRows,
  unsqueeze,
} from '../../../graph'
import type { Tensor } from '../../../graph'
import { maskUncounted } from '../../layers/contrastive-losses'
import { attributesLoss, total, weightedMean } from '../../layers/pair-losses'
import type { RegionOutputs } from '../../layers/region-heads'
import { MASK_SIDE, TOKENS } from '../../layers/sizes'
import { overviewOf } from './network'
import { REGION_SLOTS } from './training-inputs'
import type { CcrcInputName } from './training-inputs'

type CcrcInputTensors = Readonly<Record<CcrcInputName, Tensor>>

export function heatLoss(heat: Tensor, inputs: CcrcInputTensors): Tensor {
  return mul(mean(mul(binaryCrossEntropyEach(heat, inputs.heat), inputs.heatCounts)), 5)
}

/** Masks, category and attributes of the proposed regions. */
export function regionLoss(outputs: RegionOutputs, inputs: CcrcInputTensors): Tensor {
  const count = 2 * MASK_SIDE * MASK_SIDE
  const masks = reshape(outputs.masks, [-1, count])
  const target = reshape(inputs.regionMasks, [-1, count])
  const valid = reshape(inputs.valid, [-1])
  const shape = add(
    mul(mean(binaryCrossEntropyEach(masks, target), { axes: [1] }), 10),
    diceLossEach(masks, target),
  )
  return total([
    weightedMean(shape, valid),
    mul(crossEntropy(outputs.categories, inputs.categories), 0.5),
    attributesLoss(outputs.attributes, inputs.attributes),
  ])
}

/**
 * Words that mention a region attend to it: minus the logarithm of the share of their attention that falls on
 * the region's own vector and tokens. attention [n, words, regions + 1 + 320].
 */
export function attentionGroundingLoss(
  attention: Tensor,
  regionCoverage: Tensor,
  inputs: CcrcInputTensors,
): Tensor {
  const overview = TOKENS + TOKENS / 4
  const [onRegions, , onTokens] = split(attention, 2, [REGION_SLOTS, 1, overview])
  const onMasks = matmul(onTokens, overviewOf(regionsLast(regionCoverage)))
  const mass = sum(mul(add(onRegions, onMasks), inputs.pointed), { axes: [2] })
  const counts = clip(sum(inputs.pointed, { axes: [2] }), 0, 1)
  return weightedMean(mul(log(clip(mass, 1e-4, 1)), -1), counts)
}

/** [n, slots, 512] -> [n, 512, slots], 1 where a token shows a region. */
function regionsLast(coverage: Tensor): Tensor {
  const cells = split(coverage, 1, [1, 1, 1, 1])
  return concat(
    cells.map((cell) => reshape(cell, [-1, 2 * TOKENS, 1])),
    2,
  )
}

/**
 * The words of a pair and its changed tokens [n, features] are each other's nearest in the batch (systems: InfoNCE),
 * among those pairs that count [n].
 */
export function captionImageContrastiveLoss(words: Tensor, tokens: Tensor, counts: Tensor): Tensor {
  const temperature = 0.1
  const [captions, images] = [unitRows(words), unitRows(tokens)]
  const scores = div(matmul(captions, swapLast(images)), temperature)
  const matching = div(sum(mul(captions, images), { axes: [1] }), temperature)
  const others = (axis: 0 | 1): Tensor => logSumExp(maskUncounted(scores, counts, axis), axis)
  return mul(weightedMean(sub(add(others(1), others(0)), mul(matching, 2)), counts), 0.5)
}

/** Cross-entropy of grounding, for true words towards the change and for another pair's towards nothing. */
export function groundingLoss(grounding: Tensor, inputs: CcrcInputTensors, useOther: boolean): Tensor {
  const each = mul(
    binaryCrossEntropyEach(grounding, mul(inputs.heat, unsqueeze(inputs.readTrue, 1))),
    inputs.heatCounts,
  )
  const counts = useOther ? add(inputs.readTrue, inputs.readOther) : inputs.readTrue
  return mul(weightedMean(mean(each, { axes: [1] }), counts), 5)
}
