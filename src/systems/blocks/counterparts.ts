import { stopGradient } from '../../graph'
import type { Parameters, Tensor } from '../../graph'
import type { Features } from './backbone'
import { fineWays, matchedWays, measuredWays, trustIn, type FineWays } from './fine-ways'
import { matching, type Matched } from './matching'
import { sharpTrust, surroundings, type Surroundings } from './surroundings'

/** Where each token of a frame is in the other, and where its place is. */
export interface Counterparts {
  matched: Matched
  /** Ways as finer cells tell them, in two passes; the second corrects the first. */
  fine: Passes
  place: Surroundings
}

export type Passes = readonly [first: FineWays, second: FineWays]

/**
 * Matches; a first estimate of how all places moved; ways measured about it, and again where those end; and the places
 * by these.
 */
export function counterparts(
  p: Parameters,
  channels: number,
): (features: Features, tokens: Tensor) => Counterparts {
  const match = matching(p.scope('matching'), channels)
  const finer = p.scope('fineWays').later()
  const measure = fineWays(finer, channels, 'its place')
  const measureAgain = fineWays(finer.scope('again'), channels, 'its own way')
  const placed = surroundings()
  return ({ quarter }, tokens) => {
    const matched = match(tokens)
    const { moved } = placed(tokens, matched.way, sharpTrust(matched))
    const first = measure(quarter, tokens, matchedWays(matched), moved)
    const second = measureAgain(quarter, tokens, measuredWays(first), moved)
    return {
      matched,
      fine: [first, second],
      place: placed(tokens, second.way, stopGradient(trustIn(second))),
    }
  }
}
