import { Tensor as RuntimeTensor } from 'onnxruntime-node'
import type { InferenceSession } from 'onnxruntime-node'
import { serializeModel, withDecomposedGelu } from '../graph/onnx'
import type { ModelSpec } from '../graph/onnx'
import { nextName } from '../graph/training-graph'
import type { TrainingGraph } from '../graph/training-graph'
import { openTogether } from '../process/open-together'
import { openSerialized, runtimeTensors, sentTensors } from './session'
import type { Provider, SentTensors, SessionOptions } from './session'
import { DeviceDownload } from './state-vectors'

/** A serialized model with the names of its inputs and outputs. */
export interface SentModel {
  readonly bytes: Uint8Array
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
}

/** A training graph and its state as they cross to the thread that runs them. */
export interface StepModels {
  readonly step: SentModel
  readonly apply: SentModel | null
  /** State vectors by name, [length]. */
  readonly state: ReadonlyMap<string, Float32Array>
}
export type StepModelName = 'step' | 'apply'

/**
 * @param vectors by the names of the graph's state vectors
 * @param provider that the models are for
 * @throws RangeError for a missing vector or another length
 */
export function stepModels(
  { step, apply, state }: TrainingGraph,
  vectors: ReadonlyMap<string, Float32Array>,
  provider: Provider,
): StepModels {
  for (const { name, layout } of state) {
    const length = vectors.get(name)?.length
    if (length !== layout.length) {
      throw new RangeError(`the state needs ${layout.length} values of ${name}, not ${length ?? 'none'}`)
    }
  }
  return { step: sentModel(step, provider), apply: apply && sentModel(apply, provider), state: vectors }
}

/** Off the CPU GELU is written out: WebGPU samples in no operator set that has it. */
export function sentModel(spec: ModelSpec, provider: Provider): SentModel {
  const model = provider === 'cpu' ? spec : withDecomposedGelu(spec)
  return {
    bytes: serializeModel(model),
    inputs: model.inputs.map(({ name }) => name),
    outputs: model.outputs.map(({ name }) => name),
  }
}

/** The sessions of a training graph with its state, in this thread or in another one. */
export interface StepSessions {
  /** Runs one model on the state and these feeds, takes over the new state, and returns the other outputs. */
  run(model: StepModelName, feeds: SentTensors): Promise<SentTensors>
  /** Copies of state vectors. */
  read(names: readonly string[]): Promise<Map<string, Float32Array>>
  release(): Promise<void>
}

/** Sessions of this thread. The state stays where the provider keeps it: on a device under WebGPU. */
export class LocalSessions implements StepSessions {
  private constructor(
    private readonly models: Readonly<Record<StepModelName, SentModel | null>>,
    private readonly sessions: Readonly<Record<StepModelName, InferenceSession | null>>,
    private readonly state: Map<string, RuntimeTensor>,
    private readonly download: DeviceDownload,
  ) {}

  /** `options.profile` is of the model `step` alone. @throws Error where the provider cannot run a model */
  static open(
    { step, apply, state }: StepModels,
    { profile, ...options }: SessionOptions,
  ): Promise<LocalSessions> {
    const own = profile === undefined ? options : { ...options, profile }
    const next = new Set([...state.keys()].map(nextName))
    return openTogether(async (keep) => {
      const sessions = {
        step: await keep(openSerialized(step.bytes, step.outputs, own, next)),
        apply: apply && (await keep(openSerialized(apply.bytes, apply.outputs, options, next))),
      }
      const download = await keep(DeviceDownload.create(options))
      const tensors = [...state].map(([name, values]): [string, RuntimeTensor] => [
        name,
        new RuntimeTensor('float32', Float32Array.from(values), [values.length]),
      ])
      return new LocalSessions({ step, apply }, sessions, new Map(tensors), download)
    })
  }

  /** Where the state lies: `cpu` or `gpu-buffer`. */
  get locations(): Set<string> {
    return new Set([...this.state.values()].map(({ location }) => location))
  }

  async run(model: StepModelName, sent: SentTensors): Promise<SentTensors> {
    const session = this.sessions[model]
    if (session === null) {
      throw new RangeError(`there is no model ${model}`)
    }
    const feeds = runtimeTensors(sent)
    for (const name of this.models[model]?.inputs ?? []) {
      const tensor = this.state.get(name)
      if (tensor !== undefined) {
        feeds[name] = tensor
      }
    }
    return this.takeOver(await session.run(feeds))
  }

  async read(names: readonly string[]): Promise<Map<string, Float32Array>> {
    const vectors = new Map<string, Float32Array>()
    for (const name of names) {
      const tensor = this.state.get(name)
      if (tensor === undefined) {
        throw new RangeError(`no state ${name}`)
      }
      vectors.set(name, await this.download.read(tensor))
    }
    return vectors
  }

  async release(): Promise<void> {
    await this.sessions.step?.release()
    await this.sessions.apply?.release()
    for (const tensor of this.state.values()) {
      tensor.dispose()
    }
    this.state.clear()
    await this.download.release()
  }

  /** Returns what is no state. */
  private takeOver(outputs: Readonly<Record<string, RuntimeTensor>>): SentTensors {
    const rest = { ...outputs }
    for (const [name, tensor] of this.state) {
      const next = outputs[nextName(name)]
      if (next !== undefined) {
        tensor.dispose()
        this.state.set(name, next)
        delete rest[nextName(name)]
      }
    }
    return sentTensors(rest)
  }
}
