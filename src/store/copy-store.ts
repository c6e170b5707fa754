import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'
import { StoreError } from './database'
import { messageOf } from '../contract/errors'

/**
 * Copies a store, with edits that are still in its write-ahead log, from a folder that may be read-only. The copy
 * appears whole or not at all. @throws StoreError
 */
export function copyStore(from: string, to: string): void {
  const made = `${to}.part`
  const forget = (): void =>
    [made, `${made}-wal`, `${made}-shm`].forEach((path) => rmSync(path, { force: true }))
  try {
    forget()
    try {
      copyOpen(from, made)
    } catch {
      // SQLite opens no store with a write-ahead log where it cannot write beside it
      forget()
      copyFiles(from, made)
    }
    renameSync(made, to)
  } catch (error) {
    const reason = messageOf(error)
    throw new StoreError(`The work in ${from} could not be copied to ${to}: ${reason}.`, { cause: error })
  } finally {
    forget()
  }
}

/** As another program may be writing to it. */
function copyOpen(from: string, to: string): void {
  const database = new DatabaseSync(from, { readOnly: true })
  try {
    database.prepare('VACUUM INTO ?').run(to)
  } finally {
    database.close()
  }
}

function copyFiles(from: string, to: string): void {
  for (const end of ['', '-wal']) {
    if (existsSync(from + end)) {
      copyFileSync(from + end, to + end)
    }
  }
  const database = new DatabaseSync(to)
  try {
    // takes in the log, so that there is one file to move
    database.exec('PRAGMA journal_mode = DELETE')
  } finally {
    database.close()
  }
}
