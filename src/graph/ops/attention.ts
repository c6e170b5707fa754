import { fixedSize, ShapeError } from '../shape'
import { constant, requireRank } from '../tensor'
import type { Tensor } from '../tensor'
import { add, mul } from './arithmetic'
import { reshape, swapLast, transpose } from './layout'
import { matmul } from './matmul'
import { softmax } from './activation'

export interface AttentionOptions {
  /** Added to the scores before the softmax; broadcasts to [n, heads, queries, keys]. */
  mask?: Tensor
  /** Applied to the attention weights, such as dropout. */
  mapWeights?: (weights: Tensor) => Tensor
}

export interface AttentionOutput {
  /** [n, queries, features] */
  output: Tensor
  /** [n, heads, queries, keys], after the softmax. */
  weights: Tensor
}

/**
 * softmax(Q K^T / sqrt(d)) V (Vaswani et al. 2017, section 3.2). Queries [n, q, features], keys and
 * values [n, k, features], already projected.
 */
export function attention(
  queries: Tensor,
  keys: Tensor,
  values: Tensor,
  heads: number,
  { mask, mapWeights = (weights) => weights }: AttentionOptions = {},
): AttentionOutput {
  for (const tensor of [queries, keys, values]) {
    requireRank('attention', tensor, 3)
  }
  const features = fixedSize('attention', queries.shape[2], queries.shape)
  if (features % heads !== 0 || keys.shape[2] !== features) {
    throw new ShapeError('attention', `features do not make ${heads} heads`, queries.shape, keys.shape)
  }
  const scaled = mul(queries, Math.sqrt(heads / features))
  const scores = matmul(splitHeads(scaled, heads), swapLast(splitHeads(keys, heads)))
  const weights = softmax(mask === undefined ? scores : add(scores, mask))
  const mixed = matmul(mapWeights(weights), splitHeads(values, heads))
  return { output: reshape(transpose(mixed, [0, 2, 1, 3]), queries.shape), weights }
}

/** [n, length, features] -> [n, heads, length, features / heads] */
function splitHeads(x: Tensor, heads: number): Tensor {
  const [n, length, features] = x.shape
  return transpose(reshape(x, [n, length, heads, Number(features) / heads]), [0, 2, 1, 3])
}

const BLOCKED = -1e9

/** [length, length], to add to scores: no position attends to a later one. */
export function causalMask(length: number): Tensor {
  const values = new Float32Array(length * length)
  for (let query = 0; query < length; query++) {
    values.fill(BLOCKED, query * length + query + 1, (query + 1) * length)
  }
  return constant(values, [length, length])
}

/** From `present` [n, keys] (float32: 1 for a key, 0 for padding) to [n, 1, 1, keys], to add to scores. */
export function paddingMask(present: Tensor): Tensor {
  const [n, keys] = present.shape
  return mul(add(reshape(present, [n, 1, 1, keys]), -1), -BLOCKED)
}
