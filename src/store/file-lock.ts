import { existsSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'
import type { Connection } from './sqlite-database'

/** As long as another that only looks may hold it. */
const BUSY_MILLISECONDS = 500
/** SQLite's primary result code, sqlite.org/rescode.html. */
const SQLITE_BUSY = 5

export interface FileLock {
  /** Harmless where it was released before. */
  release(): void
}

/** Another holds the lock, be it this program. */
export class FileBusy extends Error {
  override name = 'FileBusy'
}

/**
 * The system's own lock on an empty file, taken by SQLite, until it is released or the program ends, however it ends.
 * @throws FileBusy, SQLite's error
 */
export function lockFile(path: string): FileLock {
  let database: Connection | null = null
  try {
    database = new DatabaseSync(path, { timeout: BUSY_MILLISECONDS })
    database.exec('BEGIN EXCLUSIVE')
    return released(database)
  } catch (error) {
    database?.close()
    throw isBusy(error) ? new FileBusy(`${path} is locked`, { cause: error }) : error
  }
}

/** Whether a program holds it, be it this one. */
export function isFileLocked(path: string): boolean {
  if (!existsSync(path)) {
    return false
  }
  let database: Connection | null = null
  try {
    database = new DatabaseSync(path, { readOnly: true, timeout: 0 })
    database.prepare('SELECT 1 FROM sqlite_schema').all()
    return false
  } catch (error) {
    return isBusy(error)
  } finally {
    database?.close()
  }
}

function released(database: Connection): FileLock {
  let isHeld = true
  return {
    release() {
      if (isHeld) {
        database.close()
      }
      isHeld = false
    },
  }
}

function isBusy(error: unknown): boolean {
  const { errcode } = error as { errcode?: unknown }
  return typeof errcode === 'number' && (errcode & 0xff) === SQLITE_BUSY
}
