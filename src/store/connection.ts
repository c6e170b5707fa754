import type { DatabaseSync } from '@photostructure/sqlite'

/** As SQLite has it, with failures in its own words. */
export type Connection = InstanceType<typeof DatabaseSync>

type Value = string | number | null

/** A connection whose failures are told in words, whichever statement they befall. */
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
    this.told(() => this.connection.exec(sql))
  }

  prepare(sql: string): Statement {
    const told = <T>(work: () => T): T => this.told(work)
    const statement = told(() => this.connection.prepare(sql))
    return {
      run: (...values) => void told(() => statement.run(...values)),
      get: (...values) => told(() => statement.get(...values) as unknown),
      all: (...values) => told(() => statement.all(...values) as unknown[]),
    }
  }

  close(): void {
    this.connection.close()
  }

  private told<T>(work: () => T): T {
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
