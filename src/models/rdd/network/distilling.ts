import { add, concat, expand, initializers, nn, sub, unsqueeze } from '../../../graph'
import type { Mode, Parameters, Tensor } from '../../../graph'
import { crossAttend, selfAttend } from '../../layers/attention'
import type { AttendOptions } from '../../layers/attention'
import { splitFrames } from '../../layers/token-grid'
import type { PairFeatures } from '../../layers/pair-encoder'

/** The parts of region-aware difference distilling (Li et al. 2025, RDD+ACR); numbers are that paper's equations. */

/**
 * Equation (2): F_diff = F_bef - F_aft, once at the places of each frame: [2 batch, 256, c]. With matching, the other
 * frame's tokens are those of the same surface; without it both halves are the printed subtraction.
 */
export function directDifference({ own, other }: Pick<PairFeatures, 'own' | 'other'>): Tensor {
  const [ownBefore, ownAfter] = splitFrames(own)
  const [otherOfBefore, otherOfAfter] = splitFrames(other)
  return concat([sub(ownBefore, otherOfBefore), sub(otherOfAfter, ownAfter)], 0)
}

/** Equation (4): each frame's tokens attend to the difference, F_x [n, l, c] and F_diff [n, l, c] -> [n, l, c]. */
export const globalDifference = crossAttend

export interface DistillingOptions extends AttendOptions {
  /** How many learnable vectors. */
  vectors: number
  /** Rounds of the same block. */
  rounds: number
}

/**
 * Equations (6)-(8), `rounds` times with the same parameters: the source attends to itself, the vectors to the
 * source, and a feed-forward part with a shortcut follows. Source [n, k, c] -> vectors [n, vectors, c].
 */
export function distilling(
  p: Parameters,
  features: number,
  { vectors, rounds, ...attention }: DistillingOptions,
): (source: Tensor, mode: Mode) => Tensor {
  const start = p.weight('vectors', [vectors, features], initializers.normal(1))
  const within = selfAttend(p.scope('within'), features, attention)
  const across = crossAttend(p.scope('across'), features, attention)
  const forward = nn.feedForward(p.scope('forward'), features, 2 * features)
  const norm = attention.bare === true ? null : nn.layerNorm(p.scope('norm'), features)
  return (source, mode) => {
    let attended = source
    let distilled = expand(unsqueeze(start, 0), [source.shape[0], vectors, features])
    for (let round = 0; round < rounds; round++) {
      attended = within(attended, mode)
      const read = across(distilled, attended, mode)
      distilled = add(forward(norm === null ? read : norm(read)), read)
    }
    return distilled
  }
}

/** Equation (9): global, object and action features end to end, self-attention, and a layer with a shortcut. */
export function multiScaleFusion(
  p: Parameters,
  features: number,
  attention: AttendOptions,
): (scales: readonly Tensor[], mode: Mode) => Tensor {
  const within = selfAttend(p.scope('within'), features, attention)
  const forward = nn.linear(p.scope('forward'), features, features)
  return (scales, mode) => {
    const mixed = within(concat(scales, 1), mode)
    return add(forward(mixed), mixed)
  }
}
