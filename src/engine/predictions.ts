import { createReadStream } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setImmediate } from 'node:timers/promises'
import { failWith } from '../contract/errors'
import type { PredictionOptions, PredictionReport } from '../contract/dataset'
import { IMPORTED_PREFIX } from '../contract/proposal'
import type { Proposal } from '../contract/proposal'
import { readPredictionsApart } from '../dataset/import/apart/apart'
import { requirePredictionFormat } from '../dataset/import/predictions/formats'
import { stagedPredictionSchema } from '../dataset/import/predictions/output'
import { makeUnpacked, removeLeftBehind } from '../dataset/left-behind'
import type { ProcessHost } from '../process/process-host'
import type { Session } from './session'
import { message } from '../messages/message'
import type { Message } from '../messages/message'

/** Proposals stored together: each batch waits once for the disk, and the engine looks after others between them. */
const STORED_AT_ONCE = 100

/** Folders of killed engines are found beside it. */
const TARGET = join(tmpdir(), 'deltascribe-predictions')

interface Running {
  host: ProcessHost
  progress: (done: number, total: number) => void
  /** Of the job, and of the closing of the project. */
  signal: AbortSignal
}

/**
 * Reads predictions in a process of its own and matches them to the pairs of the open project.
 * @param isPlan whether nothing is stored
 * @throws ContractError `invalid-input`; `conflict` where a pair has a proposal of this name that is not to be replaced;
 * `cancelled`
 */
export async function importPredictions(
  { project, pairChanged }: PredictionTarget,
  options: PredictionOptions,
  isPlan: boolean,
  { host, progress, signal }: Running,
): Promise<PredictionReport> {
  const { source, name, replaces } = options
  if (options.format !== null) {
    requirePredictionFormat(options.format)
  }
  await removeLeftBehind(TARGET)
  const folder = await makeUnpacked(tmpdir())
  try {
    const staged = join(folder.files, 'predictions.jsonl')
    const proposer = IMPORTED_PREFIX + name
    const reading = await readPredictionsApart(
      {
        source,
        format: options.format,
        imageList: options.imageList ?? null,
        listFile: options.listFile ?? null,
        folder: project.folder,
        storePath: project.storeAddress,
        proposer,
        staged,
      },
      { host, progress, signal },
    )
    const report = { ...reading, source, name, isStored: !isPlan }
    if (isPlan) {
      return report
    }
    if (reading.earlierCount > 0 && !replaces) {
      throw failWith('conflict', message('imports.replace', { name, count: reading.earlierCount }))
    }
    const made = {
      proposer,
      version: reading.version,
      madeAt: Date.now(),
      remarks: [message('imports.importedFrom', { name: basename(source) })],
    }
    const storing = { total: reading.pairCount, progress, signal, pairChanged }
    await storeStaged(project.store, staged, made, storing)
    return report
  } finally {
    await folder.remove()
  }
}

/** Parts of a session. */
interface PredictionTarget {
  project: Pick<Session['project'], 'folder' | 'storeAddress' | 'store'>
  pairChanged(pairId: number): void
}

async function storeStaged(
  store: PredictionTarget['project']['store'],
  path: string,
  made: Pick<Proposal, 'proposer' | 'version' | 'madeAt' | 'remarks'>,
  { total, progress, signal, pairChanged }: Storing,
): Promise<void> {
  let batch: Omit<Proposal, 'id'>[] = []
  let done = 0
  const storeBatch = async (): Promise<void> => {
    if (signal.aborted) {
      throw failWith('cancelled', cancellation(done, total))
    }
    store.addPredictions(batch)
    batch.forEach(({ pairId }) => pairChanged(pairId))
    done += batch.length
    batch = []
    // a later prediction for a pair may have superseded an earlier one
    progress(Math.min(done, total), total)
    await setImmediate()
  }
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    const prediction = stagedPredictionSchema.parse(JSON.parse(line))
    batch.push({ ...COMMON, ...made, ...prediction })
    if (batch.length >= STORED_AT_ONCE) {
      await storeBatch()
    }
  }
  await storeBatch()
}

interface Storing extends Pick<Running, 'progress' | 'signal'>, Pick<PredictionTarget, 'pairChanged'> {
  total: number
}

/** What a prediction of others does not have. */
const COMMON = {
  provider: 'cpu',
  milliseconds: {},
  alignment: null,
  links: [],
  agreement: null,
} as const satisfies Partial<Proposal>

function cancellation(done: number, total: number): Message {
  return done === 0 ? message('imports.nothingStored') : message('imports.partlyStored', { done, total })
}
