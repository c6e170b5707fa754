import { InferenceSession } from 'onnxruntime-node'
import type { Precision, ProviderName } from '../../contract/proposal'
import { readFile } from 'node:fs/promises'
import {
  checkModelFile,
  inHalfPrecision,
  serializeModel,
  withDataInside,
  withDecomposedGelu,
} from '../../graph'
import type { ExternalData } from '../../graph'
import type { ModelSpec } from '../../graph/onnx'
import { localSession } from './graph-session'
import type { GraphSession, GraphSource, GraphTraits } from './graph-session'
import { RowSession, RunQueue } from './row-session'

/** What sessions of this thread run with, whatever they run on. */
export interface SessionRuntime {
  /** Threads of the CPU provider for one operator. */
  threads: number
  /** Runs what is not for the CPU, for several threads; absent where this thread runs all itself. */
  device?: SharedDevice | undefined
}

export interface SessionOptions extends SessionRuntime {
  provider: ProviderName
  /** Of our own graphs. Default: full. */
  precision?: Precision | undefined
}

/** A device that several threads of a process share. */
export interface SharedDevice {
  /** @throws Error in ONNX Runtime's words */
  open(source: GraphSource, provider: ProviderName): Promise<GraphSession>
}

/** A file that ONNX Runtime opens in this thread. @throws Error in ONNX Runtime's words */
export async function openFile(
  file: Uint8Array,
  { provider, threads }: Pick<SessionOptions, 'provider' | 'threads'>,
  { isNarrow = false, mayFallBack = false, spins = false }: GraphTraits,
): Promise<GraphSession> {
  const isCpu = provider === 'cpu'
  const session = await InferenceSession.create(file, {
    executionProviders: isCpu || !mayFallBack ? [provider] : [provider, 'cpu'],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    logSeverityLevel: 3,
    ...(isNarrow ? { graphOptimizationLevel: 'extended' } : {}),
    // DirectML asks for both (onnxruntime.ai, DirectML execution provider, configuration options)
    ...(provider === 'dml' ? { enableMemPattern: false, executionMode: 'sequential' } : {}),
    extra: {
      session: {
        // a model is several sessions, each with threads of its own: those that wait busily hold up the next
        ...(spins ? {} : { intra_op: { allow_spinning: '0' } }),
        ...(isCpu || mayFallBack ? {} : { disable_cpu_ep_fallback: '1' }),
      },
    },
  })
  return localSession(session)
}

/** Of this thread. */
const ownRuns = new RunQueue()

/** @throws Error in ONNX Runtime's words */
export async function openSource(source: GraphSource, options: SessionOptions): Promise<GraphSession> {
  const { provider, device } = options
  if (provider !== 'cpu' && device !== undefined) {
    return device.open(source, provider)
  }
  const open = (file: Uint8Array): Promise<GraphSession> => openFile(file, options, source.traits)
  return source.batches === 'none'
    ? open(await source.file(null))
    : RowSession.open({ source, isCpu: provider === 'cpu', queue: ownRuns, open })
}

function openWhole(
  file: Uint8Array,
  options: SessionOptions,
  traits: GraphTraits = {},
): Promise<GraphSession> {
  return openSource({ file: () => file, batches: 'none', mostRows: 1, traits }, options)
}

/**
 * A session of which every node runs on the named provider: where the runtime would silently put one on
 * the CPU instead, creation fails. @throws Error in ONNX Runtime's words.
 */
export function createSession(
  model: Uint8Array,
  options: SessionOptions,
  traits: Pick<GraphTraits, 'isNarrow'> = {},
): Promise<GraphSession> {
  return openWhole(model, options, traits)
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
  traits: Pick<GraphTraits, 'spins'> = {},
): Promise<GraphSession> {
  const bytes = await readFile(path)
  if (!isRuntimeFormat(bytes)) {
    checkModelFile(bytes, path)
  }
  return openWhole(bytes, options, { ...traits, mayFallBack: true })
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
): Promise<GraphSession> {
  const whole = data === null ? bytes : withDataInside(bytes, data, path)
  checkModelFile(whole, path)
  return openWhole(whole, options, { mayFallBack: true })
}

/** Source: onnxruntime/core/flatbuffers/schema/ort.fbs, file_identifier. */
function isRuntimeFormat(bytes: Buffer): boolean {
  return bytes.toString('latin1', 4, 8) === 'ORTM'
}

/**
 * A session of one of our own graphs, every node of it on the provider. WebGPU samples in no operator set that has
 * GELU, so that off the CPU this is written out. @throws Error in ONNX Runtime's words
 */
export function createGraphSession(spec: ModelSpec, options: SessionOptions): Promise<GraphSession> {
  return openWhole(fileFor(spec, options), options)
}

/** A graph whose first axis is a batch, and that takes any number of rows on every provider, `mostRows` at once. */
export function createRowSession(
  spec: ModelSpec,
  options: SessionOptions,
  mostRows: number,
): Promise<GraphSession> {
  const file = (): Uint8Array => fileFor(spec, options)
  return openSource({ file, batches: 'any', mostRows, traits: {} }, options)
}

/**
 * A graph whose first axis is a batch: rows that are asked for at the same time run together.
 * @param build the graph for a batch of so many rows; null for any number, which only the CPU takes
 * @param mostRows of one run
 */
export function createBatchSession(
  build: (rows: number | null) => ModelSpec,
  options: SessionOptions,
  mostRows: number,
): Promise<GraphSession> {
  const file = (rows: number | null): Uint8Array => fileFor(build(rows), options)
  return openSource({ file, batches: 'sized', mostRows, traits: {} }, options)
}

function fileFor(spec: ModelSpec, { provider, precision = 'full' }: SessionOptions): Uint8Array {
  const own = provider === 'cpu' ? spec : withDecomposedGelu(spec)
  return serializeModel(precision === 'half' ? inHalfPrecision(own) : own)
}
