import {
  abs,
  add,
  div,
  less,
  logSumExp,
  matmul,
  max,
  mean,
  mul,
  sub,
  sum,
  swapLast,
  toFloat,
  unsqueeze,
} from '../../graph'
import type { Tensor } from '../../graph'
import { weightedMean } from './pair-losses'

const MASKED_LOGIT = -1e9

/** Scores [n, n] of which along an axis only the items that count take part: `counts` [n]. */
export function maskUncounted(scores: Tensor, counts: Tensor, axis: 0 | 1): Tensor {
  return add(scores, mul(sub(unsqueeze(counts, 1 - axis), 1), -MASKED_LOGIT))
}

/**
 * InfoNCE in both directions where several columns may belong to a row: scores [n, n], `same` [n, n] 1 where they
 * belong together, `counts` [n] 1 for items that take part. With the identity as `same` it is the usual loss.
 */
export function multiPositiveInfoNce(scores: Tensor, same: Tensor, counts: Tensor): Tensor {
  const side = (axis: 0 | 1): Tensor => {
    const counted = maskUncounted(scores, counts, axis)
    const positives = add(counted, mul(sub(same, 1), -MASKED_LOGIT))
    return weightedMean(sub(logSumExp(counted, axis), logSumExp(positives, axis)), counts)
  }
  return mul(add(side(1), side(0)), 0.5)
}

/**
 * Similarity of the token sets of items: the mean over tokens of each item's best product with the other's, half in
 * each direction (Tu et al. 2023, SCORER). a [..., l, c], b [..., m, c], whose leading axes broadcast -> [...].
 */
export function tokenSimilarity(a: Tensor, b: Tensor): Tensor {
  const products = matmul(a, swapLast(b))
  const rank = products.shape.length
  const best = (over: number): Tensor => mean(max(products, { axes: [over] }), { axes: [rank - 2] })
  return mul(add(best(rank - 1), best(rank - 2)), 0.5)
}

/** InfoNCE over `tokenSimilarity` in both directions; item i of a belongs to item i of b: [n, l, c] and [n, m, c]. */
export function tokenInfoNce(a: Tensor, b: Tensor, temperature: Tensor | number): Tensor {
  const all = div(tokenSimilarity(unsqueeze(a, 1), unsqueeze(b, 0)), temperature)
  const own = div(tokenSimilarity(a, b), temperature)
  return mul(mean(sub(add(logSumExp(all, 1), logSumExp(all, 0)), mul(own, 2))), 0.5)
}

/** 1 where two items have the same tokens: int64 [n, l] -> [n, n]. */
export function equalPhrases(ids: Tensor): Tensor {
  const tokens = toFloat(ids)
  const apart = sum(abs(sub(unsqueeze(tokens, 1), unsqueeze(tokens, 0))), { axes: [2] })
  return toFloat(less(mul(apart, 2), 1))
}
