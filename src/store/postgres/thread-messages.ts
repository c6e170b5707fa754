import type { Value } from '../database'

/** What the thread with the connection is asked, one question at a time. */
export interface Question {
  /** Its answer has it too: one that comes after the asker gave up is known by it. */
  readonly id: number
  readonly sql: string
  /** Null for several statements in one text, which have no values. */
  readonly values: readonly Value[] | null
  /** Within a transaction: a new connection knows nothing of it. */
  readonly isWithin: boolean
}

export type Answer = Result & { readonly id: number }

export type Result =
  | { readonly rows: readonly unknown[] }
  /** `code` is PostgreSQL's (postgresql.org/docs/current/errcodes-appendix.html), or Node's where there is no server. */
  | { readonly error: { readonly message: string; readonly code: string | null } }

export interface ThreadData {
  readonly url: string
  /** Where the tables are. */
  readonly schema: string
  /** One number, which the thread counts up with each answer: the asker sleeps on it. */
  readonly answered: Int32Array
}
