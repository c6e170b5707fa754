import { stopGradient } from '../../graph'
import type { Parameters, Tensor } from '../../graph'
import type { BackboneFeatures } from './backbone'
import { orientation } from './orientation'
import type { Orientation } from './orientation'
import { fineFlow, flowConfidence } from './fine-flow'
import type { FineFlow } from './fine-flow'
import { matching } from './matching'
import type { TokenMatches } from './matching'
import { matchConfidence, backgroundMotion } from './background-motion'
import type { BackgroundMotion } from './background-motion'

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
