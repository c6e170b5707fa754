import {
  add,
  clip,
  concat,
  div,
  exp,
  initializers,
  log,
  matmul,
  mul,
  nn,
  pad,
  relu,
  reshape,
  sampleAt,
  slice,
  split,
  sqrt,
  square,
  stack,
  stopGradient,
  sub,
  sum,
  swapLast,
  transpose,
} from '../../graph'
import type { Parameters, Tensor } from '../../graph'
import { placesInOther, swapFrames } from './layout'
import type { Matched } from './matching'
import { sharpnessOf } from './surroundings'
import { CHANNELS, GRID_SIDE, TOKENS } from './sizes'

/** Ways as cells of 4 pixels tell them. */
export interface FineWays {
  /** Columns and rows to the counterpart, in picture halves: [2 batch, 256, 2]. */
  way: Tensor
  /** Logarithm of how far off that may be, in token widths: [2 batch, 256, 1]. */
  doubt: Tensor
  /** What else was found in holding the cells against each other: [2 batch, 256, 64]. */
  told: Tensor
}

/** Channels of what is `told`. */
export const TOLD = 64

const DESCRIBED = 16
/** Cells of a token, and of the 3 x 3 tokens around a place. */
const OWN_CELLS = 4
const NEAR_CELLS = 9 * OWN_CELLS
/** Of the logarithm. */
const LEAST_DOUBT = -4
const MOST_DOUBT = 12

/**
 * Which token matches leaves a way open by half of its width of 8 pixels. So the four cells of each token are held
 * against those around its place in the other frame (`moved`, [2 batch, 256, 2]), as the local correlations of optical
 * flow are (RAFT, Teed & Deng 2020); what they tell corrects the way and says how sure it is. Begins with the
 * match's own way and sharpness. `quarter` is the backbone's [2 batch, 32, 32, 32].
 */
export function fineWays(
  p: Parameters,
  channels: number,
): (quarter: Tensor, tokens: Tensor, matched: Matched, moved: Tensor) => FineWays {
  const describe = nn.conv2d(p.scope('describe'), CHANNELS.quarter, DESCRIBED, 1)
  const hidden = [
    nn.linear(p.scope('hidden0'), OWN_CELLS * NEAR_CELLS + channels + 3, TOLD),
    nn.linear(p.scope('hidden1'), TOLD, TOLD),
  ]
  const correct = nn.linear(p.scope('correct'), TOLD, 3, {
    bias: false,
    initializer: initializers.filled(0),
  })
  return (quarter, tokens, matched, moved) => {
    const described = unit(describe(quarter))
    const there = sampleAt(swapFrames(described), placesInOther(moved))
    const own = reshape(cellsOf(described), [-1, TOKENS, OWN_CELLS, DESCRIBED])
    const alike = reshape(matmul(own, swapLast(around(cellsOf(there)))), [-1, TOKENS, OWN_CELLS * NEAR_CELLS])
    const off = mul(sub(matched.way, moved), GRID_SIDE / 2)
    const sharpness = stopGradient(log(add(sharpnessOf(matched), 1e-4)))
    const seen = concat([alike, tokens, stopGradient(off), sharpness], 2)
    const told = hidden.reduce((x, layer) => relu(layer(x)), seen)
    const [rest, doubt] = split(correct(told), 2, [2, 1])
    return {
      way: add(stopGradient(matched.way), mul(rest, 2 / GRID_SIDE)),
      doubt: clip(sub(doubt, mul(sharpness, 1.5)), LEAST_DOUBT, MOST_DOUBT),
      told,
    }
  }
}

/** How much a way counts for those around it: 1 over the square of its doubt; at first the cube of its sharpness. */
export function trustIn({ doubt }: FineWays): Tensor {
  return exp(mul(doubt, -2))
}

/** Length 1 of the channels at each place. */
function unit(map: Tensor): Tensor {
  return div(map, sqrt(add(sum(square(map), { axes: [1], keep: true }), 1e-4)))
}

/** The four cells of each token: [n, c, 32, 32] -> [n, 16, 16, 4 c]. */
function cellsOf(map: Tensor): Tensor {
  const cells = reshape(map, [-1, DESCRIBED, GRID_SIDE, 2, GRID_SIDE, 2])
  return reshape(transpose(cells, [0, 2, 4, 3, 5, 1]), [-1, GRID_SIDE, GRID_SIDE, OWN_CELLS * DESCRIBED])
}

/** Those of the 3 x 3 tokens around each, zeros beyond the edge: [n, 16, 16, 4 c] -> [n, 256, 36, c]. */
function around(cells: Tensor): Tensor {
  const padded = pad(cells, [0, 1, 1, 0], [0, 1, 1, 0])
  const shifted = [0, 1, 2].flatMap((row) =>
    [0, 1, 2].map((column) =>
      slice(padded, {
        1: { start: row, end: row + GRID_SIDE },
        2: { start: column, end: column + GRID_SIDE },
      }),
    ),
  )
  return reshape(stack(shifted, 3), [-1, TOKENS, NEAR_CELLS, DESCRIBED])
}
