import { failWith } from '../../contract/errors'
import type { TrainingRun, Verdict } from '../../contract/training'
import type { ProcessHost } from '../../process/process-host'
import { newRun, type NewRun } from './new-run'
import { RunFolders } from './run-folders'
import { isLocked, lockRun, trainedElsewhere, type RunLock } from './run-lock'
import { interrupted, Sitting, type TrainingRunsEvents } from './sitting'

/** A run that was asked for and has no process at work yet. */
interface Start {
  readonly id: string
  isUnwanted: boolean
  /** When it is at work or given up; never rejects. */
  readonly ended: Promise<void>
}

/** The runs of one project, of which at most one is running. */
export class TrainingRuns {
  private readonly folders: RunFolders
  private active: Sitting | null = null
  private starting: Start | null = null
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
    return this.folders.list().map((run) => this.present(run))
  }

  /** @throws ContractError `not-found` */
  get(id: string): TrainingRun {
    return this.present(this.folders.read(id))
  }

  /** @throws ContractError `not-found` for what no run is called */
  folderOf(id: string): string {
    return this.folders.of(id)
  }

  /** Ids of the models that runs will make when they go on. */
  promised(): string[] {
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
    return this.alone(id, () => this.create(id, given))
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
    if (this.active?.run.id === id && run.state === 'running') return run
    return this.alone(id, () =>
      this.launch(id, () => {
        const waiting = requireUnended(this.folders.read(id)) // another program may have gone on meanwhile
        return { ...waiting, state: 'running', message: 'Resuming', failure: null }
      }),
    )
  }

  /** Answers when it stands. @throws ContractError `not-found`; `unavailable` where another program trains it */
  async pause(id: string): Promise<TrainingRun> {
    await this.giveUpStart(id)
    if (this.active?.run.id === id) await this.active.pause()
    const run = this.get(id)
    if (run.state === 'running') throw trainedElsewhere()
    return run
  }

  /** @throws ContractError `not-found`; `unavailable` where another program trains it */
  async cancel(id: string): Promise<TrainingRun> {
    const run = this.get(id)
    if (hasEnded(run)) return run
    await this.giveUpStart(id)
    if (this.active?.run.id === id) await this.active.stop()
    const lock = lockRun(this.folders.of(id))
    try {
      const last = this.folders.read(id)
      if (hasEnded(last)) return last
      const message = 'Cancelled. What it learned is gone.'
      const ended: TrainingRun = { ...run, state: 'cancelled', message, secondsLeft: null }
      await this.folders.write(ended)
      await this.folders.removeWorkings(id, { keepsVerdict: false })
      this.events.onRun(ended)
      return ended
    } finally {
      lock.release()
    }
  }

  /** @throws ContractError `not-found`; `unavailable` while it runs, here or in another program */
  async forget(id: string): Promise<TrainingRun[]> {
    const run = this.get(id)
    const isActive = this.active?.run.id === id
    if (this.starting?.id === id || (isActive && run.state === 'running'))
      throw failWith('unavailable', 'This run is running: cancel it first.')
    if (isActive) await this.active?.whenEnded()
    lockRun(this.folders.of(id)).release() // Windows removes no file that is open
    await this.folders.remove(id)
    return this.list()
  }

  verdict(id: string): Verdict | null {
    return this.folders.verdict(id)
  }

  /** Ends what runs; it can be resumed. */
  close(): void {
    this.isClosed = true
    void this.active?.stop()
    this.active = null
    this.lock?.release()
  }

  /** A run that says it is running, and that no program trains, was ended with its process. */
  private present(run: TrainingRun): TrainingRun {
    if (run.id === this.active?.run.id) return this.active.run
    if (run.state !== 'running') return run
    return isLocked(this.folders.of(run.id))
      ? { ...run, message: 'Another program is training this run.' }
      : { ...run, state: 'interrupted', message: interrupted }
  }

  /** One at a time: what is asked for while another is starting is refused. */
  private async alone(id: string, work: () => Promise<TrainingRun>): Promise<TrainingRun> {
    if (this.starting !== null) throw isRunning()
    const started = this.requireIdle().then(work)
    const ended = started.then(noop, noop)
    this.starting = { id, isUnwanted: false, ended }
    try {
      return await started
    } finally {
      this.starting = null
    }
  }

  /** One that is past being given up is at work when this answers. */
  private async giveUpStart(id: string): Promise<void> {
    if (this.starting?.id !== id) return
    this.starting.isUnwanted = true
    await this.starting.ended
  }

  /** A run that has just ended may still be clearing up. */
  private async requireIdle(): Promise<void> {
    if (this.active !== null && this.active.run.state !== 'running') await this.active.whenEnded()
    if (this.active !== null) throw isRunning()
    this.requireOpen()
  }

  private requireOpen(): void {
    if (this.isClosed) throw failWith('cancelled', 'The folder was closed before the run began.')
  }

  private requireWanted(): void {
    this.requireOpen()
    if (this.starting?.isUnwanted === true)
      throw failWith('cancelled', 'The run was stopped before it began.')
  }

  /** @param prepare asked once no other program can touch the run any more */
  private async launch(id: string, prepare: () => TrainingRun): Promise<TrainingRun> {
    this.lock = lockRun(this.folders.of(id))
    try {
      return await this.sit(prepare())
    } catch (error) {
      this.lock.release()
      throw error
    }
  }

  private async sit(run: TrainingRun): Promise<TrainingRun> {
    const hosted = await this.host.start('training')
    try {
      this.requireWanted()
    } catch (error) {
      hosted.kill()
      throw error
    }
    const sitting: Sitting = new Sitting(run, hosted, this.folders, this.events, () => {
      if (this.active === sitting) this.active = null
      this.lock?.release()
    })
    this.active = sitting
    await sitting.begin()
    return run
  }
}

function hasEnded({ state }: TrainingRun): boolean {
  return state === 'done' || state === 'cancelled'
}

/** @throws ContractError `unavailable` */
function requireUnended(run: TrainingRun): TrainingRun {
  if (hasEnded(run)) throw failWith('unavailable', `This run is ${run.state}: start a new one.`)
  return run
}

function noop(): void {}

function isRunning(): Error {
  return failWith('unavailable', 'A training run is running: pause or cancel it first.')
}
