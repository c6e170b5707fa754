import { glorotUniform } from '../initializers'
import type { Mode } from '../mode'
import { attention } from '../ops/attention'
import type { AttentionOutput } from '../ops/attention'
import { split } from '../ops/layout'
import type { Parameters } from '../parameters'
import type { Tensor } from '../tensor'
import { linear } from './linear'

export interface AttentionLayerOptions {
  heads: number
  /** Of the attention weights. Default 0. */
  dropout?: number
  /** Features of the keys' and values' source. Default: the queries'. */
  memoryFeatures?: number
}

/** `mask` is added to the scores: `causalMask`, `paddingMask`, or their sum. */
export type SelfAttention = (x: Tensor, mode: Mode, mask?: Tensor) => AttentionOutput
export type CrossAttention = (x: Tensor, memory: Tensor, mode: Mode, mask?: Tensor) => AttentionOutput

/** x [n, length, features]; one product makes queries, keys and values. */
export function selfAttention(
  parameters: Parameters,
  features: number,
  { heads, dropout = 0 }: AttentionLayerOptions,
): SelfAttention {
  const project = linear(parameters.scope('project'), features, 3 * features, {
    initializer: glorotUniform(features, features),
  })
  const output = linear(parameters.scope('output'), features, features)
  return (x, mode, mask) => {
    const [queries, keys, values] = split(project(x), 2, [features, features, features])
    const attended = attention(queries, keys, values, heads, {
      ...(mask && { mask }),
      mapWeights: (weights) => mode.dropout(weights, dropout, 'attention'),
    })
    return { ...attended, output: output(attended.output) }
  }
}

/** x [n, queries, features], memory [n, keys, memoryFeatures]. */
export function crossAttention(
  parameters: Parameters,
  features: number,
  { heads, dropout = 0, memoryFeatures = features }: AttentionLayerOptions,
): CrossAttention {
  const query = linear(parameters.scope('query'), features, features)
  const project = linear(parameters.scope('project'), memoryFeatures, 2 * features, {
    initializer: glorotUniform(memoryFeatures, features),
  })
  const output = linear(parameters.scope('output'), features, features)
  return (x, memory, mode, mask) => {
    const [keys, values] = split(project(memory), 2, [features, features])
    const attended = attention(query(x), keys, values, heads, {
      ...(mask && { mask }),
      mapWeights: (weights) => mode.dropout(weights, dropout, 'attention'),
    })
    return { ...attended, output: output(attended.output) }
  }
}
