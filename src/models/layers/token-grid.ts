import {
  add,
  bilinearMatrix,
  concat,
  constant,
  matmul,
  reshape,
  resizeNearest,
  split,
  swapLast,
  transpose,
} from '../../graph'
import type { Tensor } from '../../graph'
import { GRID_SIDE, TOKENS } from './sizes'

/** [n, c, 16, 16] -> [n, 256, c] */
export function toTokens(map: Tensor): Tensor {
  return swapLast(reshape(map, [map.shape[0], map.shape[1], TOKENS]))
}

/** [n, 256, c] -> [n, c, 16, 16] */
export function toMap(tokens: Tensor): Tensor {
  return reshape(swapLast(tokens), [tokens.shape[0], tokens.shape[2], GRID_SIDE, GRID_SIDE])
}

/** The two frames of [2 batch, ...], before first. */
export function splitFrames(both: Tensor): readonly [before: Tensor, after: Tensor] {
  const [before, after] = split(both, 0, ['batch', 'batch'])
  return [before, after]
}

/** Each frame where the other was: [2 batch, ...]. */
export function swapFrames(both: Tensor): Tensor {
  const [before, after] = splitFrames(both)
  return concat([after, before], 0)
}

/** Middle of each cell of a grid as (x, y) in -1..1, row by row: 2 side^2 values. */
export function cellPositions(side: number): Float32Array {
  const middle = (index: number): number => ((index + 0.5) / side) * 2 - 1
  return Float32Array.from({ length: 2 * side * side }, (_, at) => {
    const cell = at >> 1
    return at % 2 === 0 ? middle(cell % side) : middle(Math.floor(cell / side))
  })
}

/** Where the flow [n, 256, 2] of a frame's tokens ends in the other one: [n, 16, 16, 2]. */
export function flowEndpoints(flow: Tensor): Tensor {
  const grid = constant(cellPositions(GRID_SIDE), [GRID_SIDE, GRID_SIDE, 2])
  return add(transpose(toMap(flow), [0, 2, 3, 1]), grid)
}

/**
 * Where the 32 x 32 cells of a frame are in the other one, by the flow [n, 256, 2] of its tokens: [n, 32, 32, 2]. All
 * cells of a token share its flow.
 */
export function warpGrid(flow: Tensor): Tensor {
  const side = 2 * GRID_SIDE
  const grid = constant(cellPositions(side), [side, side, 2])
  return add(transpose(resizeNearest(toMap(flow), 2), [0, 2, 3, 1]), grid)
}

/** Where the pixels of a frame are in the other one, by an upsampled flow [n, 256, 2]: [n, side, side, 2]. */
export function smoothWarpGrid(flow: Tensor, side: number): Tensor {
  const grid = constant(cellPositions(side), [side, side, 2])
  // not a resize between transposes: ONNX Runtime 1.30 takes them together and then rejects the sizes
  const finer = bilinearMatrix(side, GRID_SIDE)
  const rows = matmul(finer, reshape(flow, [-1, GRID_SIDE, 2 * GRID_SIDE]))
  return add(matmul(finer, reshape(rows, [-1, side, GRID_SIDE, 2])), grid)
}
