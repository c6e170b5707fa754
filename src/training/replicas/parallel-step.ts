import type { Tensor as RuntimeTensor } from 'onnxruntime-node'
import { nextName } from '../../graph/training-graph'
import type { TrainingGraph } from '../../graph/training-graph'
import { openTogether } from '../../process/open-together'
import { checkInputs } from '../session'
import type { SentTensor, SentTensors, TensorData } from '../session'
import { evaluationVectors, parameterVectors, startState, unpackParameters } from '../state-vectors'
import type { TrainingStart, TrainingState } from '../state-vectors'
import { LocalSessions, sentModel, stepModels } from '../step-sessions'
import { scalarFeeds, scalarOutputs, stepResult, stepScalars } from '../train-step'
import type { StepResult, Stepper } from '../train-step'
import { SessionThread } from './session-thread'

/**
 * The runs of one accumulation side by side, each in a thread of its own. On processors
 * where a graph of many small operations gains little from threads within each of them, it trains faster
 * (docs/decisions/081). Running statistics become the mean of what the threads found.
 */
export class ParallelStep implements Stepper {
  private constructor(
    private readonly graph: TrainingGraph,
    private readonly threads: readonly SessionThread[],
    private readonly applySession: LocalSessions,
    /** State vectors by name; gradients are of the step at hand. */
    private readonly state: Map<string, Float32Array>,
    private step: number,
  ) {}

  /** One thread for each run that `graph` accumulates. @throws RangeError where it accumulates none */
  static async create(graph: TrainingGraph, from: TrainingStart): Promise<ParallelStep> {
    const { apply } = graph
    if (apply === null) {
      throw new RangeError('a parallel step needs a graph that accumulates')
    }
    const { step, vectors } = startState(graph, from)
    const models = stepModels(graph, vectors, 'cpu')
    return openTogether(async (keep) => {
      // a thread that is left keeps the program from ending
      const own = { step: models.step, apply: null, state: new Map<string, Float32Array>() }
      const opening = Array.from({ length: graph.accumulate }, () => {
        return keep(SessionThread.open(own, { threads: 1 }))
      })
      const threads = await Promise.all(opening)
      const session = await keep(LocalSessions.open({ ...own, step: sentModel(apply, 'cpu') }, {}))
      return new ParallelStep(graph, threads, session, new Map(vectors), step)
    })
  }

  /** One update from a batch [threads * n, ...], of which each thread gets n items. */
  async run(batch: Readonly<Record<string, TensorData>>, rate: number): Promise<StepResult> {
    const { graph, threads } = this
    const ran = await Promise.all(
      threads.map((thread, index) => {
        const { own, feeds } = this.feeds(graph.step, stepScalars(graph, this.step, index, rate))
        return thread.run('step', { ...feeds, ...checkInputs(own, part(batch, index, threads.length)) })
      }),
    )
    for (const { name, kind } of graph.state) {
      const outputs = ran.map((output) => output[nextName(name)])
      if (outputs[0] !== undefined) {
        // gradients already count a share each; running statistics are averaged
        this.state.set(name, added(outputs, kind === 'gradient' ? 1 : 1 / threads.length))
      }
    }
    const figures = await this.apply(stepScalars(graph, this.step, 0, rate))
    this.step++
    return stepResult(graph, { ...meanFigures(ran), ...figures }, this.step)
  }

  private async apply(scalars: Readonly<Record<string, number>>): Promise<Record<string, number>> {
    const { graph } = this
    const { feeds } = this.feeds(graph.apply ?? graph.step, scalars)
    const outputs = await this.applySession.run('step', feeds)
    for (const { name } of graph.state) {
      const next = outputs[nextName(name)]
      if (next !== undefined) {
        this.state.set(name, floats(next))
      }
    }
    return scalarOutputs(outputs)
  }

  /** The state and the scalars that a model reads, and its inputs that are left for the batch. */
  private feeds(
    model: TrainingGraph['step'],
    scalars: Readonly<Record<string, number>>,
  ): ReturnType<typeof scalarFeeds> {
    const { own, feeds } = scalarFeeds(this.graph, model, scalars)
    for (const { name } of model.inputs) {
      const data = this.state.get(name)
      if (data !== undefined) {
        feeds[name] = { type: 'float32', data, shape: [data.length] }
      }
    }
    return { own, feeds }
  }

  vectors(kind: 'values' | 'average'): Promise<Record<string, RuntimeTensor>> {
    return Promise.resolve(evaluationVectors(parameterVectors(this.graph, kind), this.state))
  }

  snapshot(): Promise<TrainingState> {
    const vectors = new Map([...this.state].map(([name, values]) => [name, values.slice()]))
    return Promise.resolve({ step: this.step, pending: 0, vectors })
  }

  parameters(kind: 'values' | 'average' = 'values'): Promise<Map<string, Float32Array>> {
    return Promise.resolve(unpackParameters(parameterVectors(this.graph, kind), this.state))
  }

  async release(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.release()))
    await this.applySession.release()
  }
}

/** Items `index * n` to `(index + 1) * n` of each input. */
function part(
  batch: Readonly<Record<string, TensorData>>,
  index: number,
  count: number,
): Record<string, TensorData> {
  return Object.fromEntries(
    Object.entries(batch).map(([name, { data, shape }]) => {
      const items = shape[0] / count
      if (!Number.isInteger(items)) {
        throw new RangeError(`${name}: ${shape[0]} items for ${count} threads`)
      }
      const size = data.length / count
      return [name, { data: data.slice(index * size, (index + 1) * size), shape: [items, ...shape.slice(1)] }]
    }),
  )
}

function added(tensors: readonly SentTensor[], factor: number): Float32Array {
  const total = new Float32Array(tensors[0].data.length)
  for (const tensor of tensors) {
    addScaled(total, floats(tensor), factor)
  }
  return total
}

function floats({ data }: SentTensor): Float32Array {
  if (!(data instanceof Float32Array)) {
    throw new TypeError('a state vector must be float32')
  }
  return data
}

function addScaled(total: Float32Array, data: Float32Array, factor: number): void {
  for (let at = 0; at < total.length; at++) {
    total[at] += factor * data[at]
  }
}

/** The mean over the threads of each scalar. */
function meanFigures(ran: readonly SentTensors[]): Record<string, number> {
  return Object.fromEntries(
    Object.entries(ran[0])
      .filter(([, { data }]) => data.length === 1)
      .map(([name]) => [
        name,
        ran.reduce((sum, output) => sum + Number(output[name].data[0]), 0) / ran.length,
      ]),
  )
}
