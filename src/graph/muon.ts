import { adamW } from './optimizer'
import type { AdamWOptions, GroupState, GroupUpdate, Optimizer } from './optimizer'
import { joinParts } from './flat-layout'
import type { FlatEntry } from './flat-layout'
import { add, div, mul, sqrt, sub } from './ops/arithmetic'
import { reshape, swapLast } from './ops/layout'
import { slice } from './ops/slicing'
import { matmul } from './ops/matmul'
import { sum } from './ops/reduce'
import type { Tensor } from './tensor'

/** Of the polynomial a x + b x^3 + c x^5 that is applied again and again (Jordan 2024). */
const QUINTIC = { a: 3.4445, b: -4.775, c: 2.0315 } as const
const ROUNDS = 5
/** Root mean square of an update of AdamW, which those of matrices are given (Liu et al. 2025, section 2.2). */
const UPDATE_SIZE = 0.2

export interface MuonOptions extends AdamWOptions {
  /** Of the matrices' momentum. Default 0.95. */
  momentum?: number
}

/**
 * Muon (Jordan 2024) for groups of matrices: the momentum of each is replaced by the nearest matrix with all
 * singular values about 1, so that every direction is trained at the same rate. Other groups get AdamW, and both the
 * same rate (Liu et al. 2025). Kernels [out, in, h, w] are matrices [out, in * h * w].
 */
export function muon({ momentum = 0.95, ...rest }: MuonOptions = {}): Optimizer {
  const others = adamW(rest)
  return {
    slots: others.slots,
    scalars: others.scalars,
    update: (group) => (group.matrices ? stepMatrices(group, momentum) : others.update(group)),
  }
}

function stepMatrices(
  { values, gradient, slots: [first, second], rate, decay, entries }: GroupState,
  momentum: number,
): GroupUpdate {
  const mean = add(mul(first, momentum), mul(gradient, 1 - momentum))
  // one step ahead, as Nesterov's
  const ahead = add(mul(mean, momentum), mul(gradient, 1 - momentum))
  const change = joinParts(entries.map((entry) => orthogonalUpdate(ahead, entry)))
  const decayed = decay === 0 ? values : mul(values, sub(1, mul(rate, decay)))
  return { values: sub(decayed, mul(change, rate)), slots: [mean, mul(second, 1)] }
}

/** The part of `vector` that is one matrix, with its singular values made equal, scaled to AdamW's size. */
function orthogonalUpdate(vector: Tensor, { parameter: { shape }, offset, length }: FlatEntry): Tensor {
  const rows = shape[0]
  const columns = length / rows
  const matrix = reshape(slice(vector, { 0: { start: offset, end: offset + length } }), [rows, columns])
  const wide = rows > columns ? swapLast(matrix) : matrix
  const size = UPDATE_SIZE * Math.sqrt(Math.max(rows, columns))
  const result = mul(orthogonalize(wide), size)
  return rows > columns ? swapLast(result) : result
}

function orthogonalize(matrix: Tensor): Tensor {
  const { a, b, c } = QUINTIC
  let x = div(matrix, add(sqrt(sum(mul(matrix, matrix))), 1e-7))
  for (let round = 0; round < ROUNDS; round++) {
    const square = matmul(x, swapLast(x))
    x = add(mul(x, a), matmul(add(mul(square, b), mul(matmul(square, square), c)), x))
  }
  return x
}
