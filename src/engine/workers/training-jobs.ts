import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { failWith, toFailure } from '../../contract/errors'
import type { Failure } from '../../contract/errors'
import type { TrainingRun } from '../../contract/training'
import { message } from '../../messages/message'
import type { WantedProposer } from '../../queue/proposal-job'
import { trainingJobSchema, trainingQueueOf } from '../../queue/training-job'
import type { TrainingJob } from '../../queue/training-job'
import type { WorkerRuns } from '../../queue/worker-runs'
import type { Worker } from '../../queue/worker-signs'
import type { TakenJob } from '../../queue/work-queue'
import type { ProjectStore } from '../../store/project-store'
import type { EngineState } from '../engine-state'
import { TrainingRuns } from '../training/training-runs'
import { gatherForRun, holdAll, Unfit } from './gather-for-run'
import type { JobKind, JobSignals } from './job-kind'
import type { WorkerImages } from './pair-folder'
import { RunOutbox } from './run-outbox'
import { sendResult } from './send-result'
import { shortDigest } from '../../process/sha256'

interface Needs {
  state: EngineState
  store: ProjectStore
  runs: WorkerRuns
  images: WorkerImages
  self: Pick<Worker, 'id' | 'machine'>
  /** Tells the projects of this machine's workers apart. */
  project: string
}

/** A run that is under way here. */
interface Running {
  outbox: RunOutbox
  /** A run's record that says that it does not run any more. */
  onEnd(run: TrainingRun): void
}

/** Trains by the engine's own runs, in a folder of this machine that is kept until the result is sent. */
export class TrainingJobs implements JobKind {
  readonly task = 'training'
  readonly queues: readonly string[]
  /** A run takes what the machine has. */
  readonly size = 1
  private readonly parent: string
  private readonly local: TrainingRuns
  private running: Running | null = null

  /** @param proposers those that this machine has: a run begins with one of them */
  constructor(
    private readonly needs: Needs,
    proposers: readonly WantedProposer[],
  ) {
    const { state, project } = needs
    this.queues = proposers.map(trainingQueueOf)
    const digest = shortDigest(project, 16)
    this.parent = join(state.options.userFolder, 'worker-runs', digest)
    this.local = new TrainingRuns(this.parent, state.options.host, {
      onRun: (run) => {
        if (run.state !== 'running') {
          this.running?.onEnd(run)
        }
      },
      onLine: (_run, line) => this.running?.outbox.add(line),
      onModel: () => undefined,
    })
  }

  /** Runs that nobody wants any more leave nothing here. */
  async open(): Promise<void> {
    for (const { id } of this.local.list()) {
      if ((await this.needs.runs.read(id)) === null) {
        await this.clear(id).catch(() => undefined)
      }
    }
  }

  nameOf(taken: TakenJob): string {
    return trainingJobSchema.safeParse(taken.data).data?.run ?? taken.id
  }

  /** @throws ContractError `unavailable` where another worker may do better; `invalid-input` for what another version wrote */
  async make(taken: TakenJob, signals: JobSignals): Promise<boolean> {
    const job = trainingJobSchema.safeParse(taken.data).data
    if (job === undefined) {
      throw failWith('invalid-input', message('workers.unknownJob'))
    }
    const { runs, self } = this.needs
    if (!(await runs.claim(job.run, self.id, self.machine))) {
      return true
    }
    const gone = new AbortController()
    const outbox = new RunOutbox(
      (lines) => runs.report(job.run, self.id, lines),
      (wish) => wish !== 'run' && gone.abort(),
    )
    outbox.add({ type: 'notice', message: message('training.onWorker', { machine: self.machine }) })
    outbox.open()
    try {
      return await this.told(job, outbox, await this.train(job, outbox, { ...signals, gone: gone.signal }))
    } catch (error) {
      return await this.failed(job, outbox, error)
    } finally {
      outbox.close()
      this.running = null
    }
  }

