import type { DatabaseSync } from '@photostructure/sqlite'

/** As SQLite has it, with failures in its own words. */
export type Connection = InstanceType<typeof DatabaseSync>

type Value = string | number | null

/** A connection whose errors are translated, whichever statement fails. */
export class Database {
  constructor(
    private readonly connection: Connection,
    /** What to throw for an error of SQLite's. */
    private readonly inWords: (error: unknown) => unknown,
  ) {}

  get isTransaction(): boolean {
    return this.connection.isTransaction
  }

  exec(sql: string): void {
    this.withStoreErrors(() => this.connection.exec(sql))
  }

  prepare(sql: string): Statement {
    const guarded = <T>(work: () => T): T => this.withStoreErrors(work)
    const statement = guarded(() => this.connection.prepare(sql))
    return {
      run: (...values) => void guarded(() => statement.run(...values)),
      get: (...values) => guarded(() => statement.get(...values) as unknown),
      all: (...values) => guarded(() => statement.all(...values) as unknown[]),
    }
  }

  close(): void {
    this.connection.close()
  }

  private withStoreErrors<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      throw this.inWords(error)
    }
  }
}

interface Statement {
  run(...values: Value[]): void
  /** The first row; undefined where there is none. */
  get(...values: Value[]): unknown
  all(...values: Value[]): unknown[]
}
