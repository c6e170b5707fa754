import { Tensor as RuntimeTensor } from 'onnxruntime-node'
import type { InferenceSession } from 'onnxruntime-node'
import { packValues, unpackValues } from '../graph/flat-layout'
import type { FlatLayout } from '../graph/flat-layout'
import type { TrainingGraph } from '../graph/training-graph'
import { buildModel } from '../graph/build-model'
import { makeTensor, input } from '../graph/tensor'
import { openSession } from './session'
import type { SessionOptions } from './session'

/** Everything that the next step depends on, in memory: by the names of the state vectors. */
export interface TrainingState {
  /** Updates done. */
  step: number
  /** Runs since the last update. */
  pending: number
  vectors: ReadonlyMap<string, Float32Array>
}

/** Parameters by name as the start of a run, or a state to continue from. */
export type TrainingStart = ReadonlyMap<string, Float32Array> | TrainingState

/** The state vectors that hold the parameters of each layout. */
export function parameterVectors(
  { state, layouts }: Pick<TrainingGraph, 'state' | 'layouts'>,
  kind: 'values' | 'average',
): Map<FlatLayout, string> {
  const averaged = new Map(
    state.filter((vector) => vector.kind === kind).map(({ layout, name }) => [layout.name, name]),
  )
  return new Map(layouts.map((layout) => [layout, averaged.get(layout.name) ?? `values/${layout.name}`]))
}

/** Parameters and buffers by name. @param vectors of `parameterVectors`, by their names */
export function unpackParameters(
  names: ReadonlyMap<FlatLayout, string>,
  vectors: ReadonlyMap<string, Float32Array>,
): Map<string, Float32Array> {
  const all = new Map<string, Float32Array>()
  for (const [layout, name] of names) {
    for (const [parameter, values] of unpackValues(layout, vectors.get(name) ?? new Float32Array())) {
      all.set(parameter, values)
    }
  }
  return all
}

/** Inputs of an evaluation graph with the parameters of each layout, in memory. */
export function evaluationVectors(
  names: ReadonlyMap<FlatLayout, string>,
  vectors: ReadonlyMap<string, Float32Array>,
): Record<string, RuntimeTensor> {
  return Object.fromEntries(
    [...names].map(([layout, name]) => [
      `values/${layout.name}`,
      new RuntimeTensor('float32', vectors.get(name) ?? new Float32Array(), [layout.length]),
    ]),
  )
}

export function startState(graph: TrainingGraph, from: TrainingStart): TrainingState {
  return 'vectors' in from ? from : firstState(graph, from)
}

function firstState(graph: TrainingGraph, values: ReadonlyMap<string, Float32Array>): TrainingState {
  const packed = new Map<FlatLayout, Float32Array>(
    graph.layouts.map((layout) => [layout, packValues(layout, values)]),
  )
  const vectors = graph.state.map(({ name, kind, layout }): [string, Float32Array] => {
    const starts = kind === 'values' || kind === 'average'
    return [name, (starts ? packed.get(layout) : undefined) ?? new Float32Array(layout.length)]
  })
  return { step: 0, pending: 0, vectors: new Map(vectors) }
}

/**
 * Copies vectors from the device to memory. `getData()` on a tensor in a GPU buffer aborts the
 * process (onnxruntime-node 1.30), so the copy is a graph of its own whose output is on the CPU.
 */
export class DeviceDownload {
  private constructor(private readonly session: InferenceSession) {}

  static async create(options: SessionOptions): Promise<DeviceDownload> {
    const x = input('x', ['length'])
    const copy = makeTensor('Identity', [x], { shape: x.shape })
    return new DeviceDownload(await openSession(buildModel({ copy }, { name: 'download' }), options))
  }

  async read(vector: RuntimeTensor): Promise<Float32Array> {
    if (vector.location === 'cpu') {
      return Float32Array.from(vector.data as Float32Array)
    }
    const { copy } = await this.session.run({ x: vector })
    return copy.data as Float32Array
  }

  release(): Promise<void> {
    return this.session.release()
  }
}
