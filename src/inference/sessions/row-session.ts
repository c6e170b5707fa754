import type { Tensor } from 'onnxruntime-node'
import type { GraphSession, GraphSource, Tensors } from './graph-session'
import { joinRows, rowShape, rowsOf } from './rows'
import type { Row } from './rows'

/** Numbers of rows that a device has a file for. A run of another number is filled up to the next one. */
export const BATCH_SIZES = [1, 4, 16] as const

interface Job {
  readonly feeds: Tensors
  readonly fetches: readonly string[] | undefined
  readonly rows: number
  /** What runs together has the same. */
  readonly kind: string
  done(outputs: Record<string, Tensor>): void
  failed(error: unknown): void
}

interface Waiting {
  readonly session: RowSession
  readonly job: Job
}

/** Runs of several sessions, one at a time, the first to come first; those that wait for one session run as one batch. */
export class RunQueue {
  private waiting: Waiting[] = []
  private isRunning = false

  add(session: RowSession, job: Job): void {
    this.waiting.push({ session, job })
    if (!this.isRunning) {
      this.isRunning = true
      // what is asked for in the same turn runs together
      setImmediate(() => void this.runAll())
    }
  }

  private async runAll(): Promise<void> {
    for (let next = this.waiting.at(0); next !== undefined; next = this.waiting.at(0)) {
      const { session, job } = next
      const together = this.waiting.filter((one) => one.session === session && one.job.kind === job.kind)
      this.waiting = this.waiting.filter((one) => !together.includes(one))
      await session.runTogether(together.map((one) => one.job))
      // a run blocks the thread: what came meanwhile is heard here
      await new Promise((resolve) => setImmediate(resolve))
    }
    this.isRunning = false
  }
}

interface RowSessionOptions {
  readonly source: GraphSource
  readonly isCpu: boolean
  readonly queue: RunQueue
  open(file: Uint8Array): Promise<GraphSession>
  /** A batch failed, for want of memory it may be, and the rows of one run are fewer from now on. */
  onFewerRows?(rows: number, error: unknown): void
}

/** A session whose runs go through a queue, where rows that wait together are one batch. */
export class RowSession implements GraphSession {
  private mostRows: number
  private readonly sessions = new Map<number | null, GraphSession>()

  private constructor(
    private readonly options: RowSessionOptions,
    private readonly first: GraphSession,
    private readonly isSized: boolean,
  ) {
    const { mostRows } = options.source
    this.mostRows = isSized
      ? Math.max(...BATCH_SIZES.filter((size) => size === 1 || size <= mostRows))
      : mostRows
    this.sessions.set(isSized ? 1 : null, first)
  }

  /** @throws Error in ONNX Runtime's words */
  static async open(options: RowSessionOptions): Promise<RowSession> {
    const isSized = options.source.batches === 'sized' && !options.isCpu
    const first = await options.open(await options.source.file(isSized ? 1 : null))
    return new RowSession(options, first, isSized)
  }

  get inputNames(): readonly string[] {
    return this.first.inputNames
  }

  get outputNames(): readonly string[] {
    return this.first.outputNames
  }

  get inputMetadata(): GraphSession['inputMetadata'] {
    return this.first.inputMetadata
  }

  run(feeds: Tensors, fetches?: readonly string[]): Promise<Record<string, Tensor>> {
    const isBatched = this.options.source.batches !== 'none'
    const rows = isBatched ? rowsOf(feeds) : 1
    const kind = isBatched ? `${rowShape(feeds)}; ${fetches?.join(' ') ?? ''}` : ''
    return new Promise((done, failed) => {
      this.options.queue.add(this, { feeds, fetches, rows, kind, done, failed })
    })
  }

  async release(): Promise<void> {
    const all = [...this.sessions.values()]
    this.sessions.clear()
    for (const session of all) {
      await session.release()
    }
  }

  /** Settles each of the jobs, which are of one kind. Never throws. */
  async runTogether(jobs: readonly Job[]): Promise<void> {
    if (this.options.source.batches === 'none') {
      for (const job of jobs) {
        await this.first.run(job.feeds, job.fetches).then(job.done, job.failed)
      }
      return
    }
    const rows = jobs.flatMap((job) =>
      Array.from({ length: job.rows }, (_, index): Row & { job: Job } => ({
        tensors: job.feeds,
        index,
        job,
      })),
    )
    const outputs: Row[] = []
    try {
      while (outputs.length < rows.length) {
        const some = rows.slice(outputs.length, outputs.length + this.mostRows)
        outputs.push(...(await this.runRows(some, jobs[0])))
      }
    } catch (error) {
      jobs.forEach((job) => job.failed(error))
      return
    }
    let from = 0
    for (const job of jobs) {
      job.done(outputsOf(outputs.slice(from, from + job.rows)))
      from += job.rows
    }
  }

  /** Fewer rows than asked for where more do not run. @throws Error where not even one does */
  private async runRows(rows: readonly (Row & { job: Job })[], job: Job): Promise<Row[]> {
    try {
      const size = this.isSized ? batchSizeFor(rows.length) : rows.length
      const isWhole = rows.length === size && job.rows === size && rows.every((row) => row.job === job)
      const feeds = isWhole ? job.feeds : joinRows(rows, size)
      const tensors = await (await this.sessionFor(size)).run(feeds, job.fetches)
      return rows.map((_, index) => ({ tensors, index }))
    } catch (error) {
      if (rows.length === 1 || this.options.isCpu) {
        throw error
      }
      this.mostRows = Math.max(1, ...BATCH_SIZES.filter((size) => size < rows.length))
      this.options.onFewerRows?.(this.mostRows, error)
      return this.runRows(rows.slice(0, this.mostRows), job)
    }
  }

  private async sessionFor(rows: number): Promise<GraphSession> {
    const size = this.isSized ? rows : null
    const cached = this.sessions.get(size)
    if (cached !== undefined) {
      return cached
    }
    const opened = await this.options.open(await this.options.source.file(size))
    this.sessions.set(size, opened)
    return opened
  }
}

/** The least that holds so many rows. */
export function batchSizeFor(rows: number): number {
  return BATCH_SIZES.find((size) => size >= rows) ?? rows
}

/** As they are where they are all rows of one run; else copied, so that a batch's memory is not held by one row. */
function outputsOf(rows: readonly Row[]): Record<string, Tensor> {
  const [{ tensors }] = rows
  const isWhole =
    rows.every((row, at) => row.tensors === tensors && row.index === at) &&
    Object.values(tensors).every(({ dims }) => dims[0] === rows.length)
  return isWhole ? tensors : joinRows(rows)
}
