import { setTimeout as wait } from 'node:timers/promises'
import { failWith, messageOf } from '../../contract/errors'
import type { WorkerTask } from '../../contract/workers'
import { message } from '../../messages/message'
import type { Worker, WorkerSigns } from '../../queue/worker-signs'
import type { TakenJob, WorkQueue } from '../../queue/work-queue'
import { DatabaseAway } from '../../store/postgres/postgres-error'
import type { JobKind, JobSignals } from './job-kind'

/** Between two looks for work where there was none, and two tries where the database is away. */
const LOOK_MILLISECONDS = 1000
/** Between two signs of life, which are many within the time of a job. */
const SIGN_MILLISECONDS = 2000
/** After which pairs that are worked on are given back. */
const GRACE_MILLISECONDS = 3000
/** In which they are given back. */
const LAST_MILLISECONDS = 5000

/** So many pairs that fail in a row are theirs; more may be for a reason that is this worker's. */
const FAILURES_IN_A_ROW = 3
const LONGEST_PAUSE_MILLISECONDS = 10_000

/**
 * Milliseconds before the next pair, after so many that failed in a row: a worker whose disk is away must not have all
 * pairs given up before others come to them.
 */
export function pauseAfter(failures: number): number {
  return failures < FAILURES_IN_A_ROW
    ? 0
    : Math.min(LONGEST_PAUSE_MILLISECONDS, 1000 * 2 ** (failures - FAILURES_IN_A_ROW))
}

interface Needs {
  queue: WorkQueue
  signs: WorkerSigns
  /** Those that it takes. */
  kinds: readonly JobKind[]
  self: () => Worker
  onFailure(name: string, reason: string): void
}

/** Jobs that it did, and those that failed here. */
export interface WorkerCounts {
  done: number
  failed: number
}

interface ActiveJob {
  job: TakenJob
  kind: JobKind
  ended: Promise<void>
}

/** Takes jobs, of each kind as many at once as it can, and gives a sign of life for them until each is done. */
export class JobWorker {
  private readonly active = new Map<string, ActiveJob>()
  private readonly dropper = new AbortController()
  private readonly byTask = new Map<WorkerTask, WorkerCounts>()
  private failuresInARow = 0
  /** Nothing is taken before, by `performance.now()`. */
  private restsUntil = 0

  constructor(private readonly needs: Needs) {}

  countsOf(task: WorkerTask): WorkerCounts {
    const known = this.byTask.get(task) ?? { done: 0, failed: 0 }
    this.byTask.set(task, known)
    return known
  }

  /**
   * Until `stop`; what is under way then is finished or given back within seconds.
   * @param isOnce ends once no job waits and none is worked on, by this worker or others
   */
  async run(stop: AbortSignal, isOnce: boolean): Promise<void> {
    const timer = setInterval(() => void this.sign(), SIGN_MILLISECONDS)
    try {
      await this.sign()
      while (!stop.aborted) {
        if (isOnce && (await this.isAllDone())) {
          break
        }
        await this.round(stop)
      }
      await this.giveBack()
    } finally {
      clearInterval(timer)
      await this.needs.signs.leave(this.needs.self()).catch(() => undefined)
    }
  }

  private async round(stop: AbortSignal): Promise<void> {
    const { queue, kinds } = this.needs
    let takenCount = 0
    for (const kind of kinds) {
      const busy = [...this.active.values()].filter((one) => one.kind === kind).length
      const free = kind.size - busy
      const isAble = free > 0 && performance.now() >= this.restsUntil
      const taken = isAble ? await queue.take(kind.queues, free) : []
      takenCount += taken.length
      for (const job of taken) {
        const ended = this.workOn(job, kind, stop).finally(() => this.active.delete(job.id))
        this.active.set(job.id, { job, kind, ended })
      }
    }
    if (takenCount === 0) {
      const pause = wait(LOOK_MILLISECONDS, null, { signal: stop }).catch(() => undefined)
      await Promise.race([pause, ...[...this.active.values()].map(({ ended }) => ended)])
    }
  }

  /** False where it cannot be known now. */
  private async isAllDone(): Promise<boolean> {
    const queues = this.needs.kinds.flatMap((kind) => kind.queues)
    return this.active.size === 0 && (await this.needs.queue.open(queues).catch(() => null)) === 0
  }

  /** Never throws: a job whose end cannot be told goes to another worker once its time is over. */
  private async workOn(job: TakenJob, kind: JobKind, stop: AbortSignal): Promise<void> {
    const { signal: drop } = this.dropper
    const counts = this.countsOf(kind.task)
    try {
      const isMade = await this.make(job, kind, { stop, drop })
      this.failuresInARow = 0
      counts[isMade ? 'done' : 'failed'] += 1
      await this.untilBack(() => this.needs.queue.done(job))
    } catch (error) {
      const isStopped = drop.aborted || stop.aborted
      const reason = isStopped ? messageOf(stopped()) : messageOf(error)
      if (!isStopped) {
        counts.failed += 1
        this.failuresInARow += 1
        this.restsUntil = performance.now() + pauseAfter(this.failuresInARow)
        this.needs.onFailure(kind.nameOf(job), reason)
      }
      await this.untilBack(() => this.needs.queue.failed(job, reason)).catch(() => undefined)
    }
  }

  /** Once more where the database was away: nothing was stored then, or it is found. */
  private make(job: TakenJob, kind: JobKind, signals: JobSignals): Promise<boolean> {
    return this.untilBack(() => kind.make(job, signals))
  }

  private async untilBack<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof DatabaseAway) || this.dropper.signal.aborted) {
          throw error
        }
      }
      await wait(LOOK_MILLISECONDS, null, { signal: this.dropper.signal }).catch(() => undefined)
    }
  }

  private async sign(): Promise<void> {
    const { queue, signs, self } = this.needs
    const jobs = [...this.active.values()].map(({ job }) => job)
    try {
      await signs.sign(self(), this.total())
      if (jobs.length > 0) {
        await queue.renew(jobs)
      }
    } catch {
      // the next one may come through
    }
  }

  private total(): WorkerCounts {
    const all = [...this.byTask.values()]
    return {
      done: all.reduce((sum, { done }) => sum + done, 0),
      failed: all.reduce((sum, { failed }) => sum + failed, 0),
    }
  }

  private async giveBack(): Promise<void> {
    const ended = (): Promise<unknown> =>
      Promise.allSettled([...this.active.values()].map((one) => one.ended))
    await Promise.race([ended(), wait(GRACE_MILLISECONDS, null, { ref: false })])
    this.dropper.abort()
    await Promise.race([ended(), wait(LAST_MILLISECONDS, null, { ref: false })])
  }
}

const stopped = (): Error => failWith('cancelled', message('workers.stopped'))
