import {
  binaryCrossEntropyEach,
  greater,
  logSumExp,
  mean,
  mul,
  sub,
  sum,
  toFloat,
  unsqueeze,
} from '../../../graph'
import type { Tensor } from '../../../graph'
import { weightedMean } from '../../layers/pair-losses'

/** L_PRO = 7 L_msm + 0.5 L_align + 0.5 L_csy: the weights of the public code; the notes print a plain sum. */
export const PROCEDURE_WEIGHTS = { reconstruction: 7, alignment: 0.5, order: 0.5 } as const

/**
 * L_msm: cross-entropy of the codes at hidden cells. logits and codes [n, cells, codes], hidden [n, cells]; `counts`
 * [n] leaves out pairs whose text or order is false, of which nothing true can be made.
 */
export function reconstructionLoss(logits: Tensor, codes: Tensor, hidden: Tensor, counts: Tensor): Tensor {
  const each = sub(logSumExp(logits), sum(mul(logits, codes), { axes: [2] }))
  const perPair = mul(hidden, unsqueeze(counts, 1))
  return weightedMean(each, perPair)
}

/** L_align: whether the text is this pair's, where not all is hidden. logits, belongs [n]; hidden [n, cells]. */
export function alignmentLoss(logits: Tensor, belongs: Tensor, hidden: Tensor): Tensor {
  const isSeen = toFloat(greater(sub(1, mean(hidden, { axes: [1] })), 1e-4))
  return weightedMean(binaryCrossEntropyEach(logits, belongs), isSeen)
}

/** L_csy: whether the frames are as they were, in order. logits, ordered [n]. */
export function orderLoss(logits: Tensor, ordered: Tensor): Tensor {
  return mean(binaryCrossEntropyEach(logits, ordered))
}
