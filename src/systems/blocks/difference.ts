import { concat, nn, relu, sub } from '../../graph'
import type { Mode, Parameters, Tensor } from '../../graph'
import { convBlock } from './convolution'
import { toMap } from './layout'
import type { Matched } from './matching'
import { CHANNELS } from './sizes'

/** What differs, for each frame: tokens [2 batch, 256, channels] and their match -> [2 batch, 80, 16, 16]. */
export function differenceFeatures(
  p: Parameters,
  channels: number,
): (tokens: Tensor, matched: Matched, mode: Mode) => Tensor {
  const mix = nn.linear(p.scope('mix'), 3 * channels + 3, CHANNELS.difference)
  const spread = convBlock(p.scope('spread'), CHANNELS.difference, CHANNELS.difference)
  return (tokens, { retrieved, displacement, alone }, mode) => {
    const parts = [tokens, retrieved, sub(tokens, retrieved), displacement, alone]
    return spread(toMap(relu(mix(concat(parts, 2)))), mode)
  }
}
