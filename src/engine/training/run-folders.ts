import pLimit from 'p-limit'
import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { failWith, ContractError } from '../../contract/errors'
import { modelComparisonSchema } from '../../contract/model-comparison'
import type { TrainingLine, TrainingRun } from '../../contract/training'
import type { ModelComparison } from '../../contract/model-comparison'
import { trainingFailure } from '../../training/fine-tuning/failure'
import type { CorrectedPair } from '../../training/data/corrected-pair'
import { readJob, readOptional, RUN_FILES } from '../../training/run-folder'
import type { FineTuneJob } from '../../training/run-folder'
import { appendLine, readRun, readRuns, removeWorkFiles, writeRun } from './run-record'
import { trainingJobSchema } from '../../queue/training-job'
import type { TrainingJob } from '../../queue/training-job'
import { FileBusy, isFileLocked, lockFile } from '../../store/file-lock'
import type { FileLock } from '../../store/file-lock'
import { message, messageTextOf, messageFields } from '../../messages/message'

/** The folders of a project's training runs, each with its record. */
export class RunFolders {
  /** Records are written one after the other, so that the last one stays. */
  private readonly inTurn = pLimit(1)

  /** @param parent the folder of all runs */
  constructor(private readonly parent: string) {}

  /** @throws ContractError `not-found` for an id that no run can have */
  of(id: string): string {
    if (!/^[a-z0-9-]+$/.test(id)) {
      throw failWith('not-found', message('training.none'))
    }
    return join(this.parent, id)
  }

  /** Newest first. */
  list(): TrainingRun[] {
    return readRuns(this.parent)
  }

  /** @throws ContractError `not-found` */
  read(id: string): TrainingRun {
    const run = readRun(this.of(id))
    if (run === null) {
      throw failWith('not-found', message('training.noneHere', { id }))
    }
    return run
  }

  /** @throws ContractError `not-found` for an id that no run can have */
  has(id: string): boolean {
    return readRun(this.of(id)) !== null
  }

  /** Unique over all runs of all projects: a model names by it the run that made it. */
  newId(): string {
    const now = new Date().toISOString().replaceAll(/[-:]/g, '').slice(0, 15).replace('T', '-')
    return `${now}-${randomBytes(4).toString('hex')}`
  }

  /** Writes all that the trainer needs, or nothing. @throws ContractError `cannot-write` */
  async create(
    run: TrainingRun,
    items: readonly CorrectedPair[],
    job: FineTuneJob,
    asked?: Omit<TrainingJob, 'run'>,
  ): Promise<void> {
    const folder = this.of(run.id)
    try {
      mkdirSync(folder, { recursive: true })
      const lines = items.map((item) => `${JSON.stringify(item)}\n`)
      writeFileSync(join(folder, RUN_FILES.items), lines.join(''))
      writeFileSync(join(folder, RUN_FILES.job), JSON.stringify(job))
      if (asked !== undefined) {
        writeFileSync(join(folder, ASKED_FILE), JSON.stringify({ ...asked, run: run.id }))
      }
      await writeRun(folder, run)
    } catch (error) {
      await rm(folder, { recursive: true, force: true }).catch(() => undefined)
      throw trainingFailure(error)
    }
  }

  write(run: TrainingRun): Promise<void> {
    return this.inTurn(() => writeRun(this.of(run.id), run))
  }

  /** Never throws: the run itself uses the same disk, and reports its errors. */
  async store(run: TrainingRun): Promise<void> {
    await this.write(run).catch(() => undefined)
  }

  /** Never throws, as `store`. */
  append(id: string, line: TrainingLine): void {
    appendLine(this.of(id), line)
  }

  /** Id of the model that it makes; null if its job cannot be read. */
  modelOf(id: string): string | null {
    try {
      return readJob(this.of(id)).id
    } catch {
      return null
    }
  }

  /** What a worker is asked for. @throws FineTuneError; ContractError `not-found` where there is no such file */
  asked(id: string): TrainingJob {
    const asked = readOptional(join(this.of(id), ASKED_FILE), trainingJobSchema)
    if (asked === null) {
      throw failWith('not-found', message('training.noneHere', { id }))
    }
    return asked
  }

  comparison(id: string): ModelComparison | null {
    return readOptional(join(this.of(id), RUN_FILES.verdict), modelComparisonSchema)
  }

  /** Removes the files for resuming the run; its record and curves stay. */
  removeWorkFiles(id: string, options: { keepsVerdict: boolean }): Promise<void> {
    return removeWorkFiles(this.of(id), options)
  }

  async remove(id: string): Promise<void> {
    await rm(this.of(id), { recursive: true, force: true })
  }
}

export type RunLock = FileLock

const LOCK_FILE = 'lock'
/** Of a run by a worker. */
const ASKED_FILE = 'asked.json'

/**
 * Locks a run's folder for this program until it is released or the program ends. A lock of a program that has ended,
 * however it ended, does not count.
 * @throws ContractError `unavailable` if another holds it; `cannot-write`
 */
export function lockRun(folder: string): RunLock {
  const path = join(folder, LOCK_FILE)
  try {
    return lockFile(path)
  } catch (error) {
    if (error instanceof FileBusy) {
      throw heldByOtherProgram()
    }
    const text = message('training.leftAsItIs', { path, reason: messageTextOf(error) })
    throw new ContractError({ code: 'cannot-write', path, ...messageFields(text) })
  }
}

/** Whether a program holds the lock, this one included. */
export function isLocked(folder: string): boolean {
  return isFileLocked(join(folder, LOCK_FILE))
}

export function heldByOtherProgram(): ContractError {
  return failWith('unavailable', message('training.heldElsewhere'))
}
