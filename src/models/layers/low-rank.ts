import { Parameters, add, initializers, matmul, mul } from '../../graph'
import type { Adaptation, Parameter, ParametersOptions } from '../../graph'

/** Low-rank adapters (Hu et al. 2022): W + (alpha / rank) A B, where A and B are trained and W is frozen. */

export interface LowRankOptions {
  rank: number
  /** Default: the rank, so that A B counts in full. */
  alpha?: number
  /** Whether the matrix of this name is adapted. Default: the projections of attention. */
  adapts?: (name: string) => boolean
}

const DOWN = 'lowRankDown'
const UP = 'lowRankUp'
const ATTENTION = /(self|cross|attend|exchange|text|vision)\.(query|project|output)\.weight$/

/** Parameters whose matrices [in, out] get A [in, rank], random, and B [rank, out], zeros: at first nothing changes. */
export function lowRankParameters(
  { rank, alpha = rank, adapts = isAttention }: LowRankOptions,
  options: ParametersOptions = {},
): Parameters {
  const adapt: Adaptation = (weight, make) => {
    if (weight.shape.length !== 2 || !adapts(weight.source.name)) return weight
    const [inputs, outputs] = weight.shape
    const down = make(DOWN, [inputs, rank], initializers.normal(1 / Math.sqrt(inputs)))
    const up = make(UP, [rank, outputs], initializers.filled(0))
    return add(weight, mul(matmul(down, up), alpha / rank))
  }
  return Parameters.create({ ...options, adapt })
}

function isAttention(name: string): boolean {
  return ATTENTION.test(name)
}

/** Whether a parameter is part of an adapter. */
export function isLowRank(name: string): boolean {
  return name.endsWith(`.${DOWN}`) || name.endsWith(`.${UP}`)
}

/** The values of the model without adapters that computes the same: each W with its A B inside. */
export function mergeLowRank(
  parameters: readonly Parameter[],
  values: ReadonlyMap<string, Float32Array>,
  { rank, alpha = rank }: Pick<LowRankOptions, 'rank' | 'alpha'>,
): Map<string, Float32Array> {
  const base = parameters.filter(({ source }) => !isLowRank(source.name))
  return new Map(
    base.map(({ source: { name }, shape }) => {
      const own = values.get(name)
      if (own === undefined) throw new RangeError(`no values for ${name}`)
      const down = values.get(`${name}.${DOWN}`)
      const up = values.get(`${name}.${UP}`)
      if (down === undefined || up === undefined) return [name, own]
      return [name, addProduct(own, down, up, shape[1], rank, alpha / rank)]
    }),
  )
}

function addProduct(
  weight: Float32Array,
  down: Float32Array,
  up: Float32Array,
  columns: number,
  rank: number,
  factor: number,
): Float32Array {
  return weight.map((value, at) => {
    const row = Math.floor(at / columns)
    let sum = 0
    for (let middle = 0; middle < rank; middle++)
      sum += down[row * rank + middle] * up[middle * columns + (at % columns)]
    return value + factor * sum
  })
}
