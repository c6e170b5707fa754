import { randomUUID } from 'node:crypto'
import type PgBoss from 'pg-boss'
import { messageOf } from '../contract/errors'
import { driverError } from '../store/postgres/postgres-error'
import type { StoreAddress } from '../store/store-address'
import { proposalJobSchema, queueOf } from './proposal-job'
import type { ProposalJob } from './proposal-job'
import { queueLocation } from './queue-schema'

/** A job whose worker gave no sign of life for so long goes to another one. Seconds. */
export const LEASE_SECONDS = 30
/** Between two looks for such jobs, of all workers together. Seconds. */
const LOOK_SECONDS = 5
/** How often a job is tried once more; the pauses double from a second on. */
const RETRIES = 5
/** Jobs that ended are kept for the list. Seconds. */
const KEPT_SECONDS = 7 * 24 * 3600
/** Jobs in one statement. */
const MOST_AT_ONCE = 1000
/** What pg-boss says where its tables are not there. */
const NOT_THERE = 'pg-boss is not installed'
const CONNECT_MILLISECONDS = 10_000
const MOST_CONNECTIONS = 3

/** A job that is asked for. */
interface WaitingJob {
  queue: string
  /** Of jobs with the same key in one queue one waits. */
  key: string
  data: object
  /** How often it is tried once more, and seconds before each; absent for those of the queue, later and later. */
  retries?: { most: number; seconds: number }
}

/** A job that this worker has now. */
export interface TakenJob {
  id: string
  queue: string
  /** As it lies in the database: another version may have written it. */
  data: unknown
}

/** Rows of a statement. @throws ContractError `unavailable`; StoreError */
export type Ask = (sql: string, values?: readonly unknown[]) => Promise<Record<string, unknown>[]>

/** The work that waits in a project's database, by pg-boss: https://github.com/timgit/pg-boss. */
export class WorkQueue {
  private readonly known = new Set<string>()

  private constructor(
    private readonly boss: PgBoss,
    /** The queue's tables. */
    readonly schema: string,
    private readonly limits: { leaseSeconds: number; retries: number },
  ) {}

  /**
   * Makes the queue's tables where there are none.
   * @param isWorker whether it looks for jobs of workers that ended
   * @param leaseSeconds of jobs that are added; @param retries of them
   * @throws ContractError `unavailable`, `invalid-input`; StoreError
   */
  static async open(
    place: StoreAddress,
    { isWorker = false, leaseSeconds = LEASE_SECONDS, retries = RETRIES, makesTables = true } = {},
  ): Promise<WorkQueue> {
    const { url, schema } = queueLocation(place)
    const { default: Boss } = await import('pg-boss')
    const options = {
      connectionString: url,
      schema,
      application_name: 'deltascribe queue',
      max: MOST_CONNECTIONS,
      // of pg's pool, to which pg-boss hands all options
      connectionTimeoutMillis: CONNECT_MILLISECONDS,
      query_timeout: CONNECT_MILLISECONDS,
      schedule: false,
      supervise: isWorker,
      migrate: makesTables,
      maintenanceIntervalSeconds: LOOK_SECONDS,
      archiveCompletedAfterSeconds: KEPT_SECONDS,
    }
    const boss = new Boss(options)
    // of a connection that ended, or of a look for jobs while the database is away: the next one comes
    boss.on('error', () => undefined)
    const queue = new WorkQueue(boss, schema, { leaseSeconds, retries })
    try {
      await translated(() => boss.start())
      return queue
    } catch (error) {
      // pg-boss closes nothing of what has not started
      await (boss.getDb() as { close?: () => Promise<void> }).close?.()
      throw error
    }
  }

  /** Null where nobody has asked for work yet. @throws ContractError `unavailable`, `invalid-input`; StoreError */
  static async openPresent(place: StoreAddress): Promise<WorkQueue | null> {
    try {
      return await WorkQueue.open(place, { makesTables: false })
    } catch (error) {
      if (messageOf(error).includes(NOT_THERE)) {
        return null
      }
      throw error
    }
  }

