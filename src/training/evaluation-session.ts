import type { InferenceSession, Tensor as RuntimeTensor } from 'onnxruntime-node'
import type { ValueSpec } from '../graph/onnx'
import type { EvaluationGraph } from '../graph/training-graph'
import { openSession, toFeeds } from './session'
import type { TensorData, SessionOptions } from './session'

export interface EvaluationOutput {
  data: Float32Array | BigInt64Array | Uint8Array
  shape: readonly number[]
}

/** A forward graph that reads its parameters where a `TrainStep` keeps them: no copy on a device. */
export class EvaluationSession {
  private constructor(
    private readonly session: InferenceSession,
    private readonly inputs: readonly ValueSpec[],
  ) {}

  static async create({ model }: EvaluationGraph, options: SessionOptions = {}): Promise<EvaluationSession> {
    return new EvaluationSession(await openSession(model, options), model.inputs)
  }

  /** `vectors` from `TrainStep.vectors`, of the same graph's layouts and the same provider. */
  async run(
    vectors: Readonly<Record<string, RuntimeTensor>>,
    batch: Readonly<Record<string, TensorData>>,
  ): Promise<Record<string, EvaluationOutput>> {
    const own = this.inputs.filter(({ name }) => !(name in vectors))
    const state = this.inputs.flatMap(({ name }) => (name in vectors ? [[name, vectors[name]] as const] : []))
    const outputs = await this.session.run({ ...Object.fromEntries(state), ...toFeeds(own, batch) })
    return Object.fromEntries(
      Object.entries(outputs).map(([name, { data, dims }]) => [
        name,
        { data: data as EvaluationOutput['data'], shape: dims },
      ]),
    )
  }

  release(): Promise<void> {
    return this.session.release()
  }
}
