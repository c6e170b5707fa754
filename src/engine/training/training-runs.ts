import { failWith } from '../../contract/errors'
import type { TrainingRun } from '../../contract/training'
import type { ModelComparison } from '../../contract/model-comparison'
import type { ProcessHost } from '../../process/process-host'
import { newRun } from './new-run'
import type { NewRun } from './new-run'
import { RunFolders, isLocked, lockRun, heldByOtherProgram } from './run-folders'
import type { RunLock } from './run-folders'
import { attemptHere, interrupted, PendingStart, runsAlready } from './training-attempt'
import { cancelled, hasEnded, isOnWorkers, requireUnended } from './run-progress'
import type { Attempt, TrainingRunsEvents } from './run-progress'
import type { WorkerTrainings } from './worker-trainings'
import { message } from '../../messages/message'

/** The runs of one project, of which at most one is running. */
export class TrainingRuns {
  private readonly folders: RunFolders
  private readonly onWorkers: WorkerTrainings | null
  private active: Attempt | null = null
  private readonly starting = new PendingStart()
  /** Of the run that is starting or running. */
  private lock: RunLock | null = null
  private isClosed = false

  /** @param parent the folder of all runs; @param onWorkers runs by workers, null where there can be none */
  constructor(
    parent: string,
    private readonly host: ProcessHost,
    private readonly events: TrainingRunsEvents,
    onWorkers: ((folders: RunFolders) => WorkerTrainings) | null = null,
  ) {
    this.folders = new RunFolders(parent)
    this.onWorkers = onWorkers?.(this.folders) ?? null
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
    const { id = this.folders.newId() } = given
    return this.starting.run(id, async () => {
      await this.requireIdle()
      return this.create(id, given)
    })
  }

  private async create(id: string, given: NewRun): Promise<TrainingRun> {
    const { options, items, job, asked, onCreated } = given
    const run = newRun(id, given)
    await this.folders.create(run, items, { ...job, options }, asked)
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

  /** @throws ContractError `not-found`; `unavailable` where another program trains it, or workers cannot be told */
  async cancel(id: string): Promise<TrainingRun> {
    const run = this.get(id)
    if (hasEnded(run)) {
      return run
    }
    await this.starting.abandon(id)
    const { active } = this
    if (active?.run.id === id) {
      // first: where they cannot be told, it goes on
      await this.onWorkers?.remove(run)
      await active.stop()
    }
    const lock = lockRun(this.folders.of(id))
    try {
      const last = this.folders.read(id)
      if (hasEnded(last)) {
        return last
      }
      await this.onWorkers?.remove(run)
      const ended = cancelled(run)
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
    await this.onWorkers?.remove(run)
    await this.folders.remove(id)
    return this.list()
  }

  comparison(id: string): ModelComparison | null {
    return this.folders.comparison(id)
  }

  /** Goes on to follow a run that a worker has, as it was when the project was closed. Never throws. */
  async followWorkers(): Promise<void> {
    const open = this.folders.list().find((run) => run.state === 'running' && isOnWorkers(run))
    if (open !== undefined && this.onWorkers !== null) {
      // another program that follows it goes on
      await this.resume(open.id).catch(() => undefined)
    }
  }

  /** Ends what runs here, which can be resumed; workers go on. */
  close(): void {
    this.isClosed = true
    this.active?.leave()
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
    const isOpen = isOnWorkers(run)
    return isOpen || isLocked(this.folders.of(run.id))
      ? { ...run, message: isOpen ? run.message : message('training.elsewhere') }
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
    const { host, folders, events, onWorkers } = this
    const onEnd = (): void => {
      if (this.active === attempt) {
        this.active = null
      }
      this.lock?.release()
    }
    const requireWanted = (): void => {
      this.requireOpen()
      this.starting.requireNotStopped()
    }
    const attempt: Attempt =
      onWorkers !== null && isOnWorkers(run)
        ? onWorkers.attempt(run, onEnd)
        : await attemptHere(run, { host, folders, events, requireWanted, onEnd })
    this.active = attempt
    await attempt.begin()
    return run
  }
}
