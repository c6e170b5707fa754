import {
  add,
  concat,
  constant,
  div,
  matmul,
  maximum,
  mul,
  softmax,
  split,
  stopGradient,
  sub,
  sum,
} from '../../graph'
import type { Tensor } from '../../graph'
import { cellPositions, swapFrames } from './layout'
import type { Matched } from './matching'
import { GRID_SIDE, TOKENS } from './sizes'

/** What the other frame shows at the very place, whatever that is. */
export interface Surroundings {
  /** Columns and rows to that place, in picture halves: [2 batch, 256, 2]. */
  moved: Tensor
  /** The other frame's tokens there: [2 batch, 256, channels]. */
  there: Tensor
}

/** Both in token widths. */
const REACH = 3
const BLUR = 0.5
const PITCH = 2 / GRID_SIDE

/**
 * A thing that is gone, new or of another look has no counterpart; its surroundings have. How they moved, as a
 * mean over sharp matches near a token, says where in the other frame its place is. Teaches the tokens only:
 * the way itself is taught by the matching.
 */
export function surroundings(): (tokens: Tensor, matched: Matched) => Surroundings {
  const positions = cellPositions(GRID_SIDE)
  const grid = constant(positions, [TOKENS, 2])
  const columns = constant(transposed(positions), [2, TOKENS])
  const near = constant(nearness(positions), [TOKENS, TOKENS])
  const closeness = 1 / (BLUR * PITCH) ** 2
  const lengths = constant(
    Float32Array.from({ length: TOKENS }, (_, at) => {
      return -0.5 * closeness * (positions[2 * at] ** 2 + positions[2 * at + 1] ** 2)
    }),
    [TOKENS],
  )
  return (tokens, { weights, displacement, alone }) => {
    const sharpness = sum(mul(weights, weights), { axes: [2], keep: true })
    const way = div(displacement, maximum(sub(1, alone), 1e-3))
    const [ways, total] = split(matmul(near, concat([mul(way, sharpness), sharpness], 2)), 2, [2, 1])
    const moved = stopGradient(div(ways, maximum(total, 1e-6)))
    const scores = add(mul(matmul(add(grid, moved), columns), closeness), lengths)
    return { moved, there: matmul(softmax(scores, -1), swapFrames(tokens)) }
  }
}

/** How much a token's neighbours count for it: a bump of `REACH`. [256, 256] */
function nearness(positions: Float32Array): Float32Array {
  return Float32Array.from({ length: TOKENS * TOKENS }, (_, at) => {
    const [row, column] = [Math.floor(at / TOKENS), at % TOKENS]
    const x = (positions[2 * row] - positions[2 * column]) / PITCH
    const y = (positions[2 * row + 1] - positions[2 * column + 1]) / PITCH
    return Math.exp(-(x * x + y * y) / (2 * REACH * REACH))
  })
}

function transposed(positions: Float32Array): Float32Array {
  return Float32Array.from({ length: positions.length }, (_, at) => {
    return positions[2 * (at % TOKENS) + Math.floor(at / TOKENS)]
  })
}