  /** To its end, or to where it is stopped. */
  private async train(
    job: TrainingJob,
    outbox: RunOutbox,
    { stop, drop, gone }: JobSignals & { gone: AbortSignal },
  ): Promise<TrainingRun> {
    const { run } = job
    const ended = new Promise<TrainingRun>((resolve) => {
      this.running = { outbox, onEnd: resolve }
    })
    const stopped = AbortSignal.any([stop, drop, gone])
    const begun = await this.begin(job, stopped)
    if (begun.state === 'done') {
      return begun
    }
    const halt = (): void => void this.local.pause(run).catch(() => undefined)
    const kill = (): void => this.local.close()
    stopped.addEventListener('abort', halt)
    drop.addEventListener('abort', kill)
    try {
      if (stopped.aborted) {
        halt()
      }
      const killed = new Promise<TrainingRun>((_resolve, reject) => {
        drop.addEventListener('abort', () => reject(stoppedHere()))
      })
      return await Promise.race([ended, killed])
    } finally {
      stopped.removeEventListener('abort', halt)
      drop.removeEventListener('abort', kill)
    }
  }

  /** From the last checkpoint where there is one here. One that is done already is only told of. */
  private async begin(job: TrainingJob, signal: AbortSignal): Promise<TrainingRun> {
    const { run } = job
    const { state, store } = this.needs
    const images = this.needs.images.keptIn(this.besides(run, 'images'))
    const known = this.local.list().find(({ id }) => id === run)
    if (known?.state === 'done') {
      return known
    }
    if (known !== undefined && known.state !== 'cancelled') {
      await holdAll({ store, images, folder: job.folder, run: this.local.folderOf(run) }, signal)
      return this.local.resume(run)
    }
    const models = this.besides(run, 'models')
    const given = await gatherForRun({ state, store, images, models, cacheFolder: this.parent }, job, signal)
    return this.local.start(given)
  }

  /** Whether the run has what was wanted. */
  private async told(job: TrainingJob, outbox: RunOutbox, ended: TrainingRun): Promise<boolean> {
    const { runs, self } = this.needs
    const { run } = job
    await outbox.flush()
    if (outbox.wish === 'gone') {
      await this.clear(run)
      return true
    }
    if (ended.state === 'done') {
      const folder = this.local.folderOf(run)
      const model = join(this.besides(run, 'models'), ended.model ?? '')
      const files = await sendResult(runs, { run, worker: self.id, folder, model })
      await runs.end(run, self.id, { state: 'done', files })
      await this.clear(run)
      return true
    }
    if (ended.state === 'paused' && outbox.wish === 'pause') {
      if (await runs.end(run, self.id, { state: 'paused' })) {
        return true
      }
      throw stoppedHere()
    }
    if (ended.state === 'failed' && ended.failure !== null) {
      await runs.end(run, self.id, { state: 'failed', failure: ended.failure })
      return false
    }
    throw ended.state === 'paused' ? stoppedHere() : failWith('unavailable', ended.message)
  }

  private async failed(job: TrainingJob, outbox: RunOutbox, error: unknown): Promise<boolean> {
    const { runs, self } = this.needs
    const { run } = job
    if (outbox.wish === 'gone') {
      await this.clear(run)
      return true
    }
    if (outbox.wish === 'pause' && (await runs.end(run, self.id, { state: 'paused' }))) {
      return true
    }
    if (error instanceof Unfit) {
      const failure: Failure = toFailure(error)
      await runs.end(run, self.id, { state: 'failed', failure })
      return false
    }
    throw error
  }

  private besides(run: string, what: 'images' | 'models'): string {
    return join(this.parent, `${run}-${what}`)
  }

  private async clear(run: string): Promise<void> {
    await this.local.cancel(run).catch(() => undefined)
    await this.local.forget(run)
    for (const what of ['images', 'models'] as const) {
      await rm(this.besides(run, what), { recursive: true, force: true, maxRetries: 5 })
    }
  }
}

const stoppedHere = (): Error => failWith('cancelled', message('workers.stopped'))
