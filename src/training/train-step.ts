import type { Tensor as RuntimeTensor } from 'onnxruntime-node'
import { SEED_INPUT } from '../graph/mode'
import type { TrainingGraph } from '../graph/training-graph'
import { SessionThread } from './replicas/session-thread'
import { checkInputs } from './session'
import type { SentTensor, SentTensors, SessionOptions, TensorData } from './session'
import { evaluationVectors, parameterVectors, startState, unpackParameters } from './state-vectors'
import type { TrainingStart, TrainingState } from './state-vectors'
import { LocalSessions, stepModels } from './step-sessions'
import type { StepModelName, StepModels, StepSessions } from './step-sessions'

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
  /** Copies of the parameters in memory, as an evaluation graph reads them. */
  vectors(kind: 'values' | 'average'): Promise<Record<string, RuntimeTensor>>
  snapshot(): Promise<TrainingState>
  parameters(kind?: 'values' | 'average'): Promise<Map<string, Float32Array>>
  release(): Promise<void>
}

/** One training graph on ONNX Runtime. */
export class TrainStep implements Stepper {
  private pending: number
  private running = false

  private constructor(
    readonly graph: TrainingGraph,
    private readonly sessions: StepSessions,
    private step: number,
    pending: number,
  ) {
    this.pending = pending
  }

  /** In this thread. `from`: a start from parameters by name; a `TrainingState`: an exact resume. */
  static async create(
    graph: TrainingGraph,
    from: TrainingStart,
    options: SessionOptions = {},
  ): Promise<TrainStep> {
    const { step, pending, models } = startOf(graph, from, options)
    return new TrainStep(graph, await LocalSessions.open(models, options), step, pending)
  }

  /** In a thread of its own, which leaves this one free for the next batch while a device works. */
  static async createInThread(
    graph: TrainingGraph,
    from: TrainingStart,
    options: SessionOptions,
  ): Promise<TrainStep> {
    const { step, pending, models } = startOf(graph, from, options)
    return new TrainStep(graph, await SessionThread.open(models, options), step, pending)
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
    const figures = await this.runModel('step', graph.step, scalars, batch)
    this.pending++
    if (this.pending === graph.accumulate) {
      if (graph.apply !== null) {
        Object.assign(figures, await this.runModel('apply', graph.apply, scalars, {}))
      }
      this.pending = 0
      this.step++
    }
    return stepResult(graph, figures, this.step)
  }

  /** Runs one model and returns the scalars. */
  private async runModel(
    name: StepModelName,
    model: TrainingGraph['step'],
    scalars: Readonly<Record<string, number>>,
    batch: Readonly<Record<string, TensorData>>,
  ): Promise<Record<string, number>> {
    const { own, feeds } = scalarFeeds(this.graph, model, scalars)
    return scalarOutputs(await this.sessions.run(name, { ...feeds, ...checkInputs(own, batch) }))
  }

  async vectors(kind: 'values' | 'average'): Promise<Record<string, RuntimeTensor>> {
    const names = parameterVectors(this.graph, kind)
    return evaluationVectors(names, await this.sessions.read([...names.values()]))
  }

  /** A copy in memory, to store and to resume from. */
  async snapshot(): Promise<TrainingState> {
    const { step, pending } = this
    const vectors = await this.sessions.read(this.graph.state.map(({ name }) => name))
    return { step, pending, vectors }
  }

  /** Parameters and buffers by name; `average`: the moving average of the trainable ones. */
  async parameters(kind: 'values' | 'average' = 'values'): Promise<Map<string, Float32Array>> {
    const names = parameterVectors(this.graph, kind)
    return unpackParameters(names, await this.sessions.read([...names.values()]))
  }

  release(): Promise<void> {
    return this.sessions.release()
  }
}

function startOf(
  graph: TrainingGraph,
  from: TrainingStart,
  { provider = 'cpu' }: SessionOptions,
): { step: number; pending: number; models: StepModels } {
  const { step, pending, vectors } = startState(graph, from)
  return { step, pending, models: stepModels(graph, vectors, provider) }
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

/** Feeds of the scalars that a model reads, and its inputs that are left for the batch. */
export function scalarFeeds(
  { state }: Pick<TrainingGraph, 'state'>,
  { inputs }: TrainingGraph['step'],
  scalars: Readonly<Record<string, number>>,
): { own: TrainingGraph['step']['inputs']; feeds: Record<string, SentTensor> } {
  const held = new Set(state.map(({ name }) => name))
  const others = inputs.filter(({ name }) => !held.has(name))
  const feeds = others
    .filter(({ name }) => name in scalars)
    .map(({ name }): [string, SentTensor] => [
      name,
      { type: 'float32', data: Float32Array.of(scalars[name]), shape: [] },
    ])
  return { own: others.filter(({ name }) => !(name in scalars)), feeds: Object.fromEntries(feeds) }
}

/** The scalars among a run's outputs. */
export function scalarOutputs(outputs: SentTensors): Record<string, number> {
  return Object.fromEntries(
    Object.entries(outputs)
      .filter(([, { data }]) => data.length === 1)
      .map(([name, { data }]) => [name, Number(data[0])]),
  )
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
