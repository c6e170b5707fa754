import { failWith, toFailure } from '../../contract/errors'
import type { TrainingLine, TrainingRun } from '../../contract/training'
import type { RunFolders } from './run-folders'
import { RunProgress } from './run-progress'
import type { Attempt, TrainingRunsEvents } from './run-progress'
import { TrainerProcesses } from './trainer-processes'
import type { ProcessHost } from '../../process/process-host'
import { message, messageTextOf } from '../../messages/message'

/** A step that takes longer than this is not waited for. */
const PAUSE_MILLISECONDS = 30_000

export const interrupted = message('training.interrupted')

/** One run from a start or a resume to its end, in processes of its own, whose lines update the run's record. */
class TrainingAttempt implements Attempt {
  /** Resolves when the attempt has ended completely; never rejects. */
  private ended: Promise<void> = Promise.resolve()
  private readonly progress: RunProgress
  private isStopping = false

  constructor(
    run: TrainingRun,
    private readonly processes: TrainerProcesses,
    private readonly folders: RunFolders,
    private readonly events: TrainingRunsEvents,
    private readonly onEnd: () => void,
  ) {
    this.progress = new RunProgress(run, folders, events)
  }

  get run(): TrainingRun {
    return this.progress.run
  }

  /** Resolves once the process works. @throws errors of the disk */
  async begin(): Promise<void> {
    const { run, folders, events } = this
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

  async pause(): Promise<void> {
    this.progress.update({ message: message('training.pausing') })
    this.processes.pause()
    const timer = setTimeout(() => this.processes.kill(), PAUSE_MILLISECONDS)
    await this.ended
    clearTimeout(timer)
  }

  async stop(): Promise<void> {
    this.isStopping = true
    this.progress.silence()
    this.processes.kill()
    await this.ended
  }

  /** It is interrupted, and can be resumed. */
  leave(): void {
    void this.stop()
  }

  private release(): void {
    this.processes.kill()
    this.onEnd()
  }

  /** A line of its processes. */
  onTrainerLine(line: TrainingLine): void {
    this.progress.onTrainerLine(line)
  }

  private async done(): Promise<void> {
    const { id } = this.run
    const verdict = this.folders.comparison(id)
    await this.progress.end({
      state: 'done',
      message: verdict?.sentence ?? message('training.done'),
      model: verdict?.after ?? null,
      verdict: verdict?.word ?? null,
    })
    await this.folders.removeWorkFiles(id, { keepsVerdict: true })
    this.events.onModel()
  }

  private paused(): Promise<void> {
    return this.progress.end({ state: 'paused', message: message('training.paused') })
  }

  private async failed(error: unknown): Promise<void> {
    if (this.isStopping) {
      return
    }
    const failure = toFailure(error)
    const isLost = failure.code === 'disconnected'
    await this.progress.end({
      state: isLost ? 'interrupted' : 'failed',
      message: isLost ? interrupted : messageTextOf(error),
      failure: isLost ? null : failure,
    })
  }
}

interface HereNeeds {
  readonly host: ProcessHost
  readonly folders: RunFolders
  readonly events: TrainingRunsEvents
  /** Throws where it was stopped before it is at work. */
  readonly requireWanted: () => void
  readonly onEnd: () => void
}

/** An attempt on this machine, whose first process is there. @throws what `requireWanted` throws */
export async function attemptHere(run: TrainingRun, needs: HereNeeds): Promise<Attempt> {
  const { host, folders, events, requireWanted, onEnd } = needs
  const hosted = await host.start('training')
  try {
    requireWanted()
  } catch (error) {
    hosted.kill()
    throw error
  }
  const processes = new TrainerProcesses(host, hosted, (line) => attempt.onTrainerLine(line))
  const attempt = new TrainingAttempt(run, processes, folders, events, onEnd)
  return attempt
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
