import { failWith } from '../../contract/errors'
import type { TrainingOptions, TrainingRun, Verdict } from '../../contract/training'
import type { ProcessHost } from '../../process/process-host'
import type { TuneItem } from '../../training/tune/item'
import type { TuneJob } from '../../training/tune/run-folder'
import { RunFolders } from './run-folders'
import { interrupted, Sitting, type TrainingRunsEvents } from './sitting'

export interface NewRun {
  readonly options: TrainingOptions
  readonly items: readonly TuneItem[]
  readonly fromId: string
  readonly job: Omit<TuneJob, 'options'>
  /** Before the run is launched; where it throws, there is no run. */
  readonly onCreated?: () => void
}

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
    const { options, items, fromId, job, onCreated } = given
    const heldOut = items.filter(({ isHeldOut }) => isHeldOut).length
    const run: TrainingRun = {
      id,
      createdAt: Date.now(),
      options,
      from: fromId,
      state: 'running',
      phase: 'preparing',
      message: 'Starting',
      train: items.length - heldOut,
      heldOut,
      step: 0,
      steps: 0,
      secondsSpent: 0,
      secondsLeft: null,
      failure: null,
      model: null,
      verdict: null,
    }
    await this.folders.create(run, items, { ...job, options })
    try {
      this.requireOpen()
      onCreated?.()
    } catch (error) {
      await this.folders.remove(run.id)
      throw error
    }
    return this.launch(run)
  }

  /** @throws ContractError `not-found`; `unavailable` where it has ended, or another one runs; `cancelled` as `start` */
  async resume(id: string): Promise<TrainingRun> {
    const run = this.get(id)
    if (run.state === 'running') return run
    if (run.state === 'done' || run.state === 'cancelled')
      throw failWith('unavailable', `This run is ${run.state}: start a new one.`)
    return this.alone(id, () => this.launch({ ...run, state: 'running', message: 'Resuming', failure: null }))
  }

  /** Answers when it stands. @throws ContractError `not-found` */
  async pause(id: string): Promise<TrainingRun> {
    await this.giveUpStart(id)
    if (this.active?.run.id === id) await this.active.pause()
    return this.get(id)
  }

  /** @throws ContractError `not-found` */
  async cancel(id: string): Promise<TrainingRun> {
    const run = this.get(id)
    if (run.state === 'done' || run.state === 'cancelled') return run
    await this.giveUpStart(id)
    if (this.active?.run.id === id) await this.active.stop()
    const message = 'Cancelled. What it learned is gone.'
    const ended: TrainingRun = { ...run, state: 'cancelled', message, secondsLeft: null }
    await this.folders.write(ended)
    await this.folders.removeWorkings(id, { keepsVerdict: false })
    this.events.onRun(ended)
    return ended
  }

  /** @throws ContractError `not-found`; `unavailable` while it runs */
  async forget(id: string): Promise<TrainingRun[]> {
    if (this.get(id).state === 'running')
      throw failWith('unavailable', 'This run is running: cancel it first.')
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
  }

  /** A run that says it is running and is not was ended with its process. */
  private present(run: TrainingRun): TrainingRun {
    if (run.id === this.active?.run.id) return this.active.run
    return run.state === 'running' ? { ...run, state: 'interrupted', message: interrupted } : run
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

  private async launch(run: TrainingRun): Promise<TrainingRun> {
    const hosted = await this.host.start('training')
    try {
      this.requireWanted()
    } catch (error) {
      hosted.kill()
      throw error
    }
    const sitting: Sitting = new Sitting(run, hosted, this.folders, this.events, () => {
      if (this.active === sitting) this.active = null
    })
    this.active = sitting
    await sitting.begin()
    return run
  }
}

function noop(): void {}

function isRunning(): Error {
  return failWith('unavailable', 'A training run is running: pause or cancel it first.')
}
