import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { syncFolder, writeDurably } from '../dataset/atomic'
import { parseSafetensors, SafetensorsError, writeSafetensors } from '../graph/safetensors'
import type { StoredTensor } from '../graph/safetensors'
import type { TrainingGraph, StateVector } from '../graph/training-graph'
import type { TrainingState } from './train-step'
import { message, MessageError } from '../messages/message'
import { sha256Hex } from '../process/sha256'

/**
 * A checkpoint is a folder `step-00000500` with `state.safetensors` (each parameter's values,
 * moments and average under `values/NAME`, `first/NAME`, ...) and `checkpoint.json`. It is written
 * under another name, flushed and renamed: a folder of that name is always whole.
 */
export interface Checkpoint {
  state: TrainingState
  /** Further state of the training loop: epoch, position in the data, scores. JSON values. */
  record: unknown
}

/** The message names the folder or file and what to do. */
export class CheckpointError extends MessageError {
  override readonly name = 'CheckpointError'
}

const FORMAT_VERSION = 1
const STATE_FILE = 'state.safetensors'
const RECORD_FILE = 'checkpoint.json'
const PARTIAL = '.partial'
const FOLDER_NAME = /^step-\d{8,}$/

const recordSchema = z.object({
  version: z.literal(FORMAT_VERSION),
  step: z.int().nonnegative(),
  pending: z.int().nonnegative(),
  sha256: z.string(),
  record: z.unknown(),
})

/** Writes below `parent`, keeps the newest `keep` checkpoints there and returns the new folder. */
export async function saveCheckpoint(
  parent: string,
  graph: TrainingGraph,
  { state, record }: Checkpoint,
  keep = 2,
): Promise<string> {
  const folder = join(parent, `step-${String(state.step).padStart(8, '0')}`)
  const draft = `${folder}${PARTIAL}`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true })
  const bytes = writeSafetensors(storedTensors(graph, state))
  const text = {
    version: FORMAT_VERSION,
    step: state.step,
    pending: state.pending,
    sha256: sha256Hex(bytes),
    record,
  }
  await writeDurably(join(draft, STATE_FILE), bytes)
  await writeDurably(join(draft, RECORD_FILE), `${JSON.stringify(text, null, 2)}\n`)
  await syncFolder(draft)
  await rm(folder, { recursive: true, force: true })
  await rename(draft, folder)
  await syncFolder(parent)
  await removeOthers(parent, basename(folder), keep)
  return folder
}

/** Newer ones too: they belong to a course that the run has left. So do drafts whose writing failed. */
async function removeOthers(parent: string, newest: string, keep: number): Promise<void> {
  const names = await checkpointNames(parent)
  const retained = new Set(names.filter((name) => name <= newest).slice(-keep))
  const drafts = (await readdir(parent)).filter(
    (name) => name.endsWith(PARTIAL) && FOLDER_NAME.test(name.slice(0, -PARTIAL.length)),
  )
  for (const name of [...names, ...drafts]) {
    if (!retained.has(name)) {
      await rm(join(parent, name), { recursive: true, force: true })
    }
  }
}

async function checkpointNames(parent: string): Promise<string[]> {
  const names = await readdir(parent).catch((): string[] => [])
  return names.filter((name) => FOLDER_NAME.test(name)).sort()
}

/**
 * The newest checkpoint below `parent` that can be read, with its folder; null where there is none at all.
 * @throws CheckpointError of the newest one where all are damaged or belong to another model
 */
export async function loadNewest(
  parent: string,
  graph: TrainingGraph,
): Promise<(Checkpoint & { folder: string }) | null> {
  let failure: CheckpointError | null = null
  for (const name of (await checkpointNames(parent)).toReversed()) {
    const folder = join(parent, name)
    try {
      return { ...(await loadCheckpoint(folder, graph)), folder }
    } catch (error) {
      if (!(error instanceof CheckpointError)) {
        throw error
      }
      failure ??= error
    }
  }
  if (failure !== null) {
    throw failure
  }
  return null
}

/** Throws a CheckpointError where the folder is damaged or belongs to another model. */
export async function loadCheckpoint(folder: string, graph: TrainingGraph): Promise<Checkpoint> {
  const { step, pending, sha256, record } = await readRecord(join(folder, RECORD_FILE))
  const path = join(folder, STATE_FILE)
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new CheckpointError(message('training.checkpointUnreadable', { path, reason: String(error) }))
  })
  if (sha256Hex(bytes) !== sha256) {
    throw new CheckpointError(message('training.checkpointChanged', { path }))
  }
  return { state: { step, pending, vectors: readVectors(path, bytes, graph) }, record }
}

async function readRecord(path: string): Promise<z.infer<typeof recordSchema>> {
  try {
    return recordSchema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    throw new CheckpointError(`${path} is not a checkpoint's record: ${String(error)}`)
  }
}

function readVectors(path: string, bytes: Uint8Array, graph: TrainingGraph): Map<string, Float32Array> {
  try {
    const { tensors } = parseSafetensors(bytes, path)
    return new Map(graph.state.map((vector) => [vector.name, joinVector(path, vector, tensors)]))
  } catch (error) {
    if (error instanceof SafetensorsError) {
      throw new CheckpointError(error.message)
    }
    throw error
  }
}

function storedTensors(graph: TrainingGraph, { vectors }: TrainingState): Map<string, StoredTensor> {
  const stored = new Map<string, StoredTensor>()
  for (const vector of graph.state) {
    const flat = vectors.get(vector.name)
    if (flat === undefined) {
      throw new CheckpointError(`the state lacks ${vector.name}`)
    }
    for (const { parameter, offset, length } of vector.layout.entries) {
      const values = flat.subarray(offset, offset + length)
      stored.set(storedName(vector, parameter.source.name), { shape: parameter.shape, values })
    }
  }
  return stored
}

function joinVector(
  path: string,
  vector: StateVector,
  tensors: ReadonlyMap<string, StoredTensor>,
): Float32Array {
  const flat = new Float32Array(vector.layout.length)
  const prefix = storedName(vector, '')
  // nothing is gathered between updates: a run may continue with more or fewer processes
  if (vector.kind === 'gradient' && ![...tensors.keys()].some((name) => name.startsWith(prefix))) {
    return flat
  }
  for (const { parameter, offset } of vector.layout.entries) {
    const name = storedName(vector, parameter.source.name)
    const tensor = tensors.get(name)
    const expected = parameter.shape.join(', ')
    if (tensor?.shape.join(', ') !== expected) {
      const has = tensor === undefined ? 'nothing' : `[${tensor.shape.join(', ')}]`
      throw new CheckpointError(
        `${path} belongs to another model: ${name} must be [${expected}], and the file has ${has}`,
      )
    }
    flat.set(tensor.values, offset)
  }
  return flat
}

/** `first/weights` and `stem.weight` make `first/stem.weight`: groups may differ between runs. */
function storedName({ name }: StateVector, parameter: string): string {
  return `${name.slice(0, name.indexOf('/'))}/${parameter}`
}
