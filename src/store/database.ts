import { DatabaseSync } from '@photostructure/sqlite'
import { ContractError, failWith, messageOf } from '../contract/errors'
import type { PairProblem } from '../domain/pair'
import { PROJECT_MIGRATIONS } from './migrations'
import type { Migration } from './migrations'
import { OpenFiles } from './open-files'

/** SQLite's own connection, with its own errors. */
export type Connection = InstanceType<typeof DatabaseSync>

export type Value = string | number | null | Uint8Array
export type Row = Record<string, Value>

/** A connection whose errors are translated, whichever statement fails. */
export class Database {
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

  /** From now on nothing counts as stored that is not in the files at `path`. */
  requireFilesAt(path: string): void {
    this.files = new OpenFiles(path)
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

interface Statement {
  run(...values: Value[]): void
  /** The first row; undefined where there is none. */
  get(...values: Value[]): unknown
  all(...values: Value[]): unknown[]
}

/** The store, or a row of it, cannot be used; the message has the reason and a way out. */
export class StoreError extends ContractError {
  override name = 'StoreError'
  /** Bytes differ from the written ones: reading again gives the same. */
  readonly isDamage: boolean
  readonly path: string

  constructor(
    message: string,
    { path = '', cause, isDamage = false }: { path?: string; cause?: unknown; isDamage?: boolean } = {},
  ) {
    super({ code: 'folder-unreadable', path, message })
    this.cause = cause
    this.isDamage = isDamage
    this.path = path
  }
}

/** The problem of a pair whose rows are damaged. @throws any other error, as it is */
export function damagedProblem(error: unknown): PairProblem {
  if (error instanceof StoreError && error.isDamage) {
    const message = `The work on this pair cannot be read (doctor checks the project): ${error.message}`
    return { code: 'damaged', message, path: error.path }
  }
  throw error
}

/** How long one program waits for another that writes to the same store. */
const BUSY_MILLISECONDS = 5000

/**
 * Opens or creates a store and migrates it. A commit is on the disk when it returns: write-ahead log with
 * synchronous=FULL. Its statements throw the errors of `inWords`.
 * @throws StoreError if a newer program made it or it is damaged; ContractError as `inWords`
 */
export function openDatabase(path: string, migrations: readonly Migration[] = PROJECT_MIGRATIONS): Database {
  let connection: Connection | null = null
  try {
    connection = connect(path)
    const database = new Database(connection, (error) => inWords(path, error))
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
      : storeError(path, 'cannot be opened', error, BEGIN_ANEW, isDamage)
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
      PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;`)
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

function migrate(database: Database, path: string, migrations: readonly Migration[]): void {
  const latest = migrations[migrations.length - 1].version
  const present = versionOf(database)
  if (present > latest) {
    throw new StoreError(`${path} was made by a newer Deltascribe. Update this program to open it.`)
  }
  if (present < latest) {
    inTransaction(database, () => {
      // read again: another program may have migrated it while this one waited
      for (const { version, sql } of migrations.filter((one) => one.version > versionOf(database))) {
        database.exec(sql)
        database.exec(`PRAGMA user_version = ${version}`)
      }
    })
  }
}

function versionOf(database: Database): number {
  return (database.prepare('PRAGMA user_version').get() as { user_version: number }).user_version
}

/** All or nothing. Must not be nested. */
export function inTransaction<T>(database: Database, work: () => T): T {
  try {
    database.exec('BEGIN IMMEDIATE')
    const result = work()
    database.commit()
    return result
  } catch (error) {
    // a full disk has ended it already, and so has a commit whose files were removed meanwhile
    if (database.isTransaction) {
      database.exec('ROLLBACK')
    }
    throw error
  }
}

/** SQLite's primary result codes, sqlite.org/rescode.html. */
const CODES = { busy: 5, readOnly: 8, ioError: 10, corrupt: 11, full: 13, cannotOpen: 14, notADatabase: 26 }

/** SQLITE_IOERR_SHMSIZE */
const NO_ROOM_TO_SHARE = 4874

const BEGIN_ANEW = 'Put back a copy of this file, or move it away to begin anew'

/**
 * The error to throw: ContractError `cannot-write` if the disk is full and `unavailable` if another program writes,
 * StoreError if the file or its disk fails. Any other error as it is.
 */
function inWords(path: string, error: unknown): unknown {
  const { errcode } = error as { errcode?: unknown }
  switch (typeof errcode === 'number' ? errcode & 0xff : null) {
    case CODES.full: {
      const message = `The disk of ${path} is full, so this was not stored: free some space and try again.`
      return new ContractError({ code: 'cannot-write', path, message })
    }
    case CODES.busy:
      return failWith('unavailable', 'Another program is writing to this project. Try again when it is done.')
    case CODES.corrupt:
    case CODES.notADatabase:
      return storeError(path, 'is damaged', error, BEGIN_ANEW, true)
    case CODES.readOnly:
    case CODES.ioError:
    case CODES.cannotOpen:
      return storeError(path, 'cannot be read or written', error, 'See to its disk and open the folder again')
    default:
      return error
  }
}

function storeError(
  path: string,
  problem: string,
  cause: unknown,
  advice: string,
  isDamage = false,
): StoreError {
  const message = `The project store ${path} ${problem}: ${messageOf(cause)}. ${advice}.`
  return new StoreError(message, { path, cause, isDamage })
}
