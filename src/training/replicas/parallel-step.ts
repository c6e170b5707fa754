import { Tensor as RuntimeTensor } from 'onnxruntime-node'
import type { InferenceSession } from 'onnxruntime-node'
import { serializeModel } from '../../graph/onnx'
import { nextName } from '../../graph/training-graph'
import type { TrainingGraph } from '../../graph/training-graph'
import { openTogether } from '../../process/open-together'
import { DeviceDownload, startState, StateVectors } from '../state-vectors'
import type { TrainingStart, TrainingState } from '../state-vectors'
import { openSession, toFeeds } from '../session'
import type { TensorData } from '../session'
import { scalarOutputs, stateFeeds, stepResult, stepScalars } from '../train-step'
import type { StepResult, Stepper } from '../train-step'
import { Replica } from './replica'
import type { SentTensor, SentTensors } from './replica'

/**
 * The runs of one accumulation side by side, each in a thread of its own. On processors
 * where a graph of many small operations gains little from threads within each of them, it trains faster
 * (docs/decisions/081). Running statistics become the mean of what the threads found.
 */
export class ParallelStep implements Stepper {
  private step = 0

  private constructor(
    private readonly graph: TrainingGraph,
    private readonly replicas: readonly Replica[],
    private readonly applySession: InferenceSession,
    private readonly state: StateVectors,
  ) {}

  /** One thread for each run that `graph` accumulates. @throws RangeError where it accumulates none */
  static async create(graph: TrainingGraph, from: TrainingStart): Promise<ParallelStep> {
    const { apply } = graph
    if (apply === null) {
      throw new RangeError('a parallel step needs a graph that accumulates')
    }
    const start = startState(graph, from)
    const model = serializeModel(graph.step)
    const result = await openTogether(async (keep) => {
      // a thread that is left keeps the program from ending
      const opening = Array.from({ length: graph.accumulate }, () => keep(Replica.open(model)))
      const replicas = await Promise.all(opening)
      const applySession = await keep(openSession(apply, {}))
      const download = await keep(DeviceDownload.create({}))
      return new ParallelStep(graph, replicas, applySession, new StateVectors(graph, start, download))
    })
    result.step = start.step
    return result
  }

  /** One update from a batch [threads * n, ...], of which each thread gets n items. */
  async run(batch: Readonly<Record<string, TensorData>>, rate: number): Promise<StepResult> {
    const { graph, replicas, state } = this
    const ran = await Promise.all(
      replicas.map((replica, index) => {
        const scalars = stepScalars(graph, this.step, index, rate)
        const { own, feeds } = stateFeeds(graph.step.inputs, state, scalars)
        return replica.run(sent({ ...feeds, ...toFeeds(own, part(batch, index, replicas.length)) }))
      }),
    )
    for (const vector of graph.state) {
      const outputs = ran.map((output) => output[nextName(vector.name)])
      if (outputs[0] === undefined) {
        continue
      }
      // gradients already count a share each; running statistics are averaged
      const values = added(outputs, vector.kind === 'gradient' ? 1 : 1 / replicas.length)
      state.replace(vector.name, new RuntimeTensor('float32', values, [values.length]))
    }
    const figures = await this.apply(stepScalars(graph, this.step, 0, rate))
    this.step++
    return stepResult(graph, { ...meanFigures(ran), ...figures }, this.step)
  }

  private async apply(scalars: Readonly<Record<string, number>>): Promise<Record<string, number>> {
    const { feeds } = stateFeeds(this.graph.apply?.inputs ?? [], this.state, scalars)
    const outputs = await this.applySession.run(feeds)
    this.state.updateFrom(outputs)
    return scalarOutputs(outputs)
  }

  vectors(kind: 'values' | 'average'): Record<string, RuntimeTensor> {
    return this.state.forEvaluation(kind)
  }

  snapshot(): Promise<TrainingState> {
    return this.state.snapshot(this.step, 0)
  }

  parameters(kind: 'values' | 'average' = 'values'): Promise<Map<string, Float32Array>> {
    return this.state.parameters(kind)
  }

  async release(): Promise<void> {
    await releaseAll(this.replicas)
    await this.applySession.release()
    await this.state.release()
  }
}

async function releaseAll(replicas: readonly Replica[]): Promise<void> {
  await Promise.all(replicas.map((replica) => replica.release()))
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

function sent(feeds: Readonly<Record<string, RuntimeTensor>>): SentTensors {
  return Object.fromEntries(
    Object.entries(feeds).map(([name, { type, data, dims }]) => [
      name,
      { type, data, shape: dims } as SentTensor,
    ]),
  )
}

function added(tensors: readonly SentTensor[], factor: number): Float32Array {
  const total = new Float32Array(tensors[0].data.length)
  for (const { data } of tensors) {
    if (!(data instanceof Float32Array)) {
      throw new TypeError('a state vector must be float32')
    }
    addScaled(total, data, factor)
  }
  return total
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
