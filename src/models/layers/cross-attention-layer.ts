import { add, nn } from '../../graph'
import type { Mode, Parameters, Tensor } from '../../graph'
import { CHANNELS } from './sizes'

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
