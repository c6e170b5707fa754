import { Tensor as RuntimeTensor } from 'onnxruntime-node'
import type { InferenceSession } from 'onnxruntime-node'
import { SEED_INPUT } from '../graph/mode'
import { nextName } from '../graph/training-graph'
import type { TrainingGraph } from '../graph/training-graph'
import { openTogether } from '../process/open-together'
import { DeviceDownload, startState, StateVectors } from './state-vectors'
import type { TrainingStart, TrainingState } from './state-vectors'
import { openSession, toFeeds } from './session'
import type { TensorData, SessionOptions } from './session'

export type { TrainingState } from './state-vectors'

export interface StepResult {
  loss: number
  terms: Readonly<Record<string, number>>
  /** Before clipping; null on the runs that only accumulate. */
  gradientNorm: number | null
  /** Updates done so far. */
  step: number
}

/** A training graph with its parameters and optimiser state, one update or part of one at a time. */
export interface Stepper {
  run(batch: Readonly<Record<string, TensorData>>, rate: number): Promise<StepResult>
  vectors(kind: 'values' | 'average'): Record<string, RuntimeTensor>
  snapshot(): Promise<TrainingState>
  parameters(kind?: 'values' | 'average'): Promise<Map<string, Float32Array>>
  release(): Promise<void>
}

/** One training graph on ONNX Runtime, in this process. */
export class TrainStep implements Stepper {
  private step = 0
  private pending = 0
  private running = false

  private constructor(
    readonly graph: TrainingGraph,
    private readonly stepSession: InferenceSession,
    private readonly applySession: InferenceSession | null,
    private readonly state: StateVectors,
  ) {}

  /** `from`: a start from parameters by name; a `TrainingState`: an exact resume. */
  static async create(
    graph: TrainingGraph,
    from: TrainingStart,
    { profile, ...options }: SessionOptions = {},
  ): Promise<TrainStep> {
    const start = startState(graph, from)
    const names = graph.state.map(({ name }) => nextName(name))
    const own = profile === undefined ? options : { ...options, profile }
    const result = await openTogether(async (keep) => {
      const stepSession = await keep(openSession(graph.step, own, names))
      const applySession = graph.apply && (await keep(openSession(graph.apply, options, names)))
      const download = await keep(DeviceDownload.create(options))
      return new TrainStep(graph, stepSession, applySession, new StateVectors(graph, start, download))
    })
    result.step = start.step
    result.pending = start.pending
    return result
  }

  /** One batch. The seed of dropout follows from the step unless it is given. */
  async run(batch: Readonly<Record<string, TensorData>>, rate: number): Promise<StepResult> {
    if (this.running) {
      throw new Error('a training step is running: await it first')
    }
    this.running = true
    try {
      return await this.runStep(batch, rate)
    } finally {
      this.running = false
    }
  }

  private async runStep(batch: Readonly<Record<string, TensorData>>, rate: number): Promise<StepResult> {
    const { graph } = this
    const scalars = stepScalars(graph, this.step, this.pending, rate)
    const figures = await this.runSession(this.stepSession, graph.step, scalars, batch)
    this.pending++
    if (this.pending === graph.accumulate) {
      if (this.applySession !== null && graph.apply !== null) {
        Object.assign(figures, await this.runSession(this.applySession, graph.apply, scalars, {}))
      }
      this.pending = 0
      this.step++
    }
    return stepResult(graph, figures, this.step)
  }

  /** Runs one model, takes over the new state and returns the scalars. */
  private async runSession(
    session: InferenceSession,
    { inputs }: TrainingGraph['step'],
    scalars: Readonly<Record<string, number>>,
    batch: Readonly<Record<string, TensorData>>,
  ): Promise<Record<string, number>> {
    const { own, feeds } = stateFeeds(inputs, this.state, scalars)
    const outputs = await session.run({ ...feeds, ...toFeeds(own, batch) })
    this.state.updateFrom(outputs)
    return scalarOutputs(outputs)
  }

  /** The state vectors as they are now, for sessions on the same device. Valid until the next step. */
  vectors(kind: 'values' | 'average'): Record<string, RuntimeTensor> {
    return this.state.forEvaluation(kind)
  }

  /** A copy in memory, to store and to resume from. */
  snapshot(): Promise<TrainingState> {
    return this.state.snapshot(this.step, this.pending)
  }

  /** Parameters and buffers by name; `average`: the moving average of the trainable ones. */
  parameters(kind: 'values' | 'average' = 'values'): Promise<Map<string, Float32Array>> {
    return this.state.parameters(kind)
  }

  async release(): Promise<void> {
    await this.stepSession.release()
    await this.applySession?.release()
    await this.state.release()
  }
}

/** The scalar inputs of a step's graph, by name. */
export function stepScalars(
  graph: TrainingGraph,
  step: number,
  pending: number,
  rate: number,
): Record<string, number> {
  const seed = (step * graph.accumulate + pending) % 2 ** 20
  return { rate, [SEED_INPUT]: seed, ...graph.optimizer.scalars(step + 1) }
}

/** Feeds from the state and the scalars, and the inputs that are left for the batch. */
export function stateFeeds(
  inputs: TrainingGraph['step']['inputs'],
  state: StateVectors,
  scalars: Readonly<Record<string, number>>,
): { own: TrainingGraph['step']['inputs']; feeds: Record<string, RuntimeTensor> } {
  const feeds: Record<string, RuntimeTensor> = {}
  const own = inputs.filter(({ name }) => {
    const tensor = state.find(name) ?? (name in scalars ? scalarTensor(scalars[name]) : null)
    if (tensor !== null) {
      feeds[name] = tensor
    }
    return tensor === null
  })
  return { own, feeds }
}

/** The scalars among a run's outputs. */
export function scalarOutputs(outputs: Readonly<Record<string, RuntimeTensor>>): Record<string, number> {
  const figures: Record<string, number> = {}
  for (const [name, tensor] of Object.entries(outputs)) {
    if (tensor.size === 1 && tensor.location === 'cpu') {
      figures[name] = Number(tensor.data[0])
    }
  }
  return figures
}

export function stepResult(
  graph: TrainingGraph,
  figures: Readonly<Record<string, number>>,
  step: number,
): StepResult {
  return {
    loss: figures.loss,
    terms: Object.fromEntries(graph.terms.map((name) => [name, figures[`term/${name}`]])),
    gradientNorm: figures.gradientNorm ?? null,
    step,
  }
}

function scalarTensor(value: number): RuntimeTensor {
  return new RuntimeTensor('float32', Float32Array.of(value), [])
}
