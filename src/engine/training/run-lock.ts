import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { ContractError, failWith, messageOf } from '../../contract/errors'
import type { Connection } from '../../store/database'

const LOCK_FILE = 'lock'
/** As long as another that only looks may hold it. */
const BUSY_MILLISECONDS = 500
/** SQLite's primary result code, sqlite.org/rescode.html. */
const SQLITE_BUSY = 5

export interface RunLock {
  /** Harmless where it was released before. */
  release(): void
}

/**
 * Keeps a run's folder for this program until it is released or the program ends. It is the system's own lock on an
 * empty file, taken by SQLite: what a program held that has ended, however it ended, counts for nothing.
 * @throws ContractError `unavailable` where another holds it; `cannot-write`
 */
export function lockRun(folder: string): RunLock {
  const path = join(folder, LOCK_FILE)
  let database: Connection | null = null
  try {
    database = new DatabaseSync(path, { timeout: BUSY_MILLISECONDS })
    database.exec('BEGIN EXCLUSIVE')
    return released(database)
  } catch (error) {
    database?.close()
    if (isBusy(error)) {
      throw heldByOtherProgram()
    }
    const reason = messageOf(error)
    throw new ContractError({
      code: 'cannot-write',
      path,
      message: `${path} cannot be written (${reason}), so the run is left as it is.`,
    })
  }
}

/** Whether a program holds it, be it this one. */
export function isLocked(folder: string): boolean {
  const path = join(folder, LOCK_FILE)
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

export function heldByOtherProgram(): ContractError {
  return failWith(
    'unavailable',
    'Another program is training this run: pause it there, or wait until it ends.',
  )
}

function released(database: Connection): RunLock {
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
