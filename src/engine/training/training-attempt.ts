import { failWith, toFailure } from '../../contract/errors'
import type { TrainingLine, TrainingRun } from '../../contract/training'
import type { RunFolders } from './run-folders'
import type { TrainerProcesses } from './trainer-processes'
import { message, messageTextOf } from '../../messages/message'

export interface TrainingRunsEvents {
  onRun(run: TrainingRun): void
  onLine(runId: string, line: TrainingLine): void
  /** A model was made. */
  onModel(): void
}

const NOTIFY_MILLISECONDS = 500
/** A step that takes longer than this is not waited for. */
const PAUSE_MILLISECONDS = 30_000

export const interrupted = message('training.interrupted')

/** One run from a start or a resume to its end, in processes of its own, whose lines update the run's record. */
export class TrainingAttempt {
  /** Resolves when the attempt has ended completely; never rejects. */
  private ended: Promise<void> = Promise.resolve()
  private readonly startedAt = Date.now()
  /** Seconds of earlier attempts. */
  private readonly spentBefore: number
  private isStopping = false
  private timer: NodeJS.Timeout | null = null

  constructor(
    private now: TrainingRun,
    private readonly processes: TrainerProcesses,
    private readonly folders: RunFolders,
    private readonly events: TrainingRunsEvents,
    private readonly onEnd: () => void,
  ) {
    this.spentBefore = now.secondsSpent
  }

  get run(): TrainingRun {
    return this.now
  }

  /** Resolves once the process works. @throws errors of the disk */
  async begin(): Promise<void> {
    const { now: run, folders, events } = this
    try {
      await folders.write(run)
    } catch (error) {
      this.release()
      throw error
    }
    this.ended = this.processes
      .toEnd(folders.of(run.id))
      .then((outcome) => (outcome === 'done' ? this.done() : this.paused()))
      .catch((error: unknown) => this.failed(error))
      .finally(() => this.release())
    events.onRun(run)
  }

  whenEnded(): Promise<void> {
    return this.ended
  }

  /** After the step that it is at. */
  async pause(): Promise<void> {
    this.update({ message: message('training.pausing') })
    this.processes.pause()
    const timer = setTimeout(() => this.processes.kill(), PAUSE_MILLISECONDS)
    await this.ended
    clearTimeout(timer)
  }

  /** Ends it at once; no further events. */
  async stop(): Promise<void> {
    this.isStopping = true
    this.clearTimer()
    this.processes.kill()
    await this.ended
  }

  private release(): void {
    this.processes.kill()
    this.onEnd()
  }

  /** A line of its processes. */
  onTrainerLine(line: TrainingLine): void {
    if (this.isStopping) {
      return
    }
    if (line.type === 'phase') {
      const { phase, done, total } = line
      const isNew = phase !== this.now.phase
      const text =
        done === undefined || total === undefined
          ? line.message
          : message('training.progress', { phase: line.message, done, total })
      this.update({ phase, message: text, ...(isNew && { secondsLeft: null }) })
      if (isNew) {
        void this.folders.store(this.now)
      }
    } else if (line.type === 'step') {
      const { step, steps, secondsLeft } = line
      this.update({ phase: 'training', message: message('training.running'), step, steps, secondsLeft })
    }
    if (line.type !== 'phase') {
      this.folders.append(this.now.id, line)
    }
    if (line.type === 'score') {
      void this.folders.store(this.now)
    }
    this.events.onLine(this.now.id, line)
  }

  private async done(): Promise<void> {
    const { id } = this.now
    const verdict = this.folders.comparison(id)
    await this.end({
      state: 'done',
      message: verdict?.sentence ?? message('training.done'),
      model: verdict?.after ?? null,
      verdict: verdict?.word ?? null,
    })
    await this.folders.removeWorkFiles(id, { keepsVerdict: true })
    this.events.onModel()
  }

  private paused(): Promise<void> {
    return this.end({ state: 'paused', message: message('training.paused') })
  }

  private async failed(error: unknown): Promise<void> {
    if (this.isStopping) {
      return
    }
    const failure = toFailure(error)
    const isLost = failure.code === 'disconnected'
    await this.end({
      state: isLost ? 'interrupted' : 'failed',
      message: isLost ? interrupted : messageTextOf(error),
      failure: isLost ? null : failure,
    })
  }

  private async end(change: Partial<TrainingRun>): Promise<void> {
    this.update({ ...change, secondsLeft: null })
    await this.folders.store(this.now)
    this.clearTimer()
    this.events.onRun(this.now)
  }

  private update(change: Partial<TrainingRun>): void {
    const secondsSpent = this.spentBefore + (Date.now() - this.startedAt) / 1000
    this.now = { ...this.now, ...change, secondsSpent }
    this.timer ??= setTimeout(() => {
      this.timer = null
      if (!this.isStopping) {
        this.events.onRun(this.now)
      }
    }, NOTIFY_MILLISECONDS)
  }

  private clearTimer(): void {
    if (this.timer !== null) {
      clearTimeout(this.timer)
    }
    this.timer = null
  }
}

/** A run that was asked for, from then until its process works. One at a time: a second one is refused. */
export class PendingStart {
  private current: { readonly id: string; isStopped: boolean; readonly ended: Promise<void> } | null = null

  isOf(id: string): boolean {
    return this.current?.id === id
  }

  /** @throws ContractError `unavailable` while another start is under way; what `work` throws */
  async run<T>(id: string, work: () => Promise<T>): Promise<T> {
    if (this.current !== null) {
      throw runsAlready()
    }
    const started = work()
    const ended = started.then(noop, noop)
    this.current = { id, isStopped: false, ended }
    try {
      return await started
    } finally {
      this.current = null
    }
  }

  /** A start that is too late to abandon works when this resolves. */
  async abandon(id: string): Promise<void> {
    if (this.current?.id !== id) {
      return
    }
    this.current.isStopped = true
    await this.current.ended
  }

  /** @throws ContractError `cancelled` */
  requireNotStopped(): void {
    if (this.current?.isStopped === true) {
      throw failWith('cancelled', message('training.stoppedBefore'))
    }
  }
}

function noop(): void {}

export function runsAlready(): Error {
  return failWith('unavailable', message('training.otherIsRunning'))
}
