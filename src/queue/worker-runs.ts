import { z } from 'zod'
import { failureSchema } from '../contract/errors'
import type { Failure } from '../contract/errors'
import { trainingLineSchema } from '../contract/training'
import type { TrainingLine } from '../contract/training'
import { workerRunStateSchema } from '../contract/workers'
import type { WorkerRunState, WorkersStatus } from '../contract/workers'
import { TRAINING_QUEUES } from './training-job'
import type { WorkQueue } from './work-queue'
import { sha256Schema } from '../process/sha256'

/** A file of a run's result. Its path is relative, with forward slashes. */
export const runFileSchema = z.object({
  path: z.string().max(200),
  bytes: z.int().nonnegative(),
  sha256: sha256Schema,
})
export type RunFile = z.infer<typeof runFileSchema>

const wantedSchema = z.enum(['run', 'pause'])
/** What whoever asked for a run wants of it now. */
export type WantedOfRun = z.infer<typeof wantedSchema>

const rowSchema = z.object({
  wanted: wantedSchema,
  state: workerRunStateSchema,
  machine: z.string().nullable(),
  files: z.array(runFileSchema).nullable(),
  failure: failureSchema.nullable().catch(null),
  /** Of the last job for the run, as pg-boss has it; null where there is none. */
  job: z.string().nullable(),
  /** Why that was given up. */
  reason: z.string().nullable(),
})
export type WorkerRun = z.infer<typeof rowSchema>

const listSchema = z.array(
  z.object({ run: z.string(), state: workerRunStateSchema, machine: z.string().nullable() }),
)

interface RunEnd {
  state: Extract<WorkerRunState, 'paused' | 'failed' | 'done'>
  files?: readonly RunFile[]
  failure?: Failure
}

/** Runs of training between who asked for them and the worker that has them: lines, wishes and results. */
export class WorkerRuns {
  private readonly schema: string

  constructor(private readonly queue: WorkQueue) {
    this.schema = queue.schema
  }

  /** Makes the tables where there are none. */
  async open(): Promise<void> {
    if (await this.isThere()) {
      return
    }
    const { schema } = this
    await this.queue.ask(`
      BEGIN;
      SELECT pg_advisory_xact_lock(hashtextextended('${schema}.runs', 0));
      CREATE TABLE IF NOT EXISTS ${schema}.runs (
        id TEXT PRIMARY KEY,
        wanted TEXT NOT NULL,
        state TEXT NOT NULL,
        -- id of the worker that has it: another one's words do not count
        worker TEXT,
        machine TEXT,
        -- of the result, as JSON
        files JSONB,
        failure JSONB,
        asked_at TIMESTAMPTZ NOT NULL DEFAULT now()
      );
      CREATE TABLE IF NOT EXISTS ${schema}.run_lines (
        run TEXT NOT NULL REFERENCES ${schema}.runs (id) ON DELETE CASCADE,
        number BIGSERIAL,
        line JSONB NOT NULL,
        PRIMARY KEY (run, number)
      );
      CREATE TABLE IF NOT EXISTS ${schema}.run_files (
        run TEXT NOT NULL REFERENCES ${schema}.runs (id) ON DELETE CASCADE,
        path TEXT NOT NULL,
        part INTEGER NOT NULL,
        bytes BYTEA NOT NULL,
        PRIMARY KEY (run, path, part)
      );
      COMMIT`)
  }

  /** One that runs or is done stays so; else it waits for a worker. */
  async want(run: string): Promise<void> {
    await this.queue.ask(
      `INSERT INTO ${this.schema}.runs AS known (id, wanted, state) VALUES ($1, 'run', 'waiting')
         ON CONFLICT (id) DO UPDATE SET wanted = 'run', failure = NULL,
           state = CASE WHEN known.state IN ('running', 'done') THEN known.state ELSE 'waiting' END,
           worker = CASE WHEN known.state IN ('running', 'done') THEN known.worker END`,
      [run],
    )
  }

  async pause(run: string): Promise<void> {
    await this.queue.ask(`UPDATE ${this.schema}.runs SET wanted = 'pause' WHERE id = $1`, [run])
  }

  /** Whoever has it drops it. */
  async remove(run: string): Promise<void> {
    if (await this.isThere()) {
      await this.queue.ask(`DELETE FROM ${this.schema}.runs WHERE id = $1`, [run])
    }
  }

  /** Null where it was removed. */
  async read(run: string): Promise<WorkerRun | null> {
    const { schema } = this
    const [row] = await this.queue.ask(
      `SELECT wanted, runs.state, machine, files, failure,
           -- a worker that died has it no more, though no other has looked since
           CASE WHEN job.state = 'active' AND job.started_on + job.expire_in < now() THEN 'retry'
             ELSE job.state::text END AS job,
           coalesce(job.output->>'message', job.output->'value'->>'message') AS reason
         FROM ${schema}.runs LEFT JOIN LATERAL (
           SELECT state, output, started_on, expire_in FROM ${schema}.job
             WHERE name LIKE '${TRAINING_QUEUES}%' AND singleton_key = runs.id ORDER BY created_on DESC LIMIT 1
         ) AS job ON true WHERE id = $1`,
      [run],
    )
    return row === undefined ? null : rowSchema.parse(row)
  }

