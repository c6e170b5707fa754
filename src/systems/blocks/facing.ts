import { concat, initializers, mul, nn, relu, sampleAt, square, sub, sum } from '../../graph'
import type { Parameters, Tensor } from '../../graph'
import { endsInOther, swapFrames, toMap, toTokens } from './layout'
import { CHANNELS } from './sizes'

/** How cubes stand, of each token: the cosine and sine of four times their turn towards the view; [2 batch, 256, 2]. */
export type Facing = Tensor

const HIDDEN = 48

/**
 * Tokens [2 batch, 256, channels] say how the cube that they show stands to the line of sight: a taught aid, as the names of things are.
 * A cube looks the same after a quarter turn, so four times the angle tells all that can be seen. Near nothing where
 * none is shown.
 */
export function facing(p: Parameters, channels: number): (tokens: Tensor) => Facing {
  const hidden = nn.linear(p.scope('hidden'), channels, HIDDEN)
  const output = nn.linear(p.scope('output'), HIDDEN, 2, { initializer: initializers.filled(0) })
  return (tokens) => output(relu(hidden(tokens)))
}

/**
 * What turned between the frames, by how each token's thing and what is at the end of its way ([2 batch, 256, 2])
 * stand, to be added to the difference features: [2 batch, 256, 80]. Nothing before it is learned.
 */
export function turned(p: Parameters): (own: Facing, way: Tensor) => Tensor {
  const hidden = nn.linear(p.scope('hidden'), 6, HIDDEN)
  const output = nn.linear(p.scope('output'), HIDDEN, CHANNELS.difference, {
    bias: false,
    initializer: initializers.filled(0),
  })
  return (own, way) => {
    const other = toTokens(sampleAt(swapFrames(toMap(own)), endsInOther(way)))
    const dot = sum(mul(own, other), { axes: [2], keep: true })
    const apart = sum(square(sub(own, other)), { axes: [2], keep: true })
    return output(relu(hidden(concat([own, other, dot, apart], 2))))
  }
}
