import { concat, nn, relu, sampleAt, sub } from '../../graph'
import type { Parameters, Tensor } from '../../graph'
import { warpGrid, swapFrames } from './token-grid'
import { CHANNELS } from './sizes'

const REDUCED_CHANNELS = 24
/** Output channels of `alignedDifference`. */
export const ALIGNED_CHANNELS = 48

/**
 * What differs in cells of 4 pixels once the frames are laid over each other, twice: a thing over its counterpart (by
 * `flow`), and a place over the same place (by `backgroundFlow`; both [2 batch, 256, 2]). Tokens of 8 pixels are too
 * coarse to show that a cube has turned by thirty degrees. `quarter` is the backbone's [2 batch, 32, 32, 32] -> [2 batch, 48, 32, 32].
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