  /** The oldest lines, at most so many. Those of a newer version are null. */
  async lines(run: string, most: number): Promise<{ number: string; line: TrainingLine | null }[]> {
    const rows = await this.queue.ask(
      `SELECT number::text AS number, line FROM ${this.schema}.run_lines WHERE run = $1 ORDER BY run_lines.number LIMIT $2`,
      [run, most],
    )
    return rows.map(({ number, line }) => ({
      number: String(number),
      line: trainingLineSchema.safeParse(line).data ?? null,
    }))
  }

  /** They were kept elsewhere, up to this one. */
  async dropLines(run: string, last: string): Promise<void> {
    await this.queue.ask(`DELETE FROM ${this.schema}.run_lines WHERE run = $1 AND number <= $2::bigint`, [
      run,
      last,
    ])
  }

  /** Null where there is no such part. */
  async part(run: string, path: string, part: number): Promise<Uint8Array | null> {
    const [row] = await this.queue.ask(
      `SELECT bytes FROM ${this.schema}.run_files WHERE run = $1 AND path = $2 AND part = $3`,
      [run, path, part],
    )
    return row === undefined ? null : (row['bytes'] as Uint8Array)
  }

  /** Of a worker: it has the run from now on, and nobody else. False where it is not wanted any more. */
  async claim(run: string, worker: string, machine: string): Promise<boolean> {
    const claimed = await this.queue.ask(
      `UPDATE ${this.schema}.runs SET worker = $2, machine = $3, state = 'running'
         WHERE id = $1 AND wanted = 'run' AND state IN ('waiting', 'running') RETURNING id`,
      [run, worker, machine],
    )
    return claimed.length > 0
  }

  /** Of the worker that has it. Returns what is wanted of it, null where another worker has it or nobody wants it. */
  async report(run: string, worker: string, lines: readonly TrainingLine[]): Promise<WantedOfRun | null> {
    const { schema } = this
    if (lines.length > 0) {
      await this.queue.ask(
        `INSERT INTO ${schema}.run_lines (run, line)
           SELECT $1, value FROM jsonb_array_elements($3::jsonb) WITH ORDINALITY AS given (value, place)
             WHERE EXISTS (SELECT 1 FROM ${schema}.runs WHERE id = $1 AND worker = $2) ORDER BY place`,
        [run, worker, JSON.stringify(lines)],
      )
    }
    const [row] = await this.queue.ask(
      `SELECT wanted FROM ${schema}.runs WHERE id = $1 AND worker = $2 AND state = 'running'`,
      [run, worker],
    )
    return row === undefined ? null : (wantedSchema.safeParse(row['wanted']).data ?? null)
  }

  /** Of the worker that has it: no file of an earlier try is left. */
  async clearFiles(run: string, worker: string): Promise<void> {
    await this.queue.ask(
      `DELETE FROM ${this.schema}.run_files WHERE run = $1
         AND EXISTS (SELECT 1 FROM ${this.schema}.runs WHERE id = $1 AND worker = $2)`,
      [run, worker],
    )
  }

  async addPart(
    run: string,
    worker: string,
    { path, part, bytes }: { path: string; part: number; bytes: Uint8Array },
  ): Promise<void> {
    await this.queue.ask(
      `INSERT INTO ${this.schema}.run_files (run, path, part, bytes)
         SELECT $1, $3, $4::int, $5::bytea WHERE EXISTS (
           SELECT 1 FROM ${this.schema}.runs WHERE id = $1 AND worker = $2 AND state = 'running')
         ON CONFLICT (run, path, part) DO UPDATE SET bytes = excluded.bytes`,
      [run, worker, path, part, Buffer.from(bytes)],
    )
  }

  /** Of the worker that has it. False where it does not count: another has it, or it is to go on. */
  async end(run: string, worker: string, { state, files, failure }: RunEnd): Promise<boolean> {
    const ended = await this.queue.ask(
      `UPDATE ${this.schema}.runs SET state = $3, files = $4::jsonb, failure = $5::jsonb
         WHERE id = $1 AND worker = $2 AND state = 'running' AND ($3 <> 'paused' OR wanted = 'pause')
         RETURNING id`,
      [run, worker, state, asJson(files), asJson(failure)],
    )
    return ended.length > 0
  }

  /** Those that did not end, the last first. */
  async list(): Promise<WorkersStatus['runs']> {
    if (!(await this.isThere())) {
      return []
    }
    return listSchema.parse(
      await this.queue.ask(
        `SELECT id AS run, state, machine FROM ${this.schema}.runs ORDER BY asked_at DESC, id`,
      ),
    )
  }

  private isThere(): Promise<boolean> {
    return this.queue.hasTable('run_files')
  }
}

function asJson(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value)
}
