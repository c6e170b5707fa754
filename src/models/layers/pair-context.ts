import { add, initializers, nn, relu, sub } from '../../graph'
import type { Mode, Parameters, Tensor } from '../../graph'
import { toMap } from './token-grid'
import { crossAttentionLayer } from './attention'
import { CHANNELS } from './sizes'

/** What attention to all differences of the pair adds; zero before training. */
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
