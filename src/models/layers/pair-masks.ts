import { add, concat, max, mean, nn, relu, sigmoid, squeeze, unsqueeze } from '../../graph'
import type { Mode, Parameters, Tensor } from '../../graph'
import { splitFrames, toMap } from './token-grid'
import { maskDecoder } from './mask-decoder'
import type { PairFeatures } from './pair-encoder'
import { CHANNELS } from './sizes'

export interface PairMasks {
  /** Logit of "changed" at each pixel, before and after: [batch, 2, 128, 128]. */
  changed: Tensor
  /** Logit of "anything changed": [batch]. */
  changedLogit: Tensor
}

/** The shared mask head, which also reads the family's own features of the pair: tokens [2 batch, 256, 128]. */
export function pairMasks(p: Parameters): (pair: PairFeatures, tokens: Tensor, mode: Mode) => PairMasks {
  const { difference, model } = CHANNELS
  const norm = nn.layerNorm(p.scope('norm'), model)
  const read = nn.linear(p.scope('read'), model, difference)
  const decode = maskDecoder(p.scope('decoder'))
  const first = nn.linear(p.scope('anything0'), 2 * model + 2, 64)
  const second = nn.linear(p.scope('anything1'), 64, 1)
  return (pair, tokens, mode) => {
    const normed = norm(tokens)
    const { map, cells } = pair.differences
    const differences = { map: relu(add(map, toMap(read(normed)))), cells }
    const pixels = decode(differences, pair.features, pair.backgroundFlow, pair.fineFlow.flow, mode)
    const changed = concat([...splitFrames(pixels.changed)], 1)
    const probability = sigmoid(changed)
    const both = concat([...splitFrames(normed)], 1)
    const summary = concat(
      [
        mean(both, { axes: [1] }),
        max(both, { axes: [1] }),
        unsqueeze(max(probability, { axes: [1, 2, 3] }), 1),
        unsqueeze(mean(probability, { axes: [1, 2, 3] }), 1),
      ],
      1,
    )
    return { changed, changedLogit: squeeze(second(relu(first(summary))), 1) }
  }
}
