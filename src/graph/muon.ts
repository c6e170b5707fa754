import { adamW } from './optimizer'
import type { AdamWOptions, GroupState, GroupUpdate, Optimizer } from './optimizer'
import { joinParts } from './flat-layout'
import type { FlatEntry } from './flat-layout'
import { add, div, greater, mul, sqrt, sub, toFloat } from './ops/arithmetic'
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
  const next = entries.map((entry) => {
    const { shape } = entry.parameter
    const change = mul(reshape(orthogonalUpdate(ahead, entry), shape), rate)
    const own = reshape(partOf(values, entry), shape)
    const all = decay === 0 ? change : add(change, mul(own, mul(rate, decay)))
    return sub(own, mul(all, isTrained(gradient, entry)))
  })
  return { values: joinParts(next), slots: [mean, mul(second, 1)] }
}

/**
 * 1 where the matrix has a gradient, else 0: an update has the same size however small the momentum is, so that a matrix
 * that a phase does not train would go on in its last direction for hundreds of steps.
 */
function isTrained(gradient: Tensor, entry: FlatEntry): Tensor {
  const own = partOf(gradient, entry)
  return toFloat(greater(sum(mul(own, own)), 0))
}

function partOf(vector: Tensor, { offset, length }: FlatEntry): Tensor {
  return slice(vector, { 0: { start: offset, end: offset + length } })
}

/** The part of `vector` that is one matrix, with its singular values made equal, scaled to AdamW's size. */
function orthogonalUpdate(vector: Tensor, entry: FlatEntry): Tensor {
  const { parameter, length } = entry
  const { shape } = parameter
  const rows = shape[0]
  const columns = length / rows
  const matrix = reshape(partOf(vector, entry), [rows, columns])
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
