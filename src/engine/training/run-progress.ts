import type { TrainingLine, TrainingRun } from '../../contract/training'
import { failWith } from '../../contract/errors'
import { message } from '../../messages/message'
import type { RunFolders } from './run-folders'

export interface TrainingRunsEvents {
  onRun(run: TrainingRun): void
  onLine(runId: string, line: TrainingLine): void
  /** A model was made. */
  onModel(): void
}

export function hasEnded({ state }: TrainingRun): boolean {
  return state === 'done' || state === 'cancelled'
}

export function cancelled(run: TrainingRun): TrainingRun {
  return { ...run, state: 'cancelled', message: message('training.cancelled'), secondsLeft: null }
}

export function isOnWorkers({ options }: TrainingRun): boolean {
  return options.on === 'workers'
}

/** @throws ContractError `unavailable` */
export function requireUnended(run: TrainingRun): TrainingRun {
  if (hasEnded(run)) {
    throw failWith('unavailable', message('training.startNew', { state: run.state }))
  }
  return run
}

/** What takes a run from a start or a resume to its end. */
export interface Attempt {
  readonly run: TrainingRun
  /** Resolves once it is at work. */
  begin(): Promise<void>
  /** Resolves when it has ended completely; never rejects. */
  whenEnded(): Promise<void>
  /** After the step that it is at. */
  pause(): Promise<void>
  /** For good; no further events. */
  stop(): Promise<void>
  /** The project is closed; no further events. */
  leave(): void
}

const NOTIFY_MILLISECONDS = 500

/** A run's record, kept up to date by the lines of its trainer. */
export class RunProgress {
  private readonly startedAt = Date.now()
  /** Seconds of earlier attempts. */
  private readonly spentBefore: number
  private isSilent = false
  private timer: NodeJS.Timeout | null = null

  constructor(
    private now: TrainingRun,
    private readonly folders: RunFolders,
    private readonly events: TrainingRunsEvents,
  ) {
    this.spentBefore = now.secondsSpent
  }

  get run(): TrainingRun {
    return this.now
  }

  /** No line and no event from now on. */
  silence(): void {
    this.isSilent = true
    this.clearTimer()
  }

  onTrainerLine(line: TrainingLine): void {
    if (this.isSilent) {
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

  async end(change: Partial<TrainingRun>): Promise<void> {
    this.update({ ...change, secondsLeft: null })
    await this.folders.store(this.now)
    this.clearTimer()
    this.events.onRun(this.now)
  }

  /** Its listeners hear of it at most twice a second. */
  update(change: Partial<TrainingRun>): void {
    const secondsSpent = this.spentBefore + (Date.now() - this.startedAt) / 1000
    this.now = { ...this.now, ...change, secondsSpent }
    this.timer ??= setTimeout(() => {
      this.timer = null
      if (!this.isSilent) {
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
