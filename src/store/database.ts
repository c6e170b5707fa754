export type Value = string | number | null | Uint8Array
export type Row = Record<string, Value>

/**
 * A connection to where projects are stored. The statements of the store are in words that SQLite and PostgreSQL read
 * alike; where there are none, they ask for `dialect`. Errors are translated, whichever statement fails.
 */
export interface Database {
  readonly dialect: 'sqlite' | 'postgres'
  readonly isTransaction: boolean
  exec(sql: string): void
  /** Values stand for `?`, in order, or for `?1`, `?2` and so on. */
  prepare(sql: string): Statement
  /**
   * Rows of a question that takes longer the more pairs there are: other statements need not wait for it where it has
   * a connection of its own, with temporary tables of its own. It knows nothing of a transaction that is under way.
   */
  aside(sql: string, ...values: Value[]): Promise<unknown[]>
  /** Begins a transaction that alone may write. */
  begin(): void
  /** Begins one that writes nothing, and reads all as it was when it read first, whatever others store meanwhile. */
  beginSnapshot(): void
  /** Ends a transaction: all of it is durable. */
  commit(): void
  rollback(): void
  /** Another text wherever this program or another one has changed anything. */
  changeCount(): string
  close(): void
}

export interface Statement {
  run(...values: Value[]): void
  /** The first row; undefined where there is none. */
  get(...values: Value[]): unknown
  all(...values: Value[]): unknown[]
}

/** All or nothing. Must not be nested. */
export function inTransaction<T>(database: Database, work: () => T): T {
  try {
    database.begin()
    const result = work()
    database.commit()
    return result
  } catch (error) {
    // a full disk has ended it already, and so has a commit whose files were removed meanwhile
    if (database.isTransaction) {
      database.rollback()
    }
    throw error
  }
}

/** Reads all as it was at the beginning of `work`, which writes nothing. Must not be nested. */
export function inSnapshot<T>(database: Database, work: () => T): T {
  database.beginSnapshot()
  try {
    return work()
  } finally {
    if (database.isTransaction) {
      database.rollback()
    }
  }
}

export function isSameValue(one: Value, other: Value): boolean {
  return one instanceof Uint8Array && other instanceof Uint8Array
    ? Buffer.compare(one, other) === 0
    : one === other
}
