import { z } from 'zod'
import { idempotent, nothing, once } from './define'

/** Kinds of work that a worker can take. */
export const WORKER_TASKS = ['proposals', 'training', 'exports', 'captions'] as const
export const workerTaskSchema = z.enum(WORKER_TASKS)
export type WorkerTask = z.infer<typeof workerTaskSchema>

/** `waiting` for a worker, or with one; the program that asked brings the result of one that is `done`. */
export const workerRunStateSchema = z.enum(['waiting', 'running', 'paused', 'failed', 'done'])
export type WorkerRunState = z.infer<typeof workerRunStateSchema>

export const workersStatusSchema = z.object({
  /** Programs that take work, the last one that was heard of first; one that ended without a word for an hour. */
  workers: z.array(
    z.object({
      /** The machine's name, and the number of the process there. */
      machine: z.string(),
      pid: z.int(),
      provider: z.string(),
      /** Pairs at once. */
      lanes: z.int(),
      proposers: z.array(z.string()),
      /** Kinds of work; a newer version may have more. */
      tasks: z.array(z.string()),
      done: z.int(),
      failed: z.int(),
      /** Seconds since its last sign of life. */
      seconds: z.number(),
      /** Whether that is too long ago. */
      isSilent: z.boolean(),
    }),
  ),
  /**
   * Pairs that were asked for, by the proposer and its version, or by the model that captions them and its address;
   * `done` and `failed` within the last week.
   */
  jobs: z.array(
    z.object({
      proposer: z.string(),
      version: z.string(),
      waiting: z.int(),
      active: z.int(),
      done: z.int(),
      failed: z.int(),
    }),
  ),
  /** Proposals a minute, over the last five minutes. */
  rate: z.number(),
  /** Pairs that were given up, the last first. */
  failures: z.array(z.object({ pair: z.string(), proposer: z.string(), reason: z.string() })),
  /** Runs of training that were asked for and did not end, the last first; `machine` is null before one has it. */
  runs: z.array(z.object({ run: z.string(), state: workerRunStateSchema, machine: z.string().nullable() })),
})
export type WorkersStatus = z.infer<typeof workersStatusSchema>

const askedSchema = z.object({
  proposer: z.string(),
  /** Pairs that lack a proposal by it. */
  lacking: z.int(),
  /** Those of them that did not wait already. */
  added: z.int(),
})

const askedCaptionsSchema = z.object({
  /** As in `seer at http://127.0.0.1:8080/v1`. */
  title: z.string(),
  /** Pairs that did not wait already. */
  added: z.int(),
  /** Open pairs that nothing is known of yet. */
  unproposed: z.int(),
})

/** Work by workers, in a project that lies in a database. */
export const workerCommands = {
  /** Null where the project lies in a file, or nobody has asked workers for anything. */
  'workers.status': idempotent(nothing, workersStatusSchema.nullable()),
  /**
   * Asks workers for proposals of pairs that lack one by this proposer; null for the one in use. A pair that waits
   * already waits once. Fails with `unavailable` where the project lies in a file.
   */
  'workers.ask': once(
    z.object({ proposer: z.string().max(120).nullable(), limit: z.int().positive().nullable() }),
    askedSchema,
  ),
  /**
   * Asks workers for captions of all open pairs, or of those of `pairIds` that are open, by the server and model of the
   * settings. A pair that waits already waits once. Fails with `unavailable` where the person has not agreed to the
   * address, or no worker takes captions.
   */
  'workers.askCaptions': once(
    z.object({ pairIds: z.array(z.int()).max(1_000_000).nullable() }),
    askedCaptionsSchema,
  ),
}
