import { Tensor } from 'onnxruntime-node'
import { floatsOf } from '../../pair-data'
import type { StageData } from '../../pair-data'

export function tensorOf({ data, shape }: StageData): Tensor {
  return data instanceof BigInt64Array ? new Tensor('int64', data, shape) : new Tensor('float32', data, shape)
}

export function dataOf({ data, dims }: Tensor): StageData {
  return { data: data as Float32Array | BigInt64Array, shape: dims }
}

export function firstRows({ data, shape }: StageData, count: number): StageData {
  const [rows, ...size] = shape
  const own = data.subarray(0, (data.length / rows) * count)
  return rows === count ? { data, shape } : { data: own, shape: [count, ...size] }
}

/** Rows of parts, one after the other. */
export function joinedRows(parts: readonly StageData[]): StageData {
  const [first, ...rest] = parts
  if (rest.length === 0) {
    return first
  }
  const data = new Float32Array(parts.reduce((sum, part) => sum + part.data.length, 0))
  let at = 0
  for (const part of parts) {
    data.set(floatsOf(part), at)
    at += part.data.length
  }
  return { data, shape: [parts.reduce((sum, { shape }) => sum + shape[0], 0), ...first.shape.slice(1)] }
}
