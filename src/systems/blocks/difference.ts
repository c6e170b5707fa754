import { add, concat, initializers, mul, nn, relu, sub } from '../../graph'
import type { Mode, Parameters, Tensor } from '../../graph'
import { ALIGNED, alignedCells } from './aligned'
import { convBlock } from './convolution'
import type { Counterparts } from './counterparts'
import { turned } from './facing'
import { TOLD } from './fine-ways'
import { toMap } from './layout'
import { CHANNELS, GRID_SIDE } from './sizes'

/** What differs, for each frame. */
export interface Differences {
  /** [2 batch, 80, 16, 16] */
  map: Tensor
  /** Of `alignedCells`: [2 batch, 48, 32, 32]. */
  cells: Tensor
}

/**
 * Of tokens [2 batch, 256, channels] and cells [2 batch, 32, 32, 32] (`quarter`), their counterparts and what is at
 * their place.
 */
export function differenceFeatures(
  p: Parameters,
  channels: number,
): (tokens: Tensor, quarter: Tensor, counterparts: Counterparts, mode: Mode) => Differences {
  const mix = nn.linear(p.scope('mix'), 5 * channels + 5, CHANNELS.difference)
  const nothing = { bias: false, initializer: initializers.filled(0) }
  const measured = nn.linear(p.scope('measured').later(), TOLD + 3, CHANNELS.difference, nothing)
  const turn = turned(p.scope('turned').later())
  const align = alignedCells(p.scope('aligned').later())
  const merge = nn.conv2d(p.scope('merge').later(), ALIGNED, CHANNELS.difference, 3, {
    ...nothing,
    stride: 2,
  })
  const spread = convBlock(p.scope('spread'), CHANNELS.difference, CHANNELS.difference)
  return (tokens, quarter, { matched, fine, place, facing }, mode) => {
    const { retrieved, displacement, alone } = matched
    const { moved, there } = place
    const parts = [tokens, retrieved, sub(tokens, retrieved), displacement, alone]
    const mixed = mix(concat([...parts, there, sub(tokens, there), moved], 2))
    // a way that is not the one of its place is a thing's own
    const own = mul(sub(fine.way, moved), GRID_SIDE / 2)
    const told = add(measured(concat([fine.told, own, fine.doubt], 2)), turn(facing, fine.way))
    const cells = align(quarter, fine.way, moved)
    return {
      map: spread(relu(add(toMap(add(mixed, told)), merge(cells))), mode),
      cells,
    }
  }
}
