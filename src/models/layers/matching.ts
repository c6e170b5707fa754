import {
  add,
  concat,
  constant,
  div,
  initializers,
  matmul,
  maximum,
  mul,
  nn,
  relu,
  softmax,
  split,
  stopGradient,
  sub,
  swapLast,
} from '../../graph'
import type { Parameters, Tensor } from '../../graph'
import { cellPositions, swapFrames } from './token-grid'
import { CHANNELS, GRID_SIDE, TOKENS } from './sizes'

export interface TokenMatches {
  /** [2 batch, 256, 257]: which token of the other frame shows the same surface; the last: none does. */
  logits: Tensor
  /** Their probabilities, without the last: [2 batch, 256, 256]. */
  weights: Tensor
  /** The other frame's tokens where this frame has them: [2 batch, 256, channels]. */
  retrieved: Tensor
  /** Columns and rows from a token to its counterpart, in picture halves, times the probability of one: [2 batch, 256, 2]. */
  displacement: Tensor
  /** Probability that a token has no counterpart: [2 batch, 256, 1]. */
  unmatched: Tensor
  /** Columns and rows to the counterpart if there is one, in picture halves: [2 batch, 256, 2]. */
  flow: Tensor
}

/** Hidden channels of the residual flow. */
const RESIDUAL_CHANNELS = 48

/**
 * Attention of each frame to the other, with a trained logit for "no counterpart". Trained by cross-entropy against
 * the true correspondence, it finds the same surface when the view has moved. A residual below one token is
 * predicted from both tokens: without it a flow of 5 pixels is predicted as 8.
 */
export function matching(p: Parameters, channels: number): (tokens: Tensor) => TokenMatches {
  const query = nn.linear(p.scope('query'), channels, CHANNELS.match)
  const key = nn.linear(p.scope('key'), channels, CHANNELS.match)
  const none = nn.linear(p.scope('none'), CHANNELS.match, 1)
  const position = p.weight('position', [TOKENS, CHANNELS.match], initializers.normal(0.1))
  const fine = [
    nn.linear(p.scope('fine0'), 2 * channels + 2, RESIDUAL_CHANNELS),
    nn.linear(p.scope('fine1'), RESIDUAL_CHANNELS, 2, { bias: false, initializer: initializers.filled(0) }),
  ]
  const grid = constant(cellPositions(GRID_SIDE), [TOKENS, 2])
  return (tokens) => {
    const queries = add(query(tokens), position)
    const keys = add(key(swapFrames(tokens)), position)
    const scores = mul(matmul(queries, swapLast(keys)), CHANNELS.match ** -0.5)
    const logits = concat([scores, none(queries)], 2)
    const [weights, unmatched] = split(softmax(logits, -1), 2, [TOKENS, 1])
    const matched = sub(1, unmatched)
    const retrieved = matmul(weights, swapFrames(tokens))
    const coarse = sub(matmul(weights, grid), mul(matched, grid))
    const residual = fine[1](relu(fine[0](concat([tokens, retrieved, coarse], 2))))
    return {
      logits,
      weights,
      retrieved,
      displacement: add(coarse, mul(matched, residual)),
      unmatched,
      // the matches are trained by classes: a distance loss would blur them
      flow: add(stopGradient(div(coarse, maximum(matched, 1e-3))), residual),
    }
  }
}
