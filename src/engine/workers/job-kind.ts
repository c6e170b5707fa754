import type { WorkerTask } from '../../contract/workers'
import type { TakenJob } from '../../queue/work-queue'

export interface JobSignals {
  /** The worker is to end: what can be kept is kept now. */
  stop: AbortSignal
  /** The job is given back. */
  drop: AbortSignal
}

/** Work of one kind. */
export interface JobKind {
  readonly task: WorkerTask
  /** Those whose jobs it can do. */
  readonly queues: readonly string[]
  /** Jobs at once. */
  readonly size: number
  /** Of a job, for messages: a pair's key, say. */
  nameOf(job: TakenJob): string
  /**
   * May be called again for a job that it did. Returns whether the job has its result, or needs none any more; false
   * where it has none and a second try would not help.
   * @throws what another try, here or elsewhere, may not throw
   */
  make(job: TakenJob, signals: JobSignals): Promise<boolean>
}
