import {
  add,
  concat,
  constant,
  div,
  matmul,
  max,
  maximum,
  mul,
  softmax,
  split,
  stopGradient,
  sub,
  sum,
} from '../../graph'
import type { Tensor } from '../../graph'
import { cellPositions, swapFrames } from './token-grid'
import type { TokenMatches } from './matching'
import { GRID_SIDE, TOKENS } from './sizes'

/** Tokens of the other frame at the same position. */
export interface BackgroundMotion {
  /** Columns and rows to that place, in picture halves: [2 batch, 256, 2]. */
  flow: Tensor
  /** The other frame's tokens there: [2 batch, 256, channels]. */
  tokens: Tensor
}

/** Both in token widths. */
const REACH = 5
const BLUR = 0.5
const PITCH = 2 / GRID_SIDE
/** Regularises the plane where too few tokens are matched; a square in picture halves. */
const STIFFNESS = (PITCH / 2) ** 2

/**
 * An object that vanished, appeared or changed its appearance has no counterpart; its surroundings have. Their flow
 * gives its position in the other frame: a plane is fitted to the flow of sharp matches near a token, because the
 * flow of slanted ground grows with nearness. Gradients reach the tokens only: the flow is trained by the matching.
 */
export function backgroundMotion(): (tokens: Tensor, flow: Tensor, confidence: Tensor) => BackgroundMotion {
  const positions = cellPositions(GRID_SIDE)
  const grid = constant(positions, [TOKENS, 2])
  const columns = constant(transposed(positions), [2, TOKENS])
  const weightsNear = constant(proximity(positions), [TOKENS, TOKENS])
  const closeness = 1 / (BLUR * PITCH) ** 2
  const lengths = constant(
    Float32Array.from({ length: TOKENS }, (_, at) => {
      return -0.5 * closeness * (positions[2 * at] ** 2 + positions[2 * at + 1] ** 2)
    }),
    [TOKENS],
  )
  return (tokens, flow, confidence) => {
    const planeFlow = stopGradient(fitPlane(grid, weightsNear, confidence, flow))
    const scores = add(mul(matmul(add(grid, planeFlow), columns), closeness), lengths)
    return { flow: planeFlow, tokens: matmul(softmax(aboveFloor(scores), -1), swapFrames(tokens)) }
  }
}

/** How few tokens share a match, 1 where it is one: [2 batch, 256, 1]. */
export function matchSharpness({ weights }: Pick<TokenMatches, 'weights'>): Tensor {
  return sum(mul(weights, weights), { axes: [2], keepDims: true })
}

/** Weight of a match, the cube of its sharpness: the blurred flow of plain ground must not outvote a few sharp matches. */
export function matchConfidence(matched: Pick<TokenMatches, 'weights'>): Tensor {
  const sharpness = matchSharpness(matched)
  return mul(sharpness, mul(sharpness, sharpness))
}

/** No share is let below e^-FLOOR of the largest: denormal numbers are multiplied fifteen times slower, and such shares come to nothing. */
const FLOOR = 60

function aboveFloor(scores: Tensor): Tensor {
  return maximum(scores, sub(max(scores, { axes: [2], keepDims: true }), FLOOR))
}

/** At each token's place [256, 2] the plane through the flow [n, 256, 2] near it, by weights [n, 256, 1]: [n, 256, 2]. */
function fitPlane(grid: Tensor, weightsNear: Tensor, weights: Tensor, flow: Tensor): Tensor {
  const [x, y] = split(grid, 1, [1, 1])
  const moments = [x, y, mul(x, x), mul(x, y), mul(y, y)].map((moment) => mul(weights, moment))
  const flows = mul(weights, flow)
  const sums = matmul(weightsNear, concat([weights, ...moments, flows, mul(flows, x), mul(flows, y)], 2))
  const [total, ...rest] = split(sums, 2, [1, 1, 1, 1, 1, 1, 2, 2, 2])
  const [atX, atY, xx, xy, yy, mean, xFlow, yFlow] = rest.map((each) => div(each, maximum(total, 1e-6)))
  const spreadX = add(sub(xx, mul(atX, atX)), STIFFNESS)
  const spreadY = add(sub(yy, mul(atY, atY)), STIFFNESS)
  const skew = sub(xy, mul(atX, atY))
  const withX = sub(xFlow, mul(atX, mean))
  const withY = sub(yFlow, mul(atY, mean))
  const determinant = sub(mul(spreadX, spreadY), mul(skew, skew))
  const slopeX = div(sub(mul(spreadY, withX), mul(skew, withY)), determinant)
  const slopeY = div(sub(mul(spreadX, withY), mul(skew, withX)), determinant)
  return add(mean, add(mul(slopeX, sub(x, atX)), mul(slopeY, sub(y, atY))))
}

/** How much a token's neighbours count for it: a bump of `REACH`. [256, 256] */
function proximity(positions: Float32Array): Float32Array {
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
