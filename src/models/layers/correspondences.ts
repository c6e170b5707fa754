import { stopGradient, concat, initializers, mul, nn, relu, sampleAt, square, sub, sum } from '../../graph'
import type { Parameters, Tensor } from '../../graph'
import type { BackboneFeatures } from './backbone'
import { fineFlow, flowConfidence } from './fine-flow'
import type { FineFlow } from './fine-flow'
import { matching } from './matching'
import type { TokenMatches } from './matching'
import { matchConfidence, backgroundMotion } from './background-motion'
import type { BackgroundMotion } from './background-motion'
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
function orientation(p: Parameters, channels: number): (tokens: Tensor) => Orientation {
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

/** Where each token of a frame is in the other, where its place is, and the orientation of what it shows. */
export interface Correspondences {
  matches: TokenMatches
  fineFlow: FineFlow
  background: BackgroundMotion
  orientation: Orientation
}

/** Matches; a first estimate of how all places moved; a fine flow measured about it; and the background motion from that. */
export function correspondences(
  p: Parameters,
  channels: number,
): (features: BackboneFeatures, tokens: Tensor) => Correspondences {
  const match = matching(p.scope('matching'), channels)
  const measureFlow = fineFlow(p.scope('fineWays').later(), channels)
  const background = backgroundMotion()
  const orient = orientation(p.scope('facing').later(), channels)
  return ({ quarter }, tokens) => {
    const matches = match(tokens)
    const { flow: planeFlow } = background(tokens, matches.flow, matchConfidence(matches))
    const flow = measureFlow(quarter, tokens, matches, planeFlow)
    const backgroundFlow = background(tokens, flow.flow, stopGradient(flowConfidence(flow)))
    return { matches, fineFlow: flow, background: backgroundFlow, orientation: orient(tokens) }
  }
}
