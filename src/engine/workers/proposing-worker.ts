import { setTimeout as wait } from 'node:timers/promises'
import { failWith, messageOf } from '../../contract/errors'
import { message } from '../../messages/message'
import { queueOf } from '../../queue/proposal-job'
import type { ProposalJob, WantedProposer } from '../../queue/proposal-job'
import type { Worker, WorkerSigns } from '../../queue/worker-signs'
import { readJob } from '../../queue/work-queue'
import type { TakenJob, WorkQueue } from '../../queue/work-queue'
import { DatabaseAway } from '../../store/postgres/postgres-error'

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

/** Makes a proposal: `JobMaker`. */
export interface Maker {
  /** Pairs at once. */
  readonly size: number
  make(job: ProposalJob, signal: AbortSignal): Promise<boolean>
}

interface Needs {
  queue: WorkQueue
  signs: WorkerSigns
  maker: Maker
  /** Those that it has. */
  proposers: readonly WantedProposer[]
  self: () => Worker
  onFailure(pair: string, reason: string): void
}

/** Takes jobs, as many at once as there are lanes, and gives a sign of life for them until each is done. */
export class ProposingWorker {
  private readonly active = new Map<string, { job: TakenJob; ended: Promise<void> }>()
  private readonly dropper = new AbortController()
  readonly counts = { done: 0, failed: 0 }
  private failuresInARow = 0
  /** Nothing is taken before, by `performance.now()`. */
  private restsUntil = 0

  constructor(private readonly needs: Needs) {}

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

  private queues(): string[] {
    return this.needs.proposers.map(queueOf)
  }

  private async round(stop: AbortSignal): Promise<void> {
    const { queue, maker } = this.needs
    const free = maker.size - this.active.size
    const isAble = free > 0 && performance.now() >= this.restsUntil
    const taken = isAble ? await queue.take(this.queues(), free) : []
    for (const job of taken) {
      this.active.set(job.id, { job, ended: this.workOn(job).finally(() => this.active.delete(job.id)) })
    }
    if (taken.length === 0) {
      const pause = wait(LOOK_MILLISECONDS, null, { signal: stop }).catch(() => undefined)
      await Promise.race([pause, ...[...this.active.values()].map(({ ended }) => ended)])
    }
  }

  /** False where it cannot be known now. */
  private async isAllDone(): Promise<boolean> {
    return this.active.size === 0 && (await this.needs.queue.open(this.queues()).catch(() => null)) === 0
  }

  /** Never throws: a job whose end cannot be told goes to another worker once its time is over. */
  private async workOn(job: TakenJob): Promise<void> {
    const { signal } = this.dropper
    const wanted = readJob(job)
    try {
      const isMade = await this.make(wanted, signal)
      this.failuresInARow = 0
      this.counts[isMade ? 'done' : 'failed'] += 1
      await this.untilBack(() => this.needs.queue.done(job))
    } catch (error) {
      const reason = signal.aborted ? messageOf(stopped()) : messageOf(error)
      if (!signal.aborted) {
        this.counts.failed += 1
        this.failuresInARow += 1
        this.restsUntil = performance.now() + pauseAfter(this.failuresInARow)
        this.needs.onFailure(wanted?.pair ?? job.id, reason)
      }
      await this.untilBack(() => this.needs.queue.failed(job, reason)).catch(() => undefined)
    }
  }

  /** Once more where the database was away: nothing was stored then, or it is found. */
  private make(job: ProposalJob | null, signal: AbortSignal): Promise<boolean> {
    if (job === null) {
      throw failWith('invalid-input', message('workers.unknownJob'))
    }
    return this.untilBack(() => this.needs.maker.make(job, signal))
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
      await signs.sign(self(), this.counts)
      if (jobs.length > 0) {
        await queue.renew(jobs)
      }
    } catch {
      // the next one may come through
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
