import { z } from 'zod'
import { failureSchema } from '../contract/errors'
import type { Failure } from '../contract/errors'
import type { WorkQueue } from './work-queue'

const rowSchema = z.object({
  state: z.enum(['open', 'done', 'failed']),
  done: z.int(),
  total: z.int(),
  /** As its kind has it. */
  result: z.json().nullable(),
  failure: failureSchema.nullable().catch(null),
  /** Whether a job for it waits, or a worker has it. */
  isAsked: z.boolean(),
  /** Why that was given up. */
  reason: z.string().nullable(),
})
export type WorkerTaskRow = z.infer<typeof rowSchema>

/** Work with progress and one result, between who asked for it and the worker that has it. */
export class WorkerTasks {
  private readonly table: string

  constructor(private readonly queue: WorkQueue) {
    this.table = `${queue.schema}.tasks`
  }

  /** Makes the table where there is none. */
  async open(): Promise<void> {
    if (await this.queue.hasTable('tasks')) {
      return
    }
    await this.queue.ask(`
      BEGIN;
      SELECT pg_advisory_xact_lock(hashtextextended('${this.table}', 0));
      CREATE TABLE IF NOT EXISTS ${this.table} (
        id TEXT PRIMARY KEY,
        state TEXT NOT NULL DEFAULT 'open',
        -- id of the worker that has it: another one's words do not count
        worker TEXT,
        tries INTEGER NOT NULL DEFAULT 0,
        done INTEGER NOT NULL DEFAULT 0,
        total INTEGER NOT NULL DEFAULT 0,
        result JSONB,
        failure JSONB
      );
      COMMIT`)
  }

  async add(id: string): Promise<void> {
    await this.queue.ask(`INSERT INTO ${this.table} (id) VALUES ($1) ON CONFLICT (id) DO NOTHING`, [id])
  }

  /** Whoever has it drops it. */
  async remove(id: string): Promise<void> {
    await this.queue.ask(`DELETE FROM ${this.table} WHERE id = $1`, [id])
  }

  /** Null where it was removed. */
  async read(id: string): Promise<WorkerTaskRow | null> {
    const [row] = await this.queue.ask(
      `SELECT tasks.state, done, total, result, failure, coalesce(job.state <= 'active', false) AS "isAsked",
           coalesce(job.output->>'message', job.output->'value'->>'message') AS reason
         FROM ${this.table} AS tasks LEFT JOIN LATERAL (
           SELECT state, output FROM ${this.queue.schema}.job
             WHERE data->>'id' = tasks.id ORDER BY created_on DESC LIMIT 1
         ) AS job ON true WHERE tasks.id = $1`,
      [id],
    )
    return row === undefined ? null : rowSchema.parse(row)
  }

  /** Of a worker: it has it from now on. Returns the number of the try; null where it is not wanted any more. */
  async claim(id: string, worker: string): Promise<number | null> {
    const [row] = await this.queue.ask(
      `UPDATE ${this.table} SET worker = $2, tries = tries + 1 WHERE id = $1 AND state = 'open' RETURNING tries`,
      [id, worker],
    )
    return row === undefined ? null : Number(row['tries'])
  }

  /** Of the worker that has it. False where it has it no more. */
  async progress(id: string, worker: string, done: number, total: number): Promise<boolean> {
    const told = await this.queue.ask(
      `UPDATE ${this.table} SET done = $3, total = $4
         WHERE id = $1 AND worker = $2 AND state = 'open' RETURNING id`,
      [id, worker, done, total],
    )
    return told.length > 0
  }

  /** Of the worker that has it. */
  async end(id: string, worker: string, end: { result: unknown } | { failure: Failure }): Promise<void> {
    const { state, result, failure } =
      'result' in end
        ? { state: 'done', result: end.result, failure: null }
        : { state: 'failed', result: null, failure: end.failure }
    await this.queue.ask(
      `UPDATE ${this.table} SET state = $3, result = $4::jsonb, failure = $5::jsonb
         WHERE id = $1 AND worker = $2 AND state = 'open'`,
      [id, worker, state, JSON.stringify(result), JSON.stringify(failure)],
    )
  }
}
