import { DatabaseSync } from '@photostructure/sqlite'
import { migrations } from './migrations'

export type Database = InstanceType<typeof DatabaseSync>

/** The store cannot be used; the message says why and what to do. */
export class StoreError extends Error {
  override name = 'StoreError'
}

/**
 * Opens or creates a project store and brings it up to date. A commit is on the disk when it returns:
 * write-ahead log with synchronous=FULL.
 * @throws StoreError where a newer program made it or it is damaged.
 */
export function openDatabase(path: string): Database {
  let database: Database | null = null
  try {
    database = new DatabaseSync(path)
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;')
    migrate(database, path)
    return database
  } catch (error) {
    database?.close()
    if (error instanceof StoreError) {
      throw error
    }
    const reason = error instanceof Error ? error.message : String(error)
    throw new StoreError(`The project store ${path} cannot be opened: ${reason}.`, { cause: error })
  }
}

function migrate(database: Database, path: string): void {
  const row = database.prepare('PRAGMA user_version').get() as { user_version: number }
  const latest = migrations[migrations.length - 1].version
  if (row.user_version > latest) {
    throw new StoreError(`${path} was made by a newer Deltascribe. Update this program to open it.`)
  }
  for (const { version, sql } of migrations) {
    if (version > row.user_version) {
      inTransaction(database, () => {
        database.exec(sql)
        database.exec(`PRAGMA user_version = ${version}`)
      })
    }
  }
}

/** All or nothing. Not to be nested. */
export function inTransaction<T>(database: Database, work: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
}
