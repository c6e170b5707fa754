import { failWith } from '../../contract/errors'
import type { TrainingRun } from '../../contract/training'
import type { ModelComparison } from '../../contract/model-comparison'
import type { ProcessHost } from '../../process/process-host'
import { newRun } from './new-run'
import type { NewRun } from './new-run'
import { RunFolders, isLocked, lockRun, heldByOtherProgram } from './run-folders'
import type { RunLock } from './run-folders'
import { TrainerProcesses } from './trainer-processes'
import { interrupted, PendingStart, runsAlready, TrainingAttempt } from './training-attempt'
import type { TrainingRunsEvents } from './training-attempt'
import { message } from '../../messages/message'

/** The runs of one project, of which at most one is running. */
export class TrainingRuns {
  private readonly folders: RunFolders
  private active: TrainingAttempt | null = null
  private readonly starting = new PendingStart()
  /** Of the run that is starting or running. */
  private lock: RunLock | null = null
  private isClosed = false

  /** @param parent the folder of all runs */
  constructor(
    parent: string,
    private readonly host: ProcessHost,
    private readonly events: TrainingRunsEvents,
  ) {
    this.folders = new RunFolders(parent)
  }

  list(): TrainingRun[] {
    return this.folders.list().map((run) => this.withCurrentState(run))
  }

  /** @throws ContractError `not-found` */
  get(id: string): TrainingRun {
    return this.withCurrentState(this.folders.read(id))
  }

  /** @throws ContractError `not-found` for what no run is called */
  folderOf(id: string): string {
    return this.folders.of(id)
  }

  /** Ids of the models that unfinished runs will write. */
  reservedIds(): string[] {
    return this.folders
      .list()
      .filter(({ state }) => state !== 'done' && state !== 'cancelled')
      .flatMap(({ id }) => this.folders.modelOf(id) ?? [])
  }

  /**
   * @throws ContractError `unavailable` where another one runs; `cancelled` once closed, or cancelled or paused
   * before it is at work; `cannot-write`
   */
  start(given: NewRun): Promise<TrainingRun> {
    const id = this.folders.newId()
    return this.starting.run(id, async () => {
      await this.requireIdle()
      return this.create(id, given)
    })
  }

  private async create(id: string, given: NewRun): Promise<TrainingRun> {
    const { options, items, job, onCreated } = given
    const run = newRun(id, given)
    await this.folders.create(run, items, { ...job, options })
    try {
      this.requireOpen()
      onCreated?.()
    } catch (error) {
      await this.folders.remove(run.id)
      throw error
    }
    return this.launch(run.id, () => run)
  }

  /**
   * @throws ContractError `not-found`; `unavailable` where it has ended, another one runs, or another program trains
   * it; `cancelled` as `start`
   */
  async resume(id: string): Promise<TrainingRun> {
    const run = requireUnended(this.get(id))
    if (this.active?.run.id === id && run.state === 'running') {
      return run
    }
    return this.starting.run(id, async () => {
      await this.requireIdle()
      return this.launch(id, () => {
        const waiting = requireUnended(this.folders.read(id)) // another program may have gone on meanwhile
        return { ...waiting, state: 'running', message: message('training.resuming'), failure: null }
      })
    })
  }

  /** Answers when it stands. @throws ContractError `not-found`; `unavailable` where another program trains it */
  async pause(id: string): Promise<TrainingRun> {
    await this.starting.abandon(id)
    if (this.active?.run.id === id) {
      await this.active.pause()
    }
    const run = this.get(id)
    if (run.state === 'running') {
      throw heldByOtherProgram()
    }
    return run
  }

  /** @throws ContractError `not-found`; `unavailable` where another program trains it */
  async cancel(id: string): Promise<TrainingRun> {
    const run = this.get(id)
    if (hasEnded(run)) {
      return run
    }
    await this.starting.abandon(id)
    if (this.active?.run.id === id) {
      await this.active.stop()
    }
    const lock = lockRun(this.folders.of(id))
    try {
      const last = this.folders.read(id)
      if (hasEnded(last)) {
        return last
      }
      const text = message('training.cancelled')
      const ended: TrainingRun = { ...run, state: 'cancelled', message: text, secondsLeft: null }
      await this.folders.write(ended)
      await this.folders.removeWorkFiles(id, { keepsVerdict: false })
      this.events.onRun(ended)
      return ended
    } finally {
      lock.release()
    }
  }

  /**
   * One that is forgotten already stays so. @throws ContractError `not-found` for what no run is called; `unavailable`
   * while it runs, here or in another program
   */
  async forget(id: string): Promise<TrainingRun[]> {
    if (!this.folders.has(id)) {
      return this.list()
    }
    const run = this.get(id)
    const isActive = this.active?.run.id === id
    if (this.starting.isOf(id) || (isActive && run.state === 'running')) {
      throw failWith('unavailable', message('training.runIsRunning'))
    }
    if (isActive) {
      await this.active?.whenEnded()
    }
    lockRun(this.folders.of(id)).release() // Windows removes no file that is open
    await this.folders.remove(id)
    return this.list()
  }

  comparison(id: string): ModelComparison | null {
    return this.folders.comparison(id)
  }

  /** Ends what runs; it can be resumed. */
  close(): void {
    this.isClosed = true
    void this.active?.stop()
    this.active = null
    this.lock?.release()
  }

  /** A run in state `running` that no program trains was interrupted with its process. */
  private withCurrentState(run: TrainingRun): TrainingRun {
    if (run.id === this.active?.run.id) {
      return this.active.run
    }
    if (run.state !== 'running') {
      return run
    }
    return isLocked(this.folders.of(run.id))
      ? { ...run, message: message('training.elsewhere') }
      : { ...run, state: 'interrupted', message: interrupted }
  }

  /** A run that has just ended may still be clearing up. */
  private async requireIdle(): Promise<void> {
    if (this.active !== null && this.active.run.state !== 'running') {
      await this.active.whenEnded()
    }
    if (this.active !== null) {
      throw runsAlready()
    }
    this.requireOpen()
  }

  private requireOpen(): void {
    if (this.isClosed) {
      throw failWith('cancelled', message('training.closedBefore'))
    }
  }

  private requireNotStopped(): void {
    this.requireOpen()
    this.starting.requireNotStopped()
  }

  /** @param prepare called once the lock is held */
  private async launch(id: string, prepare: () => TrainingRun): Promise<TrainingRun> {
    this.lock = lockRun(this.folders.of(id))
    try {
      return await this.startAttempt(prepare())
    } catch (error) {
      this.lock.release()
      throw error
    }
  }

  private async startAttempt(run: TrainingRun): Promise<TrainingRun> {
    const hosted = await this.host.start('training')
    try {
      this.requireNotStopped()
    } catch (error) {
      hosted.kill()
      throw error
    }
    const processes = new TrainerProcesses(this.host, hosted, (line) => attempt.onTrainerLine(line))
    const attempt = new TrainingAttempt(run, processes, this.folders, this.events, () => {
      if (this.active === attempt) {
        this.active = null
      }
      this.lock?.release()
    })
    this.active = attempt
    await attempt.begin()
    return run
  }
}

function hasEnded({ state }: TrainingRun): boolean {
  return state === 'done' || state === 'cancelled'
}

/** @throws ContractError `unavailable` */
function requireUnended(run: TrainingRun): TrainingRun {
  if (hasEnded(run)) {
    throw failWith('unavailable', message('training.startNew', { state: run.state }))
  }
  return run
}
