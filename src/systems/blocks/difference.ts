import { add, concat, initializers, mul, nn, relu, sub } from '../../graph'
import type { Mode, Parameters, Tensor } from '../../graph'
import { convBlock } from './convolution'
import type { Counterparts } from './counterparts'
import { TOLD } from './fine-ways'
import { toMap } from './layout'
import { CHANNELS, GRID_SIDE } from './sizes'

/**
 * What differs, for each frame: tokens [2 batch, 256, channels], their counterparts and what is at their place
 * -> [2 batch, 80, 16, 16].
 */
export function differenceFeatures(
  p: Parameters,
  channels: number,
): (tokens: Tensor, counterparts: Counterparts, mode: Mode) => Tensor {
  const mix = nn.linear(p.scope('mix'), 5 * channels + 5, CHANNELS.difference)
  const measured = nn.linear(p.scope('measured').later(), TOLD + 3, CHANNELS.difference, {
    bias: false,
    initializer: initializers.filled(0),
  })
  const spread = convBlock(p.scope('spread'), CHANNELS.difference, CHANNELS.difference)
  return (tokens, { matched, fine, place }, mode) => {
    const { retrieved, displacement, alone } = matched
    const { moved, there } = place
    const parts = [tokens, retrieved, sub(tokens, retrieved), displacement, alone]
    const mixed = mix(concat([...parts, there, sub(tokens, there), moved], 2))
    // a way that is not the one of its place is a thing's own
    const own = mul(sub(fine.way, moved), GRID_SIDE / 2)
    return spread(toMap(relu(add(mixed, measured(concat([fine.told, own, fine.doubt], 2))))), mode)
  }
}
