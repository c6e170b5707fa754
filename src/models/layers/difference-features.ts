import { add, concat, initializers, mul, nn, relu, sub, sampleAt } from '../../graph/index'
import type { Mode, Parameters, Tensor } from '../../graph/index'
import { convBlock } from './backbone'
import type { Correspondences } from './correspondences'
import { rotationFeatures } from './correspondences'
import { FLOW_FEATURES } from './fine-flow'
import { toMap, warpGrid, swapFrames } from './token-grid'
import { CHANNELS, GRID_SIDE } from './sizes'

const REDUCED_CHANNELS = 24
/** Output channels of `alignedDifference`. */
export const ALIGNED_CHANNELS = 48

/**
 * Differences in cells of 4 pixels once the frames are aligned, twice: by the flow of objects (`flow`), and by the
 * flow of the background (`backgroundFlow`; both [2 batch, 256, 2]). Tokens of 8 pixels are too coarse to show that
 * a cube has turned by thirty degrees. `quarter` is the backbone's [2 batch, 32, 32, 32] -> [2 batch, 48, 32, 32].
 */
export function alignedDifference(
  p: Parameters,
): (quarter: Tensor, flow: Tensor, backgroundFlow: Tensor) => Tensor {
  const reduce = nn.conv2d(p.scope('show'), CHANNELS.quarter, REDUCED_CHANNELS, 1)
  const compare = nn.conv2d(p.scope('compare'), 3 * REDUCED_CHANNELS, ALIGNED_CHANNELS, 3)
  return (quarter, flow, backgroundFlow) => {
    const own = reduce(quarter)
    const other = swapFrames(own)
    const differences = [flow, backgroundFlow].map((flows) => sub(own, sampleAt(other, warpGrid(flows))))
    return relu(compare(concat([own, ...differences], 1)))
  }
}

/** Difference features of each frame. */
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
    // a flow that differs from the background's is an object's own motion
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
