import { mkdirSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '../../contract/client'
import type { Client } from '../../contract/client'
import { failWith, toFailure } from '../../contract/errors'
import {
  verdictSchema,
  type TrainingLine,
  type TrainingOptions,
  type TrainingRun,
  type Verdict,
} from '../../contract/training'
import { tuneFailure } from '../../training/tune/failure'
import { readOptional, runFiles, type TuneJob } from '../../training/tune/run-folder'
import { trainerContract } from '../../training/tune/trainer-contract'
import type { HostedProcess, ProcessHost } from '../../process/process-host'
import type { TuneItem } from '../../training/tune/item'
import { appendLine, readRun, readRuns, removeWorkings, writeRun } from './run-record'

type TrainerClient = Client<typeof trainerContract.commands, typeof trainerContract.events>

export interface TrainingRunsEvents {
  onRun(run: TrainingRun): void
  onLine(runId: string, line: TrainingLine): void
  /** A model was made. */
  onModel(): void
}

export interface NewRun {
  readonly options: TrainingOptions
  readonly items: readonly TuneItem[]
  readonly fromId: string
  readonly job: Omit<TuneJob, 'options'>
}

interface Active {
  run: TrainingRun
  readonly folder: string
  readonly hosted: HostedProcess
  readonly client: TrainerClient
  readonly startedAt: number
  /** Seconds of earlier sittings. */
  readonly spentBefore: number
  isStopping: boolean
  ended: Promise<void>
}

const tellMilliseconds = 500
/** A step that takes longer than this is not waited for. */
const pauseMilliseconds = 30_000

/** The runs of one project, of which at most one is running, in a process of its own. */
export class TrainingRuns {
  private active: Active | null = null
  private isStarting = false
  /** Records are written one after the other, so that the last one stays. */
  private writing: Promise<unknown> = Promise.resolve()
  private timer: NodeJS.Timeout | null = null

  /** @param parent the folder of all runs */
  constructor(
    private readonly parent: string,
    private readonly host: ProcessHost,
    private readonly events: TrainingRunsEvents,
  ) {}

  list(): TrainingRun[] {
    return readRuns(this.parent).map((run) => this.present(run))
  }

  /** @throws ContractError `not-found` */
  get(id: string): TrainingRun {
    const run = readRun(this.folderOf(id))
    if (run === null) throw failWith('not-found', `There is no training run ${id} in this project.`)
    return this.present(run)
  }

  folderOf(id: string): string {
    if (!/^[a-z0-9-]+$/.test(id)) throw failWith('not-found', 'There is no such training run.')
    return join(this.parent, id)
  }

  /** @throws ContractError `unavailable` where another one runs; `cannot-write` */
  async start({ options, items, fromId, job }: NewRun): Promise<TrainingRun> {
    await this.requireIdle()
    const id = this.newId()
    const folder = this.folderOf(id)
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
    try {
      mkdirSync(folder, { recursive: true })
      const lines = items.map((item) => `${JSON.stringify(item)}\n`)
      writeFileSync(join(folder, runFiles.items), lines.join(''))
      writeFileSync(join(folder, runFiles.job), JSON.stringify({ ...job, options } satisfies TuneJob))
      await writeRun(folder, run)
    } catch (error) {
      await rm(folder, { recursive: true, force: true }).catch(() => undefined)
      throw tuneFailure(error)
    }
    return this.launch(run)
  }

  /** @throws ContractError `not-found`; `unavailable` where it has ended, or another one runs */
  async resume(id: string): Promise<TrainingRun> {
    const run = this.get(id)
    if (run.state === 'running') return run
    if (run.state === 'done' || run.state === 'cancelled')
      throw failWith('unavailable', `This run is ${run.state}: start a new one.`)
    await this.requireIdle()
    return this.launch({ ...run, state: 'running', message: 'Resuming', failure: null })
  }

  /** Answers when it stands. @throws ContractError `not-found` */
  async pause(id: string): Promise<TrainingRun> {
    const { active } = this
    if (active?.run.id !== id) return this.get(id)
    this.update(active, { message: 'Pausing after this step' })
    void active.client.call('pause', {}).catch(() => undefined)
    const timer = setTimeout(() => active.hosted.kill(), pauseMilliseconds)
    await active.ended
    clearTimeout(timer)
    return this.get(id)
  }

  /** @throws ContractError `not-found` */
  async cancel(id: string): Promise<TrainingRun> {
    const run = this.get(id)
    if (run.state === 'done' || run.state === 'cancelled') return run
    const { active } = this
    if (active?.run.id === id) {
      active.isStopping = true
      active.hosted.kill()
      await active.ended
    }
    const message = 'Cancelled. What it learned is gone.'
    const ended: TrainingRun = { ...run, state: 'cancelled', message, secondsLeft: null }
    await this.write(ended)
    await removeWorkings(this.folderOf(id), { keepsVerdict: false })
    this.events.onRun(ended)
    return ended
  }

  /** @throws ContractError `not-found`; `unavailable` while it runs */
  async forget(id: string): Promise<TrainingRun[]> {
    if (this.get(id).state === 'running')
      throw failWith('unavailable', 'This run is running: cancel it first.')
    await rm(this.folderOf(id), { recursive: true, force: true })
    return this.list()
  }

  verdict(id: string): Verdict | null {
    return readOptional(join(this.folderOf(id), runFiles.verdict), verdictSchema)
  }

  /** Ends what runs; it can be resumed. */
  close(): void {
    if (this.timer !== null) clearTimeout(this.timer)
    if (this.active !== null) {
      this.active.isStopping = true
      this.active.hosted.kill()
      this.active = null
    }
  }

  /** A run that says it is running and is not was ended with its process. */
  private present(run: TrainingRun): TrainingRun {
    if (run.id === this.active?.run.id) return this.active.run
    return run.state === 'running' ? { ...run, state: 'interrupted', message: interrupted } : run
  }

  /** A run that has just ended may still be clearing up. */
  private async requireIdle(): Promise<void> {
    if (this.active !== null && this.active.run.state !== 'running') await this.active.ended
    if (this.active !== null || this.isStarting)
      throw failWith('unavailable', 'A training run is running: pause or cancel it first.')
  }

  private newId(): string {
    const now = new Date().toISOString().replaceAll(/[-:]/g, '').slice(0, 15).replace('T', '-')
    const taken = new Set(readRuns(this.parent).map(({ id }) => id))
    let number = 1
    while (taken.has(`${now}-${number}`)) number++
    return `${now}-${number}`
  }

  private async launch(run: TrainingRun): Promise<TrainingRun> {
    const folder = this.folderOf(run.id)
    this.isStarting = true
    try {
      const hosted = await this.host.start('training')
      const client: TrainerClient = createClient(trainerContract)
      const { secondsSpent: spentBefore } = run
      const startedAt = Date.now()
      const active: Active = {
        run,
        folder,
        hosted,
        client,
        startedAt,
        spentBefore,
        isStopping: false,
        ended: Promise.resolve(),
      }
      client.on('line', (line) => this.said(active, line))
      client.connect(hosted.port)
      this.active = active
      await this.write(run)
      active.ended = client
        .call('start', { run: folder })
        .then(({ outcome }) => (outcome === 'done' ? this.done(active) : this.paused(active)))
        .catch((error: unknown) => this.broke(active, error))
        .finally(() => {
          hosted.kill()
          if (this.active === active) this.active = null
        })
      this.events.onRun(run)
      return run
    } finally {
      this.isStarting = false
    }
  }

  private said(active: Active, line: TrainingLine): void {
    if (active.isStopping) return
    if (line.type === 'phase') {
      const { phase, message, done, total } = line
      const isNew = phase !== active.run.phase
      const count = done === undefined || total === undefined ? '' : `: ${done} of ${total}`
      this.update(active, { phase, message: `${message}${count}`, ...(isNew && { secondsLeft: null }) })
      if (isNew) void this.store(active)
    } else if (line.type === 'step') {
      const { step, steps, secondsLeft } = line
      this.update(active, { phase: 'training', message: 'Training', step, steps, secondsLeft })
    }
    if (line.type !== 'phase') appendLine(active.folder, line)
    if (line.type === 'score') void this.store(active)
    this.events.onLine(active.run.id, line)
  }

  private async done(active: Active): Promise<void> {
    const { id } = active.run
    const verdict = this.verdict(id)
    const job = active.run
    await this.end(active, {
      ...job,
      state: 'done',
      message: verdict?.sentence ?? 'Done.',
      model: verdict?.after ?? null,
      verdict: verdict?.word ?? null,
      secondsLeft: null,
    })
    await removeWorkings(active.folder, { keepsVerdict: true })
    this.events.onModel()
  }

  private paused(active: Active): Promise<void> {
    return this.end(active, { state: 'paused', message: 'Paused.', secondsLeft: null })
  }

  private async broke(active: Active, error: unknown): Promise<void> {
    if (active.isStopping) return
    const failure = toFailure(error)
    const isLost = failure.code === 'disconnected'
    await this.end(active, {
      state: isLost ? 'interrupted' : 'failed',
      message: isLost ? interrupted : failure.message,
      failure: isLost ? null : failure,
      secondsLeft: null,
    })
  }

  private async end(active: Active, change: Partial<TrainingRun>): Promise<void> {
    this.update(active, change)
    await this.store(active)
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = null
    this.events.onRun(active.run)
  }

  private update(active: Active, change: Partial<TrainingRun>): void {
    const secondsSpent = active.spentBefore + (Date.now() - active.startedAt) / 1000
    active.run = { ...active.run, ...change, secondsSpent }
    this.timer ??= setTimeout(() => {
      this.timer = null
      if (!active.isStopping) this.events.onRun(active.run)
    }, tellMilliseconds)
  }

  /** Never throws: the run itself meets the same disk, and says so. */
  private async store(active: Active): Promise<void> {
    await this.write(active.run).catch(() => undefined)
  }

  private write(run: TrainingRun): Promise<void> {
    const written = this.writing.then(() => writeRun(this.folderOf(run.id), run))
    this.writing = written.catch(() => undefined)
    return written
  }
}

const interrupted = 'It was interrupted. Resume to go on from the last checkpoint.'
