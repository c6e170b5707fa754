import { add, concat, initializers, mul, nn, relu, sub } from '../../graph'
import type { Mode, Parameters, Tensor } from '../../graph'
import { ALIGNED_CHANNELS, alignedDifference } from './aligned-difference'
import { convBlock } from './convolution'
import type { Correspondences } from './correspondences'
import { rotationFeatures } from './orientation'
import { FLOW_FEATURES } from './fine-flow'
import { toMap } from './token-grid'
import { CHANNELS, GRID_SIDE } from './sizes'

/** What differs, for each frame. */
export interface DifferenceFeatures {
  /** [2 batch, 80, 16, 16] */
  map: Tensor
  /** Of `alignedDifference`: [2 batch, 48, 32, 32]. */
  cells: Tensor
}

/**
 * Of tokens [2 batch, 256, channels] and cells [2 batch, 32, 32, 32] (`quarter`), their counterparts and what is at
 * their place.
 */
export function differenceFeatures(
  p: Parameters,
  channels: number,
): (tokens: Tensor, quarter: Tensor, counterparts: Correspondences, mode: Mode) => DifferenceFeatures {
  const mix = nn.linear(p.scope('mix'), 5 * channels + 5, CHANNELS.difference)
  const zeroInit = { bias: false, initializer: initializers.filled(0) }
  const measured = nn.linear(p.scope('measured').later(), FLOW_FEATURES + 3, CHANNELS.difference, zeroInit)
  const rotation = rotationFeatures(p.scope('turned').later())
  const align = alignedDifference(p.scope('aligned').later())
  const merge = nn.conv2d(p.scope('merge').later(), ALIGNED_CHANNELS, CHANNELS.difference, 3, {
    ...zeroInit,
    stride: 2,
  })
  const spread = convBlock(p.scope('spread'), CHANNELS.difference, CHANNELS.difference)
  return (tokens, quarter, { matches, fineFlow, background, orientation }, mode) => {
    const { retrieved, displacement, unmatched } = matches
    const { flow: backgroundFlow, tokens: backgroundTokens } = background
    const parts = [tokens, retrieved, sub(tokens, retrieved), displacement, unmatched]
    const mixed = mix(concat([...parts, backgroundTokens, sub(tokens, backgroundTokens), backgroundFlow], 2))
    // a flow that differs from the background's is a thing's own motion
    const own = mul(sub(fineFlow.flow, backgroundFlow), GRID_SIDE / 2)
    const motion = add(
      measured(concat([fineFlow.features, own, fineFlow.logUncertainty], 2)),
      rotation(orientation, fineFlow.flow),
    )
    const cells = align(quarter, fineFlow.flow, backgroundFlow)
    return {
      map: spread(relu(add(toMap(add(mixed, motion)), merge(cells))), mode),
      cells,
    }
  }
}
