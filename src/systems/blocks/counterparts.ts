import { stopGradient } from '../../graph'
import type { Parameters, Tensor } from '../../graph'
import type { Features } from './backbone'
import { facing, type Facing } from './facing'
import { fineWays, trustIn, type FineWays } from './fine-ways'
import { matching, type Matched } from './matching'
import { sharpTrust, surroundings, type Surroundings } from './surroundings'

/** Where each token of a frame is in the other, where its place is, and how what it shows stands. */
export interface Counterparts {
  matched: Matched
  fine: FineWays
  place: Surroundings
  facing: Facing
}

/** Matches; a first estimate of how all places moved; ways measured about it; and the places by those. */
export function counterparts(
  p: Parameters,
  channels: number,
): (features: Features, tokens: Tensor) => Counterparts {
  const match = matching(p.scope('matching'), channels)
  const measure = fineWays(p.scope('fineWays').later(), channels)
  const placed = surroundings()
  const stand = facing(p.scope('facing').later(), channels)
  return ({ quarter }, tokens) => {
    const matched = match(tokens)
    const { moved } = placed(tokens, matched.way, sharpTrust(matched))
    const fine = measure(quarter, tokens, matched, moved)
    const place = placed(tokens, fine.way, stopGradient(trustIn(fine)))
    return { matched, fine, place, facing: stand(tokens) }
  }
}
