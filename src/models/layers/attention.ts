import { add, nn, type Mode, type Parameters, type Tensor } from '../../graph/index'
import { CHANNELS } from './sizes'

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
  if (bare) return (x, memory, mode, mask) => attend(x, memory, mode, mask).output
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
  if (bare) return (x, mode) => attend(x, mode).output
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
