import { existsSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'
import { ContractError } from '../contract/errors'
import { PROJECT_MIGRATIONS } from './migrations'
import type { Migration } from './migrations'
import { OpenFiles } from './open-files'
import { inLookersWords, inWords, StoreError, storeError } from './store-error'
import { message } from '../messages/message'
import { inTransaction } from './database'
import type { Database, Statement, Value } from './database'

/** SQLite's own connection, with its own errors. */
export type Connection = InstanceType<typeof DatabaseSync>

/** A store in a file. */
export class SqliteDatabase implements Database {
  readonly dialect = 'sqlite'
  private files: OpenFiles | null = null

  constructor(
    private readonly connection: Connection,
    /** Translates an error of SQLite's into the one to throw. */
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
      run: (...values) => {
        const run = (): void => void guarded(() => statement.run(...values))
        if (this.isTransaction) {
          run()
        } else {
          this.certainly(run)
        }
      },
      get: (...values) => guarded(() => statement.get(...values) as unknown),
      all: (...values) => guarded(() => statement.all(...values) as unknown[]),
    }
  }

  begin(): void {
    this.exec('BEGIN IMMEDIATE')
  }

  beginSnapshot(): void {
    this.exec('BEGIN')
  }

  /** The file's one connection answers at once. */
  async aside(sql: string, ...values: Value[]): Promise<unknown[]> {
    return Promise.resolve(this.prepare(sql).all(...values))
  }

  changeCount(): string {
    const own = this.prepare('SELECT total_changes() AS count').get() as { count: number }
    const others = this.prepare('PRAGMA data_version').get() as { data_version: number }
    return `${own.count} ${others.data_version}`
  }

  /** From now on nothing counts as stored that is not in the files at `path`. */
  requireFilesAt(path: string): void {
    this.files = new OpenFiles(path)
  }

  rollback(): void {
    this.exec('ROLLBACK')
  }

  /** Ends a transaction. @throws ContractError `cannot-write` if the files were removed */
  commit(): void {
    this.certainly(() => this.exec('COMMIT'))
  }

  /**
   * Checks the files before the commit, so that nothing is written without them, and after it, before it is reported.
   */
  private certainly(store: () => void): void {
    this.files?.require()
    store()
    this.files?.require()
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

/** How long one program waits for another that writes to the same store. */
export const BUSY_MILLISECONDS = 5000

/**
 * Opens or creates a store and migrates it. A commit is on the disk when it returns: write-ahead log with
 * synchronous=FULL. Its statements throw the errors of `inWords`.
 * @throws StoreError if a newer program made it or it is damaged; ContractError as `inWords`
 */
export function openDatabase(
  path: string,
  migrations: readonly Migration[] = PROJECT_MIGRATIONS,
): SqliteDatabase {
  let connection: Connection | null = null
  try {
    connection = connect(path)
    const database = new SqliteDatabase(connection, (error) => inWords(path, error))
    migrate(database, path, migrations)
    database.requireFilesAt(path)
    return database
  } catch (error) {
    connection?.close()
    if (error instanceof StoreError) {
      throw error
    }
    const check = inWords(path, error)
    const isDamage = check instanceof StoreError && check.isDamage
    throw check instanceof ContractError && !isDamage
      ? check
      : storeError(path, 'store.cannotBeOpened', error, isDamage)
  }
}

/** SQLITE_IOERR_SHMSIZE */
const NO_ROOM_TO_SHARE = 4874

/**
 * Opens a store that another program edits. Each statement that would write throws ContractError `held`.
 * @throws StoreError where it must be brought up to date first, a newer program made it, or it is damaged
 */
export function openToLook(path: string, migrations: readonly Migration[] = PROJECT_MIGRATIONS): Database {
  let connection: Connection | null = null
  try {
    connection = new DatabaseSync(path, { readOnly: true, timeout: BUSY_MILLISECONDS })
    connection.exec('PRAGMA temp_store = MEMORY')
    const database = new SqliteDatabase(connection, (error) => inLookersWords(path, error))
    if (requireKnown(database, path, migrations) < migrations[migrations.length - 1].version) {
      throw new StoreError(message('store.older', { path }))
    }
    return database
  } catch (error) {
    connection?.close()
    throw error instanceof ContractError ? error : inWords(path, error)
  }
}

/**
 * Beside the store lies a small file that all programs share which use it. If the full disk has no room for it, this
 * program has the store to itself, in memory, until it closes it: sqlite.org/wal.html#noshm.
 */
function connect(path: string): Connection {
  try {
    return connectBy(path, 'NORMAL')
  } catch (error) {
    if ((error as { errcode?: unknown }).errcode !== NO_ROOM_TO_SHARE) {
      throw error
    }
    return connectBy(path, 'EXCLUSIVE')
  }
}

function connectBy(path: string, locking: 'NORMAL' | 'EXCLUSIVE'): Connection {
  const connection = new DatabaseSync(path, { timeout: BUSY_MILLISECONDS })
  try {
    connection.exec(`PRAGMA locking_mode = ${locking}; PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY;`)
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

function migrate(database: Database, path: string, migrations: readonly Migration[]): void {
  if (requireKnown(database, path, migrations) < migrations[migrations.length - 1].version) {
    inTransaction(database, () => {
      // read again: another program may have migrated it while this one waited
      for (const { version, sql } of migrations.filter((one) => one.version > versionOf(database))) {
        database.exec(sql)
        database.exec(`PRAGMA user_version = ${version}`)
      }
    })
  }
}

/** Whether the next opening changes its form. Of one that cannot be read, the opening says so. */
export function isOlderStore(path: string, migrations: readonly Migration[] = PROJECT_MIGRATIONS): boolean {
  if (!existsSync(path)) {
    return false
  }
  let connection: Connection | null = null
  try {
    connection = new DatabaseSync(path, { readOnly: true, timeout: BUSY_MILLISECONDS })
    const version = versionOf(new SqliteDatabase(connection, (error) => error))
    return version > 0 && version < migrations[migrations.length - 1].version
  } catch {
    return false
  } finally {
    connection?.close()
  }
}

/** The version of the store. @throws StoreError where a newer program made it */
function requireKnown(database: Database, path: string, migrations: readonly Migration[]): number {
  const present = versionOf(database)
  if (present > migrations[migrations.length - 1].version) {
    throw new StoreError(message('store.newer', { path }))
  }
  return present
}

export function versionOf(database: Database): number {
  return (database.prepare('PRAGMA user_version').get() as { user_version: number }).user_version
}
