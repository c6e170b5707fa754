import { concat, reshape } from './ops/layout'
import { slice } from './ops/slicing'
import { input } from './tensor'
import type { Parameter, Tensor } from './tensor'

/**
 * Parameters laid end to end in one vector. A step then moves a handful of tensors instead of
 * hundreds, and the optimiser is a handful of nodes.
 */
export interface FlatLayout {
  name: string
  entries: readonly FlatEntry[]
  length: number
}

export interface FlatEntry {
  parameter: Parameter
  offset: number
  length: number
}

export function flatLayout(name: string, parameters: readonly Parameter[]): FlatLayout {
  let offset = 0
  const entries = parameters.map((parameter) => {
    const length = parameter.shape.reduce((product, size) => product * size, 1)
    const entry = { parameter, offset, length }
    offset += length
    return entry
  })
  return { name, entries, length: offset }
}

/** A graph input that holds the whole vector, such as `values/main`. */
export function flatInput(kind: string, layout: FlatLayout): Tensor {
  return input(`${kind}/${layout.name}`, [layout.length])
}

/** For each parameter, its part of the vector. */
export function flatParts(layout: FlatLayout, vector: Tensor): Map<Tensor, Tensor> {
  return new Map(
    layout.entries.map(({ parameter, offset, length }) => [
      parameter,
      reshape(slice(vector, { 0: { start: offset, end: offset + length } }), parameter.shape),
    ]),
  )
}

/** Tensors of any shape as one vector, end to end. */
export function joinParts(parts: readonly Tensor[]): Tensor {
  return concat(
    parts.map((part) => reshape(part, [-1])),
    0,
  )
}

export function packValues(layout: FlatLayout, values: ReadonlyMap<string, Float32Array>): Float32Array {
  const flat = new Float32Array(layout.length)
  for (const { parameter, offset, length } of layout.entries) {
    const { name } = parameter.source
    const part = values.get(name)
    if (part === undefined) {
      throw new RangeError(`no values for parameter ${name}`)
    }
    if (part.length !== length) {
      throw new RangeError(
        `${name} needs ${length} values ([${parameter.shape.join(', ')}]), not ${part.length}`,
      )
    }
    flat.set(part, offset)
  }
  return flat
}

export function unpackValues(layout: FlatLayout, flat: Float32Array): Map<string, Float32Array> {
  return new Map(
    layout.entries.map(({ parameter, offset, length }) => [
      parameter.source.name,
      flat.slice(offset, offset + length),
    ]),
  )
}
