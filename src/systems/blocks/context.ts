import { add, initializers, nn, relu, sub } from '../../graph'
import type { Mode, Parameters, Tensor } from '../../graph'
import { toMap } from './layout'
import { lookLayer } from './look'
import { CHANNELS } from './sizes'

/** What a look at all that differs adds; nothing at all before it is learned. */
export interface Context {
  /** The difference map with it: [2 batch, 80, 16, 16]. */
  difference: Tensor
  /** To be added to the tokens: [2 batch, 256, 128]. */
  tokens: Tensor
}

/**
 * Each token [2 batch, 256, 128] looks at how every token of its frame differs from its counterpart: the global
 * difference of RDD+ACR (Li et al. 2025, equations 2 and 4) with a feed-forward part. A difference map is made of
 * convolutions and knows its neighbours alone; whether a token changed or was only seen anew, others tell too.
 * `seen` is what was matched, `retrieved` what the other frame has for it: [2 batch, 256, channels].
 */
export function pairContext(
  p: Parameters,
  channels: number,
): (own: Tensor, seen: Tensor, retrieved: Tensor, difference: Tensor, mode: Mode) => Context {
  const { difference: mapped, model } = CHANNELS
  const change = nn.linear(p.scope('change'), channels, model)
  const look = lookLayer(p.scope('look'))
  const norm = nn.layerNorm(p.scope('norm'), model)
  const nothing = { bias: false, initializer: initializers.filled(0) }
  const toDifference = nn.linear(p.scope('toDifference'), model, mapped, nothing)
  const toToken = nn.linear(p.scope('toToken'), model, model, nothing)
  return (own, seen, retrieved, difference, mode) => {
    const told = norm(look(own, add(own, change(sub(seen, retrieved))), mode))
    return {
      difference: relu(add(difference, toMap(toDifference(told)))),
      tokens: toToken(told),
    }
  }
}
