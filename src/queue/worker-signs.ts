import { workersStatusSchema } from '../contract/workers'
import type { WorkersStatus, WorkerTask } from '../contract/workers'
import { LEASE_SECONDS } from './work-queue'
import type { WorkQueue } from './work-queue'
import type { WantedProposer } from './proposal-job'

/** Of a worker that ended without a word. */
const FORGOTTEN = '1 hour'

/** A program that takes work. */
export interface Worker {
  /** Random. */
  id: string
  /** The machine's name, and the number of the process there. */
  machine: string
  pid: number
  provider: string
  lanes: number
  proposers: readonly WantedProposer[]
  /** Kinds of work that it takes. */
  tasks: readonly WorkerTask[]
}

const listSchema = workersStatusSchema.shape.workers.element.omit({ isSilent: true }).array()

/** Signs of life of workers, for the list of them. No work depends on it. */
export class WorkerSigns {
  constructor(private readonly queue: WorkQueue) {}

  /** Makes their table where there is none. */
  async open(): Promise<void> {
    const { schema } = this.queue
    const columns = await this.queue.ask(
      `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = $1 AND table_name = 'workers'`,
      [schema],
    )
    // who may not make tables can use what is there
    if (columns.some(({ name }) => name === 'tasks')) {
      return
    }
    await this.queue.ask(`
      BEGIN;
      SELECT pg_advisory_xact_lock(hashtextextended('${schema}.workers', 0));
      CREATE TABLE IF NOT EXISTS ${schema}.workers (
        id TEXT PRIMARY KEY,
        machine TEXT NOT NULL,
        pid INTEGER NOT NULL,
        provider TEXT NOT NULL,
        lanes INTEGER NOT NULL,
        -- names, as JSON
        proposers JSONB NOT NULL,
        done INTEGER NOT NULL DEFAULT 0,
        failed INTEGER NOT NULL DEFAULT 0,
        seen_at TIMESTAMPTZ NOT NULL
      );
      -- kinds of work, as JSON; null for a version that took proposals alone
      ALTER TABLE ${schema}.workers ADD COLUMN IF NOT EXISTS tasks JSONB;
      COMMIT`)
  }

  async sign(worker: Worker, { done, failed }: { done: number; failed: number }): Promise<void> {
    const { id, machine, pid, provider, lanes, proposers, tasks } = worker
    await this.queue.ask(
      `INSERT INTO ${this.queue.schema}.workers
           (id, machine, pid, provider, lanes, proposers, done, failed, tasks, seen_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, now())
         ON CONFLICT (id) DO UPDATE SET provider = excluded.provider, lanes = excluded.lanes,
           proposers = excluded.proposers, done = excluded.done, failed = excluded.failed, seen_at = now()`,
      [
        id,
        machine,
        pid,
        provider,
        lanes,
        JSON.stringify(proposers.map(({ name }) => name).toSorted()),
        done,
        failed,
        JSON.stringify(tasks),
      ],
    )
  }

  /** It ends now. Those that ended without a word long ago are forgotten too. */
  async leave({ id }: Worker): Promise<void> {
    await this.queue.ask(
      `DELETE FROM ${this.queue.schema}.workers WHERE id = $1 OR seen_at < now() - interval '${FORGOTTEN}'`,
      [id],
    )
  }

  /** The last one that was heard of first. */
  async list(): Promise<WorkersStatus['workers']> {
    // whoever made the queue makes it next
    if (!(await this.queue.hasTable('workers'))) {
      return []
    }
    const rows = await this.queue.ask(
      `SELECT machine, pid, provider, lanes, proposers, done, failed,
           coalesce(to_jsonb(workers)->'tasks', '["proposals"]') AS tasks,
           extract(epoch FROM now() - seen_at)::float8 AS seconds
         FROM ${this.queue.schema}.workers WHERE seen_at > now() - interval '${FORGOTTEN}'
         ORDER BY seen_at DESC, id`,
    )
    return listSchema.parse(rows).map((worker) => ({ ...worker, isSilent: worker.seconds > LEASE_SECONDS }))
  }
}
