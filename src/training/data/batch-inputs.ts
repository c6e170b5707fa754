import type { InputSpecs } from '../../models/layers/training-inputs'

/** The part of an input that belongs to one pair: a view of the batch's array. */
export interface InputSlice {
  data: Float32Array | BigInt64Array | Uint8Array
}

/** Each input of a whole batch, [n, ...]. */
export type BatchInputs<Name extends string> = Record<
  Name,
  { data: Float32Array | BigInt64Array; shape: number[] }
>

/** Zeros for `n` pairs. */
export function zeroInputs<Specs extends InputSpecs>(
  specs: Specs,
  n: number,
): BatchInputs<keyof Specs & string> {
  return Object.fromEntries(
    Object.entries(specs).map(([name, [dtype, shape]]) => {
      const count = shape.reduce<number>((product, size) => product * size, n)
      return [
        name,
        {
          data: dtype === 'int64' ? new BigInt64Array(count) : new Float32Array(count),
          shape: [n, ...shape],
        },
      ]
    }),
  ) as BatchInputs<keyof Specs & string>
}

/** The inputs of pair `item` of `n`. */
export function sliceInputs<Name extends string>(
  batch: BatchInputs<Name>,
  item: number,
  n: number,
): Record<Name, { data: Float32Array | BigInt64Array }> {
  return Object.fromEntries(
    Object.entries<BatchInputs<Name>[Name]>(batch).map(([name, { data }]) => {
      const size = data.length / n
      return [name, { data: data.subarray(item * size, (item + 1) * size) }]
    }),
  ) as Record<Name, { data: Float32Array | BigInt64Array }>
}

export function asFloat32({ data }: InputSlice): Float32Array {
  if (data instanceof Float32Array) {
    return data
  }
  throw new TypeError('expected float32')
}

export function asInt64({ data }: InputSlice): BigInt64Array {
  if (data instanceof BigInt64Array) {
    return data
  }
  throw new TypeError('expected int64')
}
