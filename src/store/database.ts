import { DatabaseSync } from '@photostructure/sqlite'
import { ContractError, failWith } from '../contract/errors'
import { migrations } from './migrations'

export type Database = InstanceType<typeof DatabaseSync>

/** The store cannot be used; the message says why and what to do. */
export class StoreError extends Error {
  override name = 'StoreError'
}

/** How long one program waits for another that writes to the same store. */
const busyMilliseconds = 5000

/**
 * Opens or creates a project store and brings it up to date. A commit is on the disk when it returns:
 * write-ahead log with synchronous=FULL.
 * @throws StoreError where a newer program made it or it is damaged.
 */
export function openDatabase(path: string): Database {
  let database: Database | null = null
  try {
    database = new DatabaseSync(path, { timeout: busyMilliseconds })
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;')
    migrate(database, path)
    return database
  } catch (error) {
    database?.close()
    if (error instanceof StoreError) {
      throw error
    }
    const reason = error instanceof Error ? error.message : String(error)
    const advice = 'Put back a copy of this file, or move it away to begin anew'
    throw new StoreError(`The project store ${path} cannot be opened: ${reason}. ${advice}.`, {
      cause: error,
    })
  }
}

function migrate(database: Database, path: string): void {
  const latest = migrations[migrations.length - 1].version
  const present = versionOf(database)
  if (present > latest) {
    throw new StoreError(`${path} was made by a newer Deltascribe. Update this program to open it.`)
  }
  if (present < latest) {
    inTransaction(database, () => {
      // read again: another program may have brought it up to date while this one waited
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

/**
 * All or nothing. Not to be nested.
 * @throws ContractError `cannot-write` where the disk is full, `unavailable` where another program writes
 */
export function inTransaction<T>(database: Database, work: () => T): T {
  try {
    database.exec('BEGIN IMMEDIATE')
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    // a full disk has ended it already
    if (database.isTransaction) {
      database.exec('ROLLBACK')
    }
    throw inWords(database, error)
  }
}

/** SQLite's primary result codes, sqlite.org/rescode.html. */
const sqliteBusy = 5
const sqliteFull = 13

function inWords(database: Database, error: unknown): unknown {
  const { errcode } = error as { errcode?: unknown }
  const primary = typeof errcode === 'number' ? errcode & 0xff : null
  if (primary === sqliteFull) {
    const path = database.location() ?? ''
    const message = `The disk of ${path} is full, so this was not stored: free some space and try again.`
    return new ContractError({ code: 'cannot-write', path, message })
  }
  return primary === sqliteBusy
    ? failWith('unavailable', 'Another program is writing to this project. Try again when it is done.')
    : error
}
