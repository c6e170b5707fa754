import { add, concat, max, mean, nn, relu, sigmoid, squeeze, unsqueeze } from '../../graph'
import type { Mode, Parameters, Tensor } from '../../graph'
import { frames, toMap } from './layout'
import { maskDecoder } from './mask-decoder'
import type { SeenPair } from './pair'
import { CHANNELS } from './sizes'

export interface PairMasks {
  /** Logit of "changed" at each pixel, before and after: [batch, 2, 128, 128]. */
  changed: Tensor
  /** Logit of "anything changed": [batch]. */
  anything: Tensor
}

/** The shared mask head, which also reads what a family made of the pair: tokens [2 batch, 256, 128]. */
export function pairMasks(p: Parameters): (seen: SeenPair, tokens: Tensor, mode: Mode) => PairMasks {
  const { difference, model } = CHANNELS
  const norm = nn.layerNorm(p.scope('norm'), model)
  const read = nn.linear(p.scope('read'), model, difference)
  const decode = maskDecoder(p.scope('decoder'))
  const first = nn.linear(p.scope('anything0'), 2 * model + 2, 64)
  const second = nn.linear(p.scope('anything1'), 64, 1)
  return (seen, tokens, mode) => {
    const normed = norm(tokens)
    const { map, cells } = seen.differences
    const differences = { map: relu(add(map, toMap(read(normed)))), cells }
    const pixels = decode(differences, seen.features, seen.moved, seen.fine.way, mode)
    const changed = concat([...frames(pixels.changed)], 1)
    const chance = sigmoid(changed)
    const both = concat([...frames(normed)], 1)
    const summary = concat(
      [
        mean(both, { axes: [1] }),
        max(both, { axes: [1] }),
        unsqueeze(max(chance, { axes: [1, 2, 3] }), 1),
        unsqueeze(mean(chance, { axes: [1, 2, 3] }), 1),
      ],
      1,
    )
    return { changed, anything: squeeze(second(relu(first(summary))), 1) }
  }
}
