import { concat, initializers, mul, nn, relu, sampleAt, square, sub, sum } from '../../graph'
import type { Parameters, Tensor } from '../../graph'
import { flowEndpoints, swapFrames, toMap, toTokens } from './token-grid'
import { CHANNELS } from './sizes'

/** Orientation of the cube that each token shows: the cosine and sine of four times their turn towards the view; [2 batch, 256, 2]. */
export type Orientation = Tensor

const HIDDEN = 48

/**
 * Tokens [2 batch, 256, channels] predict the orientation of their cube to the line of sight: an auxiliary task, as
 * naming objects is. A cube has the same appearance after a quarter turn, so four times the angle is predicted, as
 * cosine and sine. Near zero where no cube is shown.
 */
export function orientation(p: Parameters, channels: number): (tokens: Tensor) => Orientation {
  const hidden = nn.linear(p.scope('hidden'), channels, HIDDEN)
  const output = nn.linear(p.scope('output'), HIDDEN, 2, { initializer: initializers.filled(0) })
  return (tokens) => output(relu(hidden(tokens)))
}

/**
 * Rotation between the frames, from the orientation at each token and at the end of its flow ([2 batch, 256, 2]),
 * to be added to the difference features: [2 batch, 256, 80]. Zero before training.
 */
export function rotationFeatures(p: Parameters): (own: Orientation, flow: Tensor) => Tensor {
  const hidden = nn.linear(p.scope('hidden'), 6, HIDDEN)
  const output = nn.linear(p.scope('output'), HIDDEN, CHANNELS.difference, {
    bias: false,
    initializer: initializers.filled(0),
  })
  return (own, flow) => {
    const other = toTokens(sampleAt(swapFrames(toMap(own)), flowEndpoints(flow)))
    const dot = sum(mul(own, other), { axes: [2], keepDims: true })
    const apart = sum(square(sub(own, other)), { axes: [2], keepDims: true })
    return output(relu(hidden(concat([own, other, dot, apart], 2))))
  }
}
