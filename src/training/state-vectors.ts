import { Tensor as RuntimeTensor } from 'onnxruntime-node'
import type { InferenceSession } from 'onnxruntime-node'
import { packValues, unpackValues } from '../graph/flat-layout'
import type { FlatLayout } from '../graph/flat-layout'
import { nextName } from '../graph/training-graph'
import type { TrainingGraph, StateVector } from '../graph/training-graph'
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

/** The parameters and the optimiser's figures between the runs of a training graph, where its sessions keep them. */
export class StateVectors {
  readonly #graph: TrainingGraph
  readonly #tensors: Map<string, RuntimeTensor>
  readonly #download: DeviceDownload

  constructor(graph: TrainingGraph, start: TrainingState, download: DeviceDownload) {
    this.#graph = graph
    this.#tensors = new Map(graph.state.map((vector) => [vector.name, stateTensor(vector, start.vectors)]))
    this.#download = download
  }

  get names(): Iterable<string> {
    return this.#tensors.keys()
  }

  find(name: string): RuntimeTensor | undefined {
    return this.#tensors.get(name)
  }

  get(name: string): RuntimeTensor {
    const tensor = this.#tensors.get(name)
    if (tensor === undefined) {
      throw new RangeError(`no state ${name}`)
    }
    return tensor
  }

  /** Replaces the vectors by the new ones among a run's outputs. */
  updateFrom(outputs: Readonly<Record<string, RuntimeTensor>>): void {
    for (const name of this.#tensors.keys()) {
      const next = outputs[nextName(name)]
      if (next !== undefined) {
        this.replace(name, next)
      }
    }
  }

  replace(name: string, next: RuntimeTensor): void {
    this.#tensors.get(name)?.dispose()
    this.#tensors.set(name, next)
  }

  /** As they are now, for sessions on the same device. Valid until the next step. */
  forEvaluation(kind: 'values' | 'average'): Record<string, RuntimeTensor> {
    const averaged = new Map(
      this.#graph.state
        .filter((vector) => vector.kind === kind)
        .map(({ layout, name }) => [`values/${layout.name}`, this.get(name)]),
    )
    return Object.fromEntries(
      this.#graph.layouts.map(({ name }) => {
        const key = `values/${name}`
        return [key, averaged.get(key) ?? this.get(key)]
      }),
    )
  }

  /** A copy in memory, to store and to resume from. */
  async snapshot(step: number, pending: number): Promise<TrainingState> {
    const vectors = new Map<string, Float32Array>()
    for (const [name, tensor] of this.#tensors) {
      vectors.set(name, await this.#download.read(tensor))
    }
    return { step, pending, vectors }
  }

  /** Parameters and buffers by name; `average`: the moving average of the trainable ones. */
  async parameters(kind: 'values' | 'average'): Promise<Map<string, Float32Array>> {
    const vectors = this.forEvaluation(kind)
    const all = new Map<string, Float32Array>()
    for (const layout of this.#graph.layouts) {
      const flat = await this.#download.read(vectors[`values/${layout.name}`])
      for (const [name, values] of unpackValues(layout, flat)) {
        all.set(name, values)
      }
    }
    return all
  }

  async release(): Promise<void> {
    for (const tensor of this.#tensors.values()) {
      tensor.dispose()
    }
    this.#tensors.clear()
    await this.#download.release()
  }
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

function stateTensor(
  { name, layout }: StateVector,
  vectors: ReadonlyMap<string, Float32Array>,
): RuntimeTensor {
  const values = vectors.get(name)
  if (values?.length !== layout.length) {
    throw new RangeError(
      `the state needs ${layout.length} values of ${name}, not ${values?.length ?? 'none'}`,
    )
  }
  return new RuntimeTensor('float32', Float32Array.from(values), [layout.length])
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