  /** Returns how many were added: a pair that waits for the same proposer already is not added again. */
  add(jobs: readonly ProposalJob[]): Promise<number> {
    return this.insert(jobs.map((job) => ({ queue: queueOf(job.proposer), key: job.pair, data: job })))
  }

  /** Returns how many were added: one that waits already is not added again. */
  async insert(jobs: readonly WaitingJob[]): Promise<number> {
    const { leaseSeconds } = this.limits
    let added = 0
    for (let first = 0; first < jobs.length; first += MOST_AT_ONCE) {
      const some = jobs.slice(first, first + MOST_AT_ONCE)
      const queues = new Set(some.map(({ queue }) => queue))
      for (const queue of queues) {
        await this.make(queue)
      }
      const made = some.map(({ queue, key, data, retries }) => ({
        id: randomUUID(),
        name: queue,
        data,
        singletonKey: key,
        expireInSeconds: leaseSeconds,
        retryLimit: retries?.most ?? this.limits.retries,
        retryDelay: retries?.seconds ?? 1,
        retryBackoff: retries === undefined,
      }))
      await translated(() => this.boss.insert(made))
      const [row] = await this.ask(
        `SELECT count(*)::int AS count FROM ${this.schema}.job WHERE name = ANY($1) AND id = ANY($2::uuid[])`,
        [[...queues], made.map(({ id }) => id)],
      )
      added += Number(row['count'])
    }
    return added
  }

  private async make(queue: string): Promise<void> {
    if (!this.known.has(queue)) {
      // of one key one job waits
      await translated(() => this.boss.createQueue(queue, { name: queue, policy: 'short' }))
      this.known.add(queue)
    }
  }

  /** Jobs that a worker has now or that wait. */
  async open(queues: readonly string[]): Promise<number> {
    const [row] = await this.ask(
      `SELECT count(*)::int AS count FROM ${this.schema}.job WHERE name = ANY($1) AND state <= 'active'`,
      [queues],
    )
    return Number(row['count'])
  }

  /** Takes as many as there are, the oldest first; none where the database is away. */
  async take(queues: readonly string[], most: number): Promise<TakenJob[]> {
    const taken: TakenJob[] = []
    for (const queue of queues) {
      if (taken.length < most) {
        const jobs = await this.boss.fetch<unknown>(queue, { batchSize: most - taken.length })
        taken.push(...jobs.map(({ id, data }) => ({ id, queue, data })))
      }
    }
    return taken
  }

  async done({ queue, id }: TakenJob): Promise<void> {
    await translated(() => this.boss.complete(queue, id))
  }

  /** It is tried once more, by whichever worker is first, until it has failed too often. */
  async failed({ queue, id }: TakenJob, reason: string): Promise<void> {
    await translated(() => this.boss.fail(queue, id, { message: reason }))
  }

  /**
   * A sign of life for these jobs: their time begins anew. pg-boss of this version has no command for it, and its
   * column says when a job was begun.
   */
  async renew(jobs: readonly TakenJob[]): Promise<void> {
    await this.ask(
      `UPDATE ${this.schema}.job SET started_on = now()
         WHERE name = ANY($1) AND id = ANY($2::uuid[]) AND state = 'active'`,
      [[...new Set(jobs.map(({ queue }) => queue))], jobs.map(({ id }) => id)],
    )
  }

  readonly ask: Ask = (sql, values = []) =>
    translated(async () => {
      const { rows } = await this.boss.getDb().executeSql(sql, [...values])
      return rows as Record<string, unknown>[]
    })

  /** Whether its schema has this table. */
  async hasTable(name: string): Promise<boolean> {
    const [{ there }] = await this.ask('SELECT to_regclass($1) IS NOT NULL AS there', [
      `${this.schema}.${name}`,
    ])
    return there === true
  }

  async close(): Promise<void> {
    await this.boss.stop({ graceful: false }).catch(() => undefined)
  }
}

/** Null for what another version of the program wrote. */
export function readJob({ data }: TakenJob): ProposalJob | null {
  return proposalJobSchema.safeParse(data).data ?? null
}

async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw driverError(error)
  }
}
