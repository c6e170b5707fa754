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
} from '../../graph'
import type { Tensor } from '../../graph'
import { amongCounted } from '../blocks/contrast'
import { attributesLoss, total, weightedMean } from '../blocks/pair-losses'
import type { RegionOutputs } from '../blocks/region-heads'
import { MASK_SIDE, TOKENS } from '../blocks/sizes'
import { overviewOf } from './model'
import { REGION_SLOTS, type CcrcInputName } from './training-inputs'

type Given = Readonly<Record<CcrcInputName, Tensor>>

export function heatLoss(heat: Tensor, given: Given): Tensor {
  return mul(mean(mul(binaryCrossEntropyEach(heat, given.heat), given.heatCounts)), 5)
}

/** Masks, category and attributes of the proposed regions. */
export function regionLoss(outputs: RegionOutputs, given: Given): Tensor {
  const count = 2 * MASK_SIDE * MASK_SIDE
  const masks = reshape(outputs.masks, [-1, count])
  const wanted = reshape(given.regionMasks, [-1, count])
  const valid = reshape(given.valid, [-1])
  const shape = add(
    mul(mean(binaryCrossEntropyEach(masks, wanted), { axes: [1] }), 10),
    diceLossEach(masks, wanted),
  )
  return total([
    weightedMean(shape, valid),
    mul(crossEntropy(outputs.categories, given.categories), 0.5),
    attributesLoss(outputs.attributes, given.attributes),
  ])
}

/**
 * Words that mention a region look at it: minus the logarithm of the share of their attention that falls on
 * the region's own vector and tokens. looked [n, words, regions + 1 + 320].
 */
export function groundingLoss(looked: Tensor, regionCoverage: Tensor, given: Given): Tensor {
  const overview = TOKENS + TOKENS / 4
  const [onRegions, , onTokens] = split(looked, 2, [REGION_SLOTS, 1, overview])
  const onMasks = matmul(onTokens, overviewOf(transposeCells(regionCoverage)))
  const mass = sum(mul(add(onRegions, onMasks), given.pointed), { axes: [2] })
  const counts = clip(sum(given.pointed, { axes: [2] }), 0, 1)
  return weightedMean(mul(log(clip(mass, 1e-4, 1)), -1), counts)
}

/** [n, slots, 512] -> [n, 512, slots], 1 where a token shows a region. */
function transposeCells(coverage: Tensor): Tensor {
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
export function agreementLoss(words: Tensor, seen: Tensor, counts: Tensor): Tensor {
  const temperature = 0.1
  const [said, shown] = [unitRows(words), unitRows(seen)]
  const scores = div(matmul(said, swapLast(shown)), temperature)
  const matching = div(sum(mul(said, shown), { axes: [1] }), temperature)
  const others = (axis: 0 | 1): Tensor => logSumExp(amongCounted(scores, counts, axis), axis)
  return mul(weightedMean(sub(add(others(1), others(0)), mul(matching, 2)), counts), 0.5)
}

/** Cross-entropy of pointing, for true words towards the change and for another pair's towards nothing. */
export function pointLoss(point: Tensor, given: Given, useOther: boolean): Tensor {
  const each = mul(
    binaryCrossEntropyEach(point, mul(given.heat, unsqueeze(given.readTrue, 1))),
    given.heatCounts,
  )
  const counts = useOther ? add(given.readTrue, given.readOther) : given.readTrue
  return mul(weightedMean(mean(each, { axes: [1] }), counts), 5)
}
