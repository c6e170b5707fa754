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
import { warpGrid, swapFrames } from './token-grid'
import type { TokenMatches } from './matching'
import { matchSharpness } from './background-motion'
import { CHANNELS, GRID_SIDE, TOKENS } from './sizes'

/** Flow at the resolution of cells of 4 pixels. */
export interface FineFlow {
  /** Columns and rows to the counterpart, in picture halves: [2 batch, 256, 2]. */
  flow: Tensor
  /** Logarithm of the flow's expected error, in token widths: [2 batch, 256, 1]. */
  logUncertainty: Tensor
  /** Other features of the local correlation: [2 batch, 256, 64]. */
  features: Tensor
}

/** Channels of `features`. */
export const FLOW_FEATURES = 64

const DESCRIPTOR_CHANNELS = 16
/** Cells of a token, and of the 3 x 3 tokens around a place. */
const CELLS_PER_TOKEN = 4
const NEIGHBOUR_CELLS = 9 * CELLS_PER_TOKEN
/** Of the logarithm. */
const MIN_LOG_UNCERTAINTY = -4
const MAX_LOG_UNCERTAINTY = 12

/**
 * A matched token leaves the flow uncertain by half of its width of 8 pixels. So the four cells of each token are
 * correlated with those around its place in the other frame (`backgroundFlow`, [2 batch, 256, 2]), as in RAFT (Teed &
 * Deng 2020); this corrects the flow and gives its uncertainty. Begins with the match's own flow and sharpness. `quarter` is the backbone's [2 batch, 32, 32, 32].
 */
export function fineFlow(
  p: Parameters,
  channels: number,
): (quarter: Tensor, tokens: Tensor, matches: TokenMatches, backgroundFlow: Tensor) => FineFlow {
  const describe = nn.conv2d(p.scope('describe'), CHANNELS.quarter, DESCRIPTOR_CHANNELS, 1)
  const hidden = [
    nn.linear(p.scope('hidden0'), CELLS_PER_TOKEN * NEIGHBOUR_CELLS + channels + 3, FLOW_FEATURES),
    nn.linear(p.scope('hidden1'), FLOW_FEATURES, FLOW_FEATURES),
  ]
  const correct = nn.linear(p.scope('correct'), FLOW_FEATURES, 3, {
    bias: false,
    initializer: initializers.filled(0),
  })
  return (quarter, tokens, matches, backgroundFlow) => {
    const descriptors = unitChannels(describe(quarter))
    const otherCells = sampleAt(swapFrames(descriptors), warpGrid(backgroundFlow))
    const own = reshape(cellsOf(descriptors), [-1, TOKENS, CELLS_PER_TOKEN, DESCRIPTOR_CHANNELS])
    const correlations = reshape(matmul(own, swapLast(neighbourCells(cellsOf(otherCells)))), [
      -1,
      TOKENS,
      CELLS_PER_TOKEN * NEIGHBOUR_CELLS,
    ])
    const offset = mul(sub(matches.flow, backgroundFlow), GRID_SIDE / 2)
    const sharpness = stopGradient(log(add(matchSharpness(matches), 1e-4)))
    const inputs = concat([correlations, tokens, stopGradient(offset), sharpness], 2)
    const features = hidden.reduce((x, layer) => relu(layer(x)), inputs)
    const [residual, logUncertainty] = split(correct(features), 2, [2, 1])
    return {
      flow: add(stopGradient(matches.flow), mul(residual, 2 / GRID_SIDE)),
      logUncertainty: clip(
        sub(logUncertainty, mul(sharpness, 1.5)),
        MIN_LOG_UNCERTAINTY,
        MAX_LOG_UNCERTAINTY,
      ),
      features,
    }
  }
}

/** Weight of a flow for those around it: 1 over its squared uncertainty; before training the cube of its sharpness. */
export function flowConfidence({ logUncertainty }: FineFlow): Tensor {
  return exp(mul(logUncertainty, -2))
}

/** Length 1 of the channels at each place. */
function unitChannels(map: Tensor): Tensor {
  return div(map, sqrt(add(sum(square(map), { axes: [1], keepDims: true }), 1e-4)))
}

/** The four cells of each token: [n, c, 32, 32] -> [n, 16, 16, 4 c]. */
function cellsOf(map: Tensor): Tensor {
  const cells = reshape(map, [-1, DESCRIPTOR_CHANNELS, GRID_SIDE, 2, GRID_SIDE, 2])
  return reshape(transpose(cells, [0, 2, 4, 3, 5, 1]), [
    -1,
    GRID_SIDE,
    GRID_SIDE,
    CELLS_PER_TOKEN * DESCRIPTOR_CHANNELS,
  ])
}

/** Those of the 3 x 3 tokens around each, zeros beyond the edge: [n, 16, 16, 4 c] -> [n, 256, 36, c]. */
function neighbourCells(cells: Tensor): Tensor {
  const padded = pad(cells, [0, 1, 1, 0], [0, 1, 1, 0])
  const shifted = [0, 1, 2].flatMap((row) =>
    [0, 1, 2].map((column) =>
      slice(padded, {
        1: { start: row, end: row + GRID_SIDE },
        2: { start: column, end: column + GRID_SIDE },
      }),
    ),
  )
  return reshape(stack(shifted, 3), [-1, TOKENS, NEIGHBOUR_CELLS, DESCRIPTOR_CHANNELS])
}
