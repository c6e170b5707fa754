import { filled, glorotUniform, normal } from '../initializers'
import type { Initializer } from '../initializers'
import type { Parameters } from '../parameters'
import { embedding } from '../ops/slicing'
import { linear as linearOp } from '../ops/matmul'
import type { Tensor } from '../tensor'

export type Layer = (x: Tensor) => Tensor

export interface LinearOptions {
  bias?: boolean
  /** First value of the bias. Default 0. */
  start?: number
  initializer?: Initializer
}

/** x [..., inputs] -> [..., outputs]. Weight: [inputs, outputs]. */
export function linear(
  parameters: Parameters,
  inputs: number,
  outputs: number,
  { bias = true, start = 0, initializer = glorotUniform(inputs, outputs) }: LinearOptions = {},
): Layer {
  const weight = parameters.weight('weight', [inputs, outputs], initializer)
  const offset = bias ? parameters.weight('bias', [outputs], filled(start)) : null
  return (x) => linearOp(x, weight, offset)
}

export interface Embedding {
  /** [rows, features], for weights tied to the output. */
  table: Tensor
  /** int64 [...] -> [..., features] */
  lookup: (indices: Tensor) => Tensor
}

export function embeddingTable(
  parameters: Parameters,
  rows: number,
  features: number,
  initializer: Initializer = normal(0.02),
): Embedding {
  const table = parameters.weight('weight', [rows, features], initializer)
  return { table, lookup: (indices) => embedding(table, indices) }
}
