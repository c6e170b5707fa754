import { toFailure } from '../../contract/errors'
import type { ProviderName } from '../../contract/proposal'
import type { TrainingLine, TrainingRun } from '../../contract/training'
import { PROVIDER_TITLES } from '../../inference/providers'
import type { HostedProcess, ProcessHost } from '../../process/process-host'
import { deviceOfRun } from '../../training/fine-tuning/fine-tune-setup'
import { GOES_ON } from '../../training/fine-tuning/fine-tune-run'
import type { Trial } from '../../training/fine-tuning/trainer-contract'
import { readJob } from '../../training/run-folder'
import { chooseByTrials } from './provider-trials'
import type { RunFolders } from './run-folders'
import { TrainerProcess } from './trainer-process'
import type { TrainingOutcome } from './trainer-process'

export interface TrainingRunsEvents {
  onRun(run: TrainingRun): void
  onLine(runId: string, line: TrainingLine): void
  /** A model was made. */
  onModel(): void
}

const NOTIFY_MILLISECONDS = 500
/** A step that takes longer than this is not waited for. */
const PAUSE_MILLISECONDS = 30_000
/** A driver that takes longer for its first steps is none to train on. */
const TRIAL_MILLISECONDS = 120_000

export const INTERRUPTED = 'It was interrupted. Resume to go on from the last checkpoint.'

/**
 * One run from a start or a resume to its end, in a process of its own, whose lines update the run's record. Before it,
 * providers are tried in throw-away processes where one must be chosen. A process that ends while it trains on a device
 * is followed by one that trains on the processor.
 */
export class TrainingAttempt {
  /** Resolves when the attempt has ended completely; never rejects. */
  private ended: Promise<void> = Promise.resolve()
  private process: TrainerProcess
  private readonly startedAt = Date.now()
  /** Seconds of earlier attempts. */
  private readonly spentBefore: number
  private isStopping = false
  private isPausing = false
  /** Providers are being tried: nothing of that is kept. */
  private isTrying = false
  private timer: NodeJS.Timeout | null = null

  constructor(
    private now: TrainingRun,
    private readonly host: ProcessHost,
    hosted: HostedProcess,
    private readonly folders: RunFolders,
    private readonly events: TrainingRunsEvents,
    private readonly onEnd: () => void,
  ) {
    this.spentBefore = now.secondsSpent
    this.process = new TrainerProcess(hosted, (line) => this.onTrainerLine(line))
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
    this.ended = this.toEnd(folders.of(run.id))
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
    this.update({ message: 'Pausing after this step' })
    this.isPausing = true
    if (this.isTrying) {
      this.process.kill()
    } else {
      this.process.pause()
    }
    const timer = setTimeout(() => this.process.kill(), PAUSE_MILLISECONDS)
    await this.ended
    clearTimeout(timer)
  }

  /** Ends it at once; no further events. */
  async stop(): Promise<void> {
    this.isStopping = true
    this.clearTimer()
    this.process.kill()
    await this.ended
  }

  private release(): void {
    this.process.kill()
    this.onEnd()
  }

  private async toEnd(run: string): Promise<TrainingOutcome> {
    const outcome = await this.train(run, null)
    if (outcome !== 'undecided') {
      return outcome
    }
    const provider = await this.chooseProvider(run)
    if (provider === null) {
      return 'paused'
    }
    await this.startProcess()
    return this.train(run, provider)
  }

  private async train(run: string, provider: ProviderName | null): Promise<TrainingOutcome> {
    try {
      return await this.process.start(run, provider)
    } catch (error) {
      const device = deviceOfRun(run)
      if (toFailure(error).code !== 'disconnected' || device === null || this.isStopping || this.isPausing) {
        throw error
      }
      const message = `The training process ended while ${PROVIDER_TITLES[device]} trained. ${GOES_ON}`
      this.onTrainerLine({ type: 'notice', message })
      await this.startProcess()
      return this.process.start(run, 'cpu')
    }
  }

  /** Null where it was paused meanwhile. @throws ContractError where the processor cannot train either */
  private async chooseProvider(run: string): Promise<ProviderName | null> {
    const { device } = readJob(run)
    if (device === null) {
      return 'cpu'
    }
    this.isTrying = true
    try {
      const cpu = await this.tryProvider(run, 'cpu')
      const tried = await this.tryProvider(run, device).catch((error: unknown) => toFailure(error).message)
      const { provider, message } = chooseByTrials(device, cpu, tried)
      if (this.isPausing) {
        return null
      }
      this.onTrainerLine({ type: 'notice', message })
      return provider
    } catch (error) {
      if (this.isPausing) {
        return null
      }
      throw error
    } finally {
      this.isTrying = false
    }
  }

  private async tryProvider(run: string, provider: ProviderName): Promise<Trial> {
    const message = `Trying a few steps on ${PROVIDER_TITLES[provider]}`
    this.onTrainerLine({ type: 'phase', phase: 'measuring', message })
    await this.startProcess()
    return this.process.try(run, provider, TRIAL_MILLISECONDS)
  }

  /** In the place of the one before. */
  private async startProcess(): Promise<void> {
    this.process.kill()
    const hosted = await this.host.start('training')
    this.process = new TrainerProcess(hosted, (line) => this.onTrainerLine(line))
    if (this.isStopping || (this.isTrying && this.isPausing)) {
      this.process.kill()
    }
  }

  private onTrainerLine(line: TrainingLine): void {
    if (this.isStopping) {
      return
    }
    if (line.type === 'phase') {
      const { phase, message, done, total } = line
      const isNew = phase !== this.now.phase
      const count = done === undefined || total === undefined ? '' : `: ${done} of ${total}`
      this.update({ phase, message: `${message}${count}`, ...(isNew && { secondsLeft: null }) })
      if (isNew) {
        void this.folders.store(this.now)
      }
    } else if (line.type === 'step') {
      const { step, steps, secondsLeft } = line
      this.update({ phase: 'training', message: 'Training', step, steps, secondsLeft })
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
      message: verdict?.sentence ?? 'Done.',
      model: verdict?.after ?? null,
      verdict: verdict?.word ?? null,
    })
    await this.folders.removeWorkFiles(id, { keepsVerdict: true })
    this.events.onModel()
  }

  private paused(): Promise<void> {
    return this.end({ state: 'paused', message: 'Paused.' })
  }

  private async failed(error: unknown): Promise<void> {
    if (this.isStopping) {
      return
    }
    const failure = toFailure(error)
    const isLost = failure.code === 'disconnected'
    await this.end({
      state: isLost ? 'interrupted' : 'failed',
      message: isLost ? INTERRUPTED : failure.message,
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
