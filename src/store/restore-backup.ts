import { closeSync, copyFileSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { ContractError, failWith, messageOf } from '../contract/errors'
import type { Connection } from './sqlite-database'
import { backupsFolder, makeBackupNow, readBackupName } from './backups'
import { message, messageTextOf, messageFields } from '../messages/message'

/**
 * Puts a backup in place of a store that this program holds and has closed. The store becomes a backup itself first, so
 * that the restoring can be undone. Returns that one's name.
 * @throws ContractError `not-found`; `unavailable` where the backup is damaged; `cannot-write`. Nothing is changed then.
 */
export function restoreBackup(storePath: string, name: string): string {
  const from = join(backupsFolder(storePath), name)
  if (readBackupName(name) === null || !existsSync(from)) {
    throw failWith('not-found', message('store.noSuchBackup', { name, folder: backupsFolder(storePath) }))
  }
  requireWhole(from)
  const made = `${storePath}.part`
  try {
    // the copy first: making a backup of the store may delete the oldest one
    copyFileSync(from, made)
    flush(made)
    const aside = putStoreAside(storePath)
    // what they hold is in the backup of the store by now
    ;['-wal', '-shm'].forEach((end) => rmSync(storePath + end, { force: true }))
    renameSync(made, storePath)
    return aside
  } catch (error) {
    rmSync(made, { force: true })
    throw notRestored(storePath, error)
  }
}

function requireWhole(path: string): void {
  let found: string
  let database: Connection | null = null
  try {
    database = new DatabaseSync(path, { readOnly: true })
    const row = database.prepare('PRAGMA quick_check(1)').get() as { quick_check: string }
    found = row.quick_check
  } catch (error) {
    found = messageOf(error)
  } finally {
    database?.close()
  }
  if (found !== 'ok') {
    throw failWith('unavailable', message('store.backupDamaged', { path, reason: found }))
  }
}

/** One that cannot be read any more is kept as the bytes that it has, with its log. */
function putStoreAside(storePath: string): string {
  try {
    return makeBackupNow(storePath, 'restore')
  } catch (error) {
    if (!existsSync(storePath)) {
      return ''
    }
    const name = `${new Date().toISOString().replaceAll(':', '-')}-restore.db`
    const aside = join(backupsFolder(storePath), name)
    try {
      for (const end of ['', '-wal'].filter((one) => existsSync(storePath + one))) {
        copyFileSync(storePath + end, aside + end)
        flush(aside + end)
      }
    } catch {
      ;['', '-wal'].forEach((end) => rmSync(aside + end, { force: true }))
      throw error
    }
    return name
  }
}

function flush(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function notRestored(path: string, error: unknown): ContractError {
  const text = message('store.notRestored', { path, reason: messageTextOf(error) })
  return new ContractError({ code: 'cannot-write', path, ...messageFields(text) })
}
