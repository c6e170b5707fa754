import { InferenceSession } from 'onnxruntime-node'
import type { ProviderName } from '../../contract/proposal'
import { readFile } from 'node:fs/promises'
import { checkModelFile, serializeModel, withDataInside, withDecomposedGelu } from '../../graph'
import type { ExternalData } from '../../graph'
import type { ModelSpec } from '../../graph/onnx'

export interface SessionOptions {
  provider: ProviderName
  /** Threads of the CPU provider for one operator. */
  threads: number
}

interface GraphTraits {
  /** Of few channels: the CPU's layout for networks, eight channels side by side, would compute what nobody reads. */
  isNarrow?: boolean
}

/**
 * A session of which every node runs on the named provider: where the runtime would silently put one on
 * the CPU instead, creation fails. @throws Error in ONNX Runtime's words.
 */
export async function createSession(
  model: Uint8Array,
  options: SessionOptions,
  { isNarrow = false }: GraphTraits = {},
): Promise<InferenceSession> {
  const { provider, threads } = options
  const isCpu = provider === 'cpu'
  return InferenceSession.create(model, {
    executionProviders: [provider],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    logSeverityLevel: 3,
    ...(isNarrow ? { graphOptimizationLevel: 'extended' } : {}),
    // DirectML asks for both (onnxruntime.ai, DirectML execution provider, configuration options)
    ...(provider === 'dml' ? { enableMemPattern: false, executionMode: 'sequential' } : {}),
    extra: {
      session: {
        // a model is several sessions, each with threads of its own: those that wait busily hold up the next
        intra_op: { allow_spinning: '0' },
        ...(isCpu ? {} : { disable_cpu_ep_fallback: '1' }),
      },
    },
  })
}

/** How the threads of a session wait between operators. */
export interface Waiting {
  /** Busily: sooner by a seventh for a short model, at the cost of what else computes meanwhile. Default false. */
  spins?: boolean
}

/**
 * A session of a model that was made elsewhere. Nodes that the provider lacks run on the CPU, as such models
 * hold some that only the CPU has. From bytes, and checked, so that the model can name no file beside it. A model
 * in ONNX Runtime's own format is not checked: its pack's SHA-256 is all that vouches for it.
 * @throws ModelFileError; Error in ONNX Runtime's or the system's words
 */
export async function createModelSession(
  path: string,
  options: SessionOptions,
  waiting: Waiting = {},
): Promise<InferenceSession> {
  const bytes = await readFile(path)
  if (!isRuntimeFormat(bytes)) {
    checkModelFile(bytes, path)
  }
  return createUncheckedSession(bytes, options, waiting)
}

/**
 * A session of a network of the user's own, as `createModelSession`, and never of the runtime's own format.
 * @param path for messages
 * @throws ModelFileError; Error in ONNX Runtime's words
 */
export async function createNetworkSession(
  bytes: Uint8Array,
  data: ExternalData | null,
  path: string,
  options: SessionOptions,
): Promise<InferenceSession> {
  const whole = data === null ? bytes : withDataInside(bytes, data, path)
  checkModelFile(whole, path)
  return createUncheckedSession(whole, options)
}

function createUncheckedSession(
  bytes: Uint8Array,
  { provider, threads }: SessionOptions,
  { spins = false }: Waiting = {},
): Promise<InferenceSession> {
  return InferenceSession.create(bytes, {
    executionProviders: provider === 'cpu' ? ['cpu'] : [provider, 'cpu'],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    logSeverityLevel: 3,
    ...(provider === 'dml' ? { enableMemPattern: false, executionMode: 'sequential' } : {}),
    // other processes of the same program compute beside this one
    ...(spins ? {} : { extra: { session: { intra_op: { allow_spinning: '0' } } } }),
  })
}

/** Source: onnxruntime/core/flatbuffers/schema/ort.fbs, file_identifier. */
function isRuntimeFormat(bytes: Buffer): boolean {
  return bytes.toString('latin1', 4, 8) === 'ORTM'
}

/**
 * A session of one of our own graphs, every node of it on the provider. WebGPU samples in no operator set that has
 * GELU, so that off the CPU this is written out. @throws Error in ONNX Runtime's words
 */
export async function createGraphSession(
  spec: ModelSpec,
  options: SessionOptions,
): Promise<InferenceSession> {
  const isCpu = options.provider === 'cpu'
  return createSession(serializeModel(isCpu ? spec : withDecomposedGelu(spec)), options)
}
