import { add, initializers, nn, relu, sub } from '../../graph/index'
import type { Mode, Parameters, Tensor } from '../../graph/index'
import { toMap } from './token-grid'
import { CHANNELS } from './sizes'

/** Attention to all differences of the pair; its output is zero before training. */
export interface PairContext {
  /** The difference map with it: [2 batch, 80, 16, 16]. */
  difference: Tensor
  /** To be added to the tokens: [2 batch, 256, 128]. */
  tokens: Tensor
}

/**
 * Each token [2 batch, 256, 128] attends to how every token of its frame differs from its counterpart: the global
 * difference of RDD+ACR (Li et al. 2025, equations 2 and 4) with a feed-forward part. A difference map is made of
 * convolutions and depends on neighbours alone; whether a token changed depends on others too.
 * `matched` is what was matched, `retrieved` what the other frame has for it: [2 batch, 256, channels].
 */
export function pairContext(
  p: Parameters,
  channels: number,
): (own: Tensor, matched: Tensor, retrieved: Tensor, difference: Tensor, mode: Mode) => PairContext {
  const { difference: mapped, model } = CHANNELS
  const change = nn.linear(p.scope('change'), channels, model)
  const attend = crossAttentionLayer(p.scope('look'))
  const norm = nn.layerNorm(p.scope('norm'), model)
  const zeroInit = { bias: false, initializer: initializers.filled(0) }
  const toDifference = nn.linear(p.scope('toDifference'), model, mapped, zeroInit)
  const toToken = nn.linear(p.scope('toToken'), model, model, zeroInit)
  return (own, matched, retrieved, difference, mode) => {
    const attended = norm(attend(own, add(own, change(sub(matched, retrieved))), mode))
    return {
      difference: relu(add(difference, toMap(toDifference(attended)))),
      tokens: toToken(attended),
    }
  }
}

export interface AttendOptions {
  heads: number
  /**
   * Attention alone, as papers print it: MHCA(x, memory). Default false: x + MHCA(norm(x), memory), the shortcut and
   * norm of a transformer block (Xiong et al. 2020), without which such stacks hardly train.
   */
  bare?: boolean
}

/** Queries x [n, q, features] attend to memory [n, keys, features]; `mask` is added to the scores. */
export type Attention = (x: Tensor, memory: Tensor, mode: Mode, mask?: Tensor) => Tensor

export function crossAttend(
  p: Parameters,
  features: number,
  { heads, bare = false }: AttendOptions,
): Attention {
  const attend = nn.crossAttention(p.scope('attend'), features, { heads })
  if (bare) {
    return (x, memory, mode, mask) => attend(x, memory, mode, mask).output
  }
  const norm = nn.layerNorm(p.scope('norm'), features)
  return (x, memory, mode, mask) => add(x, attend(norm(x), memory, mode, mask).output)
}

/** As `crossAttend`, with x itself as memory. */
export function selfAttend(
  p: Parameters,
  features: number,
  { heads, bare = false }: AttendOptions,
): (x: Tensor, mode: Mode) => Tensor {
  const attend = nn.selfAttention(p.scope('attend'), features, { heads })
  if (bare) {
    return (x, mode) => attend(x, mode).output
  }
  const norm = nn.layerNorm(p.scope('norm'), features)
  return (x, mode) => add(x, attend(norm(x), mode).output)
}

/** Cross-attention and feed-forward, each after its norm: queries [n, q, 128] attend to memory [n, keys, 128]. */
export function crossAttentionLayer(
  p: Parameters,
  heads = 4,
): (queries: Tensor, memory: Tensor, mode: Mode, mask?: Tensor) => Tensor {
  const features = CHANNELS.model
  const norms = ['norm1', 'norm2'].map((name) => nn.layerNorm(p.scope(name), features))
  const attend = nn.crossAttention(p.scope('cross'), features, { heads })
  const forward = nn.feedForward(p.scope('forward'), features, 2 * features)
  return (queries, memory, mode, mask) => {
    const attended = add(queries, attend(norms[0](queries), memory, mode, mask).output)
    return add(attended, forward(norms[1](attended)))
  }
}
