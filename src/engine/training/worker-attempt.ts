import { setTimeout as wait } from 'node:timers/promises'
import { failWith, toFailure } from '../../contract/errors'
import type { TrainingRun } from '../../contract/training'
import { message, messageIn, messageTextOf } from '../../messages/message'
import { trainingQueueOf } from '../../queue/training-job'
import { WorkerRuns } from '../../queue/worker-runs'
import type { WorkerRun } from '../../queue/worker-runs'
import { WorkQueue } from '../../queue/work-queue'
import { DatabaseAway } from '../../store/postgres/postgres-error'
import type { StoreAddress } from '../../store/store-address'
import { bringResult } from './bring-result'
import type { ImportTrained } from './bring-result'
import type { RunFolders } from './run-folders'
import { RunProgress } from './run-progress'
import type { Attempt, TrainingRunsEvents } from './run-progress'

/** Between two looks at what the worker has sent. */
const LOOK_MILLISECONDS = 1000
const LINES_AT_ONCE = 500
/** A stop of a worker counts as a try, and a long run may see many. */
const RETRIES = { most: 20, seconds: 5 }

interface Needs {
  readonly place: StoreAddress
  readonly folders: RunFolders
  readonly events: TrainingRunsEvents
  readonly importTrained: ImportTrained
}

/** Follows a run that a worker does: it keeps the worker's lines, and brings the model at the end. */
export class WorkerAttempt implements Attempt {
  private ended: Promise<void> = Promise.resolve()
  private readonly progress: RunProgress
  private readonly leaver = new AbortController()
  private queue: WorkQueue | null = null

  constructor(
    run: TrainingRun,
    private readonly needs: Needs,
    private readonly onEnd: () => void,
  ) {
    this.progress = new RunProgress(run, needs.folders, needs.events)
  }

  get run(): TrainingRun {
    return this.progress.run
  }

  /** Resolves once it is asked for. @throws ContractError `unavailable`; errors of the disk */
  async begin(): Promise<void> {
    const { run } = this
    const { folders, events, place } = this.needs
    try {
      await folders.write(run)
      this.queue = await WorkQueue.open(place)
      const runs = new WorkerRuns(this.queue)
      await runs.open()
      await this.ask(this.queue, runs)
      this.ended = this.follow(runs)
        .catch((error: unknown) => this.failed(error))
        .finally(() => this.release())
    } catch (error) {
      await this.release()
      throw error
    }
    events.onRun(run)
  }

  whenEnded(): Promise<void> {
    return this.ended
  }

  async pause(): Promise<void> {
    if (this.queue !== null) {
      await new WorkerRuns(this.queue).pause(this.run.id)
      this.progress.update({ message: message('training.pausing') })
    }
    await this.ended
  }

  async stop(): Promise<void> {
    this.leave()
    await this.ended
  }

  /** The worker goes on; who opens the project next follows it. */
  leave(): void {
    this.progress.silence()
    this.leaver.abort()
  }

  private async release(): Promise<void> {
    await this.queue?.close()
    this.onEnd()
  }

  /** One that a worker has, or that waits, is not asked for again. */
  private async ask(queue: WorkQueue, runs: WorkerRuns): Promise<void> {
    const asked = this.needs.folders.asked(this.run.id)
    await runs.want(asked.run)
    const known = await runs.read(asked.run)
    if (known?.state !== 'done' && !isOpen(known)) {
      await queue.insert([
        { queue: trainingQueueOf(asked.from), key: asked.run, data: asked, retries: RETRIES },
      ])
    }
  }

  private async follow(runs: WorkerRuns): Promise<void> {
    const { signal } = this.leaver
    while (!signal.aborted) {
      try {
        if (await this.look(runs)) {
          return
        }
      } catch (error) {
        // it comes back, or the run is paused or cancelled
        if (!(error instanceof DatabaseAway)) {
          throw error
        }
      }
      await wait(LOOK_MILLISECONDS, null, { signal }).catch(() => undefined)
    }
  }

  /** Whether the run has ended. */
  private async look(runs: WorkerRuns): Promise<boolean> {
    const { id } = this.run
    // the row first: all lines of its time are there then
    const row = await runs.read(id)
    await this.takeLines(runs)
    if (this.leaver.signal.aborted) {
      return true
    }
    const change = endOf(row)
    if (change !== null) {
      await this.progress.end(change)
      return true
    }
    if (row?.state === 'done') {
      await this.done(runs, row)
      return true
    }
    if (row?.state === 'waiting' && row.wanted === 'run') {
      this.progress.update({ message: message('training.waitsForWorker') })
    }
    return false
  }

  private async takeLines(runs: WorkerRuns): Promise<void> {
    const { id } = this.run
    for (;;) {
      const some = await runs.lines(id, LINES_AT_ONCE)
      const last = some.at(-1)
      if (last === undefined || this.leaver.signal.aborted) {
        return
      }
      some.forEach(({ line }) => line !== null && this.progress.onTrainerLine(line))
      await runs.dropLines(id, last.number)
    }
  }

  private async done(runs: WorkerRuns, { files }: WorkerRun): Promise<void> {
    const { id } = this.run
    const { folders, events, importTrained } = this.needs
    this.progress.update({ phase: 'saving', message: message('training.bringing') })
    const folder = folders.of(id)
    const verdict = await bringResult({ runs, run: id, files: files ?? [], folder, importTrained })
    if (this.leaver.signal.aborted) {
      return
    }
    await this.progress.end({
      state: 'done',
      message: verdict.sentence,
      model: verdict.after,
      verdict: verdict.word,
    })
    await runs.remove(id)
    events.onModel()
  }

  private async failed(error: unknown): Promise<void> {
    if (this.leaver.signal.aborted) {
      return
    }
    await this.progress.end({ state: 'failed', message: messageTextOf(error), failure: toFailure(error) })
  }
}

function isOpen(row: WorkerRun | null): boolean {
  return row !== null && ['created', 'retry', 'active'].includes(row.job ?? '')
}

/** How a run ended without a result; null where it goes on, or is done. */
function endOf(row: WorkerRun | null): Partial<TrainingRun> | null {
  if (row === null) {
    return { state: 'interrupted', message: message('training.workersForgot') }
  }
  const isPaused = row.state === 'paused' || (row.wanted === 'pause' && row.job !== 'active')
  if (isPaused && row.state !== 'done' && row.state !== 'failed') {
    return { state: 'paused', message: message('training.paused') }
  }
  if (row.state === 'failed' && row.failure !== null) {
    return { state: 'failed', message: messageIn(row.failure), failure: row.failure }
  }
  if (row.state === 'done' || isOpen(row)) {
    return null
  }
  const { reason } = row
  const text =
    reason === null ? message('training.workersForgot') : message('training.workersGaveUp', { reason })
  const { failure } = failWith('unavailable', text)
  return { state: 'failed', message: text, failure }
}
