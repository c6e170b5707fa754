import { InferenceSession, Tensor as RuntimeTensor } from 'onnxruntime-node'
import { buildModel } from './build-model'
import type { BuildOptions } from './build-model'
import { serializeModel } from './onnx'
import type { Tensor } from './tensor'

/** For tests: builds, runs and reads a graph in one go, on ONNX Runtime itself. */

export type Feed = { values: ArrayLike<number>; shape: readonly number[] }
export type Feeds = Readonly<Record<string, Feed>>

export interface Result {
  shape: readonly number[]
  values: number[]
}

export interface GraphRunner {
  run: (feeds: Feeds) => Promise<Record<string, Result>>
  release: () => Promise<void>
}

export async function openGraph(
  outputs: Readonly<Record<string, Tensor>>,
  options: Partial<BuildOptions> = {},
  session: InferenceSession.SessionOptions = {},
): Promise<GraphRunner> {
  const model = buildModel(outputs, { name: 'test', ...options })
  const runner = await InferenceSession.create(serializeModel(model), {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    logSeverityLevel: 3,
    ...session,
  })
  const types = new Map(model.inputs.map(({ name, type }) => [name, type]))
  return {
    run: async (feeds) => {
      const used = Object.entries(feeds).filter(([name]) => types.has(name))
      const tensors = used.map(([name, feed]) => [name, toRuntime(feed, types.get(name) ?? 'float32')])
      const results = await runner.run(Object.fromEntries(tensors))
      return Object.fromEntries(
        Object.entries(results).map(([name, { dims, data }]) => [
          name,
          { shape: dims, values: Array.from(data as ArrayLike<number>, Number) },
        ]),
      )
    },
    release: () => runner.release(),
  }
}

export async function runGraph(
  outputs: Readonly<Record<string, Tensor>>,
  feeds: Feeds = {},
  options: Partial<BuildOptions> = {},
  session: InferenceSession.SessionOptions = {},
): Promise<Record<string, Result>> {
  const runner = await openGraph(outputs, options, session)
  try {
    return await runner.run(feeds)
  } finally {
    await runner.release()
  }
}

function toRuntime({ values, shape }: Feed, type: 'float32' | 'int64' | 'bool'): RuntimeTensor {
  if (type === 'float32') {
    return new RuntimeTensor(type, Float32Array.from(values), shape)
  }
  if (type === 'bool') {
    return new RuntimeTensor(type, Uint8Array.from(values), shape)
  }
  return new RuntimeTensor(type, BigInt64Array.from(Array.from(values), BigInt), shape)
}
