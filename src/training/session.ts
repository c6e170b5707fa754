import { InferenceSession, Tensor as RuntimeTensor } from 'onnxruntime-node'
import { serializeModel } from '../graph/onnx'
import type { ElementType, ModelSpec, ValueSpec } from '../graph/onnx'
import type { EvaluationGraph } from '../graph/training-graph'

/** Providers that the engine trains on; others may be named and cost copies (docs/graph.md). */
export type Provider = 'cpu' | 'webgpu' | 'cuda' | 'dml' | 'coreml'

export interface SessionOptions {
  /** Default cpu. */
  provider?: Provider
  /** Default: ONNX Runtime's choice, one a physical core. */
  threads?: number
  /** Default true. A graph that is taken as it is opens in half of the time; its steps take a fifth longer. */
  isOptimized?: boolean
  /** Where a profile is written when the session is released. */
  profile?: string
}

/** Row-major data of one graph input. */
export interface TensorData {
  data: Float32Array | BigInt64Array | Uint8Array
  shape: readonly number[]
}

/** A model on ONNX Runtime. All outputs come to memory. */
export function openSession(model: ModelSpec, options: SessionOptions): Promise<InferenceSession> {
  return openSerialized(
    serializeModel(model),
    model.outputs.map(({ name }) => name),
    options,
  )
}

/** Outputs in `resident` stay on the device where the provider has one. */
export function openSerialized(
  bytes: Uint8Array,
  outputs: readonly string[],
  options: SessionOptions,
  resident: ReadonlySet<string> = new Set(),
): Promise<InferenceSession> {
  return InferenceSession.create(bytes, {
    ...sessionSettings(options),
    ...(options.provider === 'webgpu' && {
      preferredOutputLocation: Object.fromEntries(
        outputs.map((name) => [name, resident.has(name) ? 'gpu-buffer' : 'cpu'] as const),
      ),
    }),
  })
}

function sessionSettings({
  provider = 'cpu',
  threads,
  isOptimized = true,
  profile,
}: SessionOptions): InferenceSession.SessionOptions {
  return {
    executionProviders: [provider],
    interOpNumThreads: 1,
    graphOptimizationLevel: isOptimized ? 'all' : 'disabled',
    // Threads that wait sleep: beside other work on the machine a step takes half the time (decision 031).
    extra: { session: { intra_op: { allow_spinning: '0' } } },
    logSeverityLevel: 3,
    ...(threads !== undefined && { intraOpNumThreads: threads }),
    ...(profile !== undefined && { enableProfiling: true, profileFilePrefix: profile }),
  }
}

/** An array with its type, as it crosses to another thread and back. */
export interface SentTensor extends TensorData {
  readonly type: ElementType
}
export type SentTensors = Readonly<Record<string, SentTensor>>

/** Throws where a name is unknown or missing, or where type, shape or length differ from the input's. */
export function checkInputs(
  expected: readonly ValueSpec[],
  tensors: Readonly<Record<string, TensorData>>,
): Record<string, SentTensor> {
  const names = new Set(expected.map(({ name }) => name))
  for (const name of Object.keys(tensors)) {
    if (!names.has(name)) {
      throw new RangeError(`the graph has no input ${name}; it has ${[...names].join(', ')}`)
    }
  }
  const symbols = new Map<string, number>()
  return Object.fromEntries(
    expected.map((spec) => {
      const fed = tensors[spec.name]
      if (fed === undefined) {
        throw new RangeError(`input ${spec.name} was not given`)
      }
      checkTensorData(spec, fed, symbols)
      return [spec.name, { ...fed, type: spec.type }]
    }),
  )
}

/** As `checkInputs`, for a session of this thread. */
export function toFeeds(
  expected: readonly ValueSpec[],
  tensors: Readonly<Record<string, TensorData>>,
): Record<string, RuntimeTensor> {
  return runtimeTensors(checkInputs(expected, tensors))
}

export function runtimeTensors(sent: SentTensors): Record<string, RuntimeTensor> {
  return Object.fromEntries(
    Object.entries(sent).map(([name, { type, data, shape }]) => [name, new RuntimeTensor(type, data, shape)]),
  )
}

/** @throws TypeError for a tensor of another type than a graph's inputs have */
export function sentTensors(outputs: Readonly<Record<string, RuntimeTensor>>): SentTensors {
  return Object.fromEntries(
    Object.entries(outputs).map(([name, { type, data, dims }]) => {
      if (type !== 'float32' && type !== 'int64' && type !== 'bool') {
        throw new TypeError(`the output ${name} is ${type}`)
      }
      return [name, { type, data: data as TensorData['data'], shape: dims }]
    }),
  )
}

function checkTensorData(
  { name, type, shape }: ValueSpec,
  fed: TensorData,
  symbols: Map<string, number>,
): void {
  const expected = `${name} must be ${type} [${shape.join(', ')}]`
  const fits =
    shape.length === fed.shape.length && shape.every((size, axis) => matches(size, fed.shape[axis], symbols))
  if (!fits) {
    throw new RangeError(`input ${expected}, not [${fed.shape.join(', ')}]`)
  }
  const count = fed.shape.reduce((product, size) => product * size, 1)
  if (fed.data.length !== count) {
    throw new RangeError(`input ${expected}: ${fed.data.length} values given`)
  }
  if (!(fed.data instanceof arrayTypes[type])) {
    throw new RangeError(`input ${expected}: wrong kind of array`)
  }
}

/** A symbol has the same size wherever it stands. */
function matches(size: number | string, actual: number, symbols: Map<string, number>): boolean {
  if (typeof size === 'number') {
    return size === actual
  }
  const bound = symbols.get(size)
  if (bound === undefined) {
    symbols.set(size, actual)
  }
  return bound === undefined || bound === actual
}

const arrayTypes: Record<ElementType, typeof Float32Array | typeof BigInt64Array | typeof Uint8Array> = {
  float32: Float32Array,
  int64: BigInt64Array,
  bool: Uint8Array,
}

export interface EvaluationOutput {
  data: Float32Array | BigInt64Array | Uint8Array
  shape: readonly number[]
}

/** A forward graph that runs on the parameters of a training graph. */
export class EvaluationSession {
  private constructor(
    private readonly session: InferenceSession,
    private readonly inputs: readonly ValueSpec[],
  ) {}

  static async create({ model }: EvaluationGraph, options: SessionOptions = {}): Promise<EvaluationSession> {
    return new EvaluationSession(await openSession(model, options), model.inputs)
  }

  /** `vectors` from `Stepper.vectors`, of the same graph's layouts. */
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
