import { Tensor } from 'onnxruntime-node'
import type { Tensors } from './graph-session'

/** Rows of a batch: the first axis of every tensor. */

type TypedData = Float32Array | BigInt64Array | Uint8Array | Uint16Array | Int32Array

/** @throws RangeError where the tensors have different numbers of rows, or none */
export function rowsOf(tensors: Tensors): number {
  const counts = new Set(Object.values(tensors).map(({ dims }) => dims[0] ?? 0))
  const [rows] = counts
  if (counts.size !== 1 || rows === 0) {
    throw new RangeError(`tensors of ${[...counts].join(' and ')} rows are no batch`)
  }
  return rows
}

/** Names, types and the sizes of a row: what runs together has the same. */
export function rowShape(tensors: Tensors): string {
  return Object.entries(tensors)
    .map(([name, { type, dims }]) => `${name} ${type} ${dims.slice(1).join(' ')}`)
    .toSorted()
    .join(', ')
}

/** One row of several tensors. */
export interface Row {
  readonly tensors: Tensors
  readonly index: number
}

/** The rows as one batch of `size`, which may be more: what is left over is 0. */
export function joinRows(rows: readonly Row[], size = rows.length): Record<string, Tensor> {
  const [first] = rows
  return Object.fromEntries(
    Object.entries(first.tensors).map(([name, { type, dims }]) => {
      const length = dims.slice(1).reduce((product, side) => product * side, 1)
      const data = emptyLike(first.tensors[name], length * size)
      rows.forEach(({ tensors, index }, at) => {
        data.set(dataOf(tensors[name]).subarray(index * length, (index + 1) * length) as never, at * length)
      })
      owned.add(data)
      return [name, new Tensor(type as 'float32', data as Float32Array, [size, ...dims.slice(1)])]
    }),
  )
}

/** Memory that `joinRows` made: nobody else holds it. */
const owned = new WeakSet<TypedData>()

export function isOwned(tensor: Tensor): boolean {
  return owned.has(dataOf(tensor))
}

export function dataOf({ data }: Tensor): TypedData {
  return data as TypedData
}

function emptyLike(tensor: Tensor, length: number): TypedData {
  const Type = dataOf(tensor).constructor as new (length: number) => TypedData
  return new Type(length)
}
