import type { Mode } from '../mode'
import { gelu } from '../ops/activation'
import { add } from '../ops/arithmetic'
import type { Parameters } from '../parameters'
import type { Tensor } from '../tensor'
import { linear, layerNorm } from './layers'
import { glorotUniform } from '../initializers'
import { attention } from '../ops/attention'
import type { AttentionOutput } from '../ops/attention'
import { split } from '../ops/layout'

export interface TransformerOptions {
  heads: number
  /** Of the middle of the feed-forward part. Default: 4 times the features. */
  hidden?: number
  /** After each part and of the attention weights. Default 0. */
  dropout?: number
  memoryFeatures?: number
}

export interface DecoderMasks {
  self?: Tensor
  memory?: Tensor
}

export interface DecoderOutput {
  x: Tensor
  /** Cross-attention weights [n, heads, length, keys]. */
  weights: Tensor
}

/** Two linear layers with GELU between; x [..., features]. */
export function feedForward(
  parameters: Parameters,
  features: number,
  hidden: number = 4 * features,
): (x: Tensor) => Tensor {
  const first = linear(parameters.scope('first'), features, hidden)
  const second = linear(parameters.scope('second'), hidden, features)
  return (x) => second(gelu(first(x)))
}

/** Self-attention and feed-forward, each after its norm (Xiong et al. 2020). x [n, length, features]. */
export function encoderLayer(
  parameters: Parameters,
  features: number,
  { heads, hidden, dropout = 0 }: TransformerOptions,
): (x: Tensor, mode: Mode, mask?: Tensor) => Tensor {
  const norms = ['norm1', 'norm2'].map((name) => layerNorm(parameters.scope(name), features))
  const attend = selfAttention(parameters.scope('self'), features, { heads, dropout })
  const forward = feedForward(parameters.scope('forward'), features, hidden)
  return (x, mode, mask) => {
    const attended = add(x, mode.dropout(attend(norms[0](x), mode, mask).output, dropout, 'self'))
    return add(attended, mode.dropout(forward(norms[1](attended)), dropout, 'forward'))
  }
}

/** As the encoder layer, with cross-attention to memory [n, keys, memoryFeatures] between. */
export function decoderLayer(
  parameters: Parameters,
  features: number,
  { heads, hidden, dropout = 0, memoryFeatures = features }: TransformerOptions,
): (x: Tensor, memory: Tensor, mode: Mode, masks?: DecoderMasks) => DecoderOutput {
  const norms = ['norm1', 'norm2', 'norm3'].map((name) => layerNorm(parameters.scope(name), features))
  const attend = selfAttention(parameters.scope('self'), features, { heads, dropout })
  const crossAttend = crossAttention(parameters.scope('cross'), features, { heads, dropout, memoryFeatures })
  const forward = feedForward(parameters.scope('forward'), features, hidden)
  return (x, memory, mode, masks = {}) => {
    const own = add(x, mode.dropout(attend(norms[0](x), mode, masks.self).output, dropout, 'self'))
    const { output, weights } = crossAttend(norms[1](own), memory, mode, masks.memory)
    const attended = add(own, mode.dropout(output, dropout, 'cross'))
    return { x: add(attended, mode.dropout(forward(norms[2](attended)), dropout, 'forward')), weights }
  }
}

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
