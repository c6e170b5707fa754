import type { Mode } from '../mode'
import { gelu } from '../ops/activation'
import { add } from '../ops/arithmetic'
import type { Parameters } from '../parameters'
import type { Tensor } from '../tensor'
import { crossAttention, selfAttention } from './attention'
import { linear } from './linear'
import { layerNorm } from './normalization'

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
