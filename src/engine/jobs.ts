import { failWith, toFailure } from '../contract/errors'
import type { Job } from '../contract/work'
import { message } from '../messages/message'
import type { MessageText } from '../messages/message'

type Result = Partial<Pick<Job, 'exportReport' | 'importReport' | 'predictionReport' | 'captionReport'>>

/** Long work with progress and cancel. Finished jobs are kept for the list until the engine ends. */
export class Jobs {
  private readonly jobs = new Map<number, Job>()
  private readonly stoppers = new Map<number, AbortController>()
  private readonly onChange: (job: Job) => void
  private nextId = 1

  constructor(onChange: (job: Job) => void) {
    this.onChange = onChange
  }

  list(): Job[] {
    return [...this.jobs.values()]
  }

  start(
    kind: Job['kind'],
    title: MessageText,
    work: (progress: (done: number, total: number) => void, signal: AbortSignal) => Promise<Result>,
  ): Job {
    const id = this.nextId
    this.nextId += 1
    const stopper = new AbortController()
    this.stoppers.set(id, stopper)
    const job: Job = {
      id,
      kind,
      title,
      state: 'running',
      done: 0,
      total: 0,
      failure: null,
      exportReport: null,
      importReport: null,
      predictionReport: null,
      captionReport: null,
    }
    this.jobs.set(id, job)
    this.onChange(job)
    void this.run(id, work, stopper.signal)
    return job
  }

  /** @throws ContractError `not-found` */
  cancel(id: number): void {
    if (!this.jobs.has(id)) {
      throw failWith('not-found', message('engine.noJob', { id }))
    }
    this.stoppers.get(id)?.abort()
  }

  private async run(
    id: number,
    work: (progress: (done: number, total: number) => void, signal: AbortSignal) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      const result = await work((done, total) => this.update(id, { done, total }), signal)
      this.update(id, { state: 'done', ...result })
    } catch (error) {
      const failure = toFailure(error)
      const isCancelled = signal.aborted || failure.code === 'cancelled'
      this.update(id, { state: isCancelled ? 'cancelled' : 'failed', failure })
    } finally {
      this.stoppers.delete(id)
    }
  }

  private update(id: number, change: Partial<Job>): void {
    const job = { ...this.jobs.get(id)!, ...change }
    this.jobs.set(id, job)
    this.onChange(job)
  }
}
