import { concat, nn, relu, sub } from '../../graph'
import type { Mode, Parameters, Tensor } from '../../graph'
import { convBlock } from './convolution'
import { toMap } from './layout'
import type { Matched } from './matching'
import { CHANNELS } from './sizes'
import type { Surroundings } from './surroundings'

/**
 * What differs, for each frame: tokens [2 batch, 256, channels], their match and what is at their place
 * -> [2 batch, 80, 16, 16].
 */
export function differenceFeatures(
  p: Parameters,
  channels: number,
): (tokens: Tensor, matched: Matched, place: Surroundings, mode: Mode) => Tensor {
  const mix = nn.linear(p.scope('mix'), 5 * channels + 5, CHANNELS.difference)
  const spread = convBlock(p.scope('spread'), CHANNELS.difference, CHANNELS.difference)
  return (tokens, { retrieved, displacement, alone }, { moved, there }, mode) => {
    const matched = [tokens, retrieved, sub(tokens, retrieved), displacement, alone]
    const parts = [...matched, there, sub(tokens, there), moved]
    return spread(toMap(relu(mix(concat(parts, 2)))), mode)
  }
}
