import { concat, nn, relu, sampleAt, sub } from '../../graph'
import type { Parameters, Tensor } from '../../graph'
import { placesInOther, swapFrames } from './layout'
import { CHANNELS } from './sizes'

const SHOWN = 24
/** Channels of what `alignedCells` tells. */
export const ALIGNED = 48

/**
 * What differs in cells of 4 pixels once the frames are laid over each other, twice: a thing over its counterpart (by
 * `way`), and a place over the same place (by `moved`; both [2 batch, 256, 2]). Tokens of 8 pixels tell what a thing is,
 * not that a cube has turned by thirty degrees. `quarter` is the backbone's [2 batch, 32, 32, 32] -> [2 batch, 48, 32, 32].
 */
export function alignedCells(p: Parameters): (quarter: Tensor, way: Tensor, moved: Tensor) => Tensor {
  const show = nn.conv2d(p.scope('show'), CHANNELS.quarter, SHOWN, 1)
  const compare = nn.conv2d(p.scope('compare'), 3 * SHOWN, ALIGNED, 3)
  return (quarter, way, moved) => {
    const own = show(quarter)
    const other = swapFrames(own)
    const apart = [way, moved].map((ways) => sub(own, sampleAt(other, placesInOther(ways))))
    return relu(compare(concat([own, ...apart], 1)))
  }
}
