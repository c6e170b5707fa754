import { Tensor as RuntimeTensor } from 'onnxruntime-node'
import type { InferenceSession } from 'onnxruntime-node'
import { packValues, unpackValues } from '../graph/flat-layout'
import type { FlatLayout } from '../graph/flat-layout'
import { seedInput } from '../graph/mode'
import { nextName } from '../graph/training-graph'
import type { StateVector, TrainingGraph } from '../graph/training-graph'
import { DeviceDownload } from './device-download'
import { openSession, toFeeds } from './session'
import type { Fed, SessionOptions } from './session'

export interface StepResult {
  loss: number
  terms: Readonly<Record<string, number>>
  /** Before clipping; null on the runs that only accumulate. */
  gradientNorm: number | null
  /** Updates done so far. */
  step: number
}

/** Everything that the next step depends on, in memory: by the names of the state vectors. */
export interface TrainingState {
  /** Updates done. */
  step: number
  /** Runs since the last update. */
  pending: number
  vectors: ReadonlyMap<string, Float32Array>
}

/** One training graph on ONNX Runtime, with parameters and optimiser state between its runs. */
export class TrainStep {
  private step = 0
  private pending = 0
  private running = false

  private constructor(
    readonly graph: TrainingGraph,
    private readonly stepSession: InferenceSession,
    private readonly applySession: InferenceSession | null,
    private readonly download: DeviceDownload,
    private readonly state: Map<string, RuntimeTensor>,
  ) {}

  /** `values`: a start from parameters by name; a `TrainingState`: an exact resume. */
  static async create(
    graph: TrainingGraph,
    from: ReadonlyMap<string, Float32Array> | TrainingState,
    { profile, ...options }: SessionOptions = {},
  ): Promise<TrainStep> {
    const start = 'vectors' in from ? from : firstState(graph, from)
    const state = new Map(graph.state.map((vector) => [vector.name, stateTensor(vector, start.vectors)]))
    const names = [...state.keys()].map(nextName)
    const stepSession = await openSession(
      graph.step,
      profile === undefined ? options : { ...options, profile },
      names,
    )
    const applySession = graph.apply && (await openSession(graph.apply, options, names))
    const download = await DeviceDownload.create(options)
    const result = new TrainStep(graph, stepSession, applySession, download, state)
    result.step = start.step
    result.pending = start.pending
    return result
  }

  /** One batch. The seed of dropout follows from the step unless it is given. */
  async run(batch: Readonly<Record<string, Fed>>, rate: number): Promise<StepResult> {
    if (this.running) throw new Error('a training step is running: await it first')
    this.running = true
    try {
      return await this.runStep(batch, rate)
    } finally {
      this.running = false
    }
  }

  private async runStep(batch: Readonly<Record<string, Fed>>, rate: number): Promise<StepResult> {
    const { graph } = this
    const seed = (this.step * graph.accumulate + this.pending) % 2 ** 20
    const scalars = { rate, [seedInput]: seed, ...graph.optimizer.scalars(this.step + 1) }
    const outputs = await this.runSession(this.stepSession, graph.step, scalars, batch)
    const figures = { ...outputs }
    this.pending++
    if (this.pending === graph.accumulate) {
      if (this.applySession !== null && graph.apply !== null) {
        Object.assign(figures, await this.runSession(this.applySession, graph.apply, scalars, {}))
      }
      this.pending = 0
      this.step++
    }
    return {
      loss: figures.loss,
      terms: Object.fromEntries(graph.terms.map((name) => [name, figures[`term/${name}`]])),
      gradientNorm: figures.gradientNorm ?? null,
      step: this.step,
    }
  }

  /** Runs one model, takes over the new state and returns the scalars. */
  private async runSession(
    session: InferenceSession,
    { inputs }: TrainingGraph['step'],
    scalars: Readonly<Record<string, number>>,
    batch: Readonly<Record<string, Fed>>,
  ): Promise<Record<string, number>> {
    const feeds: Record<string, RuntimeTensor> = {}
    const own = inputs.filter(({ name }) => {
      const vector = this.state.get(name)
      const known = vector ?? (name in scalars ? scalarTensor(scalars[name]) : null)
      if (known !== null) feeds[name] = known
      return known === null
    })
    Object.assign(feeds, toFeeds(own, batch))
    const outputs = await session.run(feeds)
    for (const name of this.state.keys()) this.replaceVector(name, outputs[nextName(name)])
    const figures: Record<string, number> = {}
    for (const [name, tensor] of Object.entries(outputs)) {
      if (tensor.size === 1 && tensor.location === 'cpu') figures[name] = Number(tensor.data[0])
    }
    return figures
  }

  private replaceVector(name: string, next: RuntimeTensor | undefined): void {
    if (next === undefined) return
    this.state.get(name)?.dispose()
    this.state.set(name, next)
  }

  /** The state vectors as they are now, for sessions on the same device. Valid until the next step. */
  vectors(kind: 'values' | 'average'): Record<string, RuntimeTensor> {
    const averaged = new Map(
      this.graph.state
        .filter((vector) => vector.kind === kind)
        .map(({ layout, name }) => [`values/${layout.name}`, this.vector(name)]),
    )
    return Object.fromEntries(
      this.graph.layouts.map(({ name }) => {
        const key = `values/${name}`
        return [key, averaged.get(key) ?? this.vector(key)]
      }),
    )
  }

  private vector(name: string): RuntimeTensor {
    const tensor = this.state.get(name)
    if (tensor === undefined) throw new RangeError(`no state ${name}`)
    return tensor
  }

  /** A copy in memory, to store and to resume from. */
  async snapshot(): Promise<TrainingState> {
    const vectors = new Map<string, Float32Array>()
    for (const [name, tensor] of this.state) vectors.set(name, await this.download.read(tensor))
    return { step: this.step, pending: this.pending, vectors }
  }

  /** Parameters and buffers by name; `average`: the moving average of those that are learned. */
  async parameters(kind: 'values' | 'average' = 'values'): Promise<Map<string, Float32Array>> {
    const vectors = this.vectors(kind)
    const all = new Map<string, Float32Array>()
    for (const layout of this.graph.layouts) {
      const flat = await this.download.read(vectors[`values/${layout.name}`])
      for (const [name, values] of unpackValues(layout, flat)) all.set(name, values)
    }
    return all
  }

  async release(): Promise<void> {
    for (const tensor of this.state.values()) tensor.dispose()
    this.state.clear()
    await this.stepSession.release()
    await this.applySession?.release()
    await this.download.release()
  }
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

function scalarTensor(value: number): RuntimeTensor {
  return new RuntimeTensor('float32', Float32Array.of(value), [])
}
