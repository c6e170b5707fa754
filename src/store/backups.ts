import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { backup, DatabaseSync } from '@photostructure/sqlite'
import { backupReasonSchema } from '../contract/copies'
import type { Backup, BackupReason, StoreCounts } from '../contract/copies'
import { copyStore } from './copy-store'
import type { Connection } from './sqlite-database'
import { message, messageTextOf } from '../messages/message'

/** Beside the store. */
const BACKUPS_FOLDER = 'backups'
/** So many are kept, of whatever reason; the oldest goes first. */
const KEPT = 7
/** All pages in one step, on a thread of SQLite's: in several steps, each edit in between would begin it anew. */
const ALL_PAGES = 2 ** 30

const NAME = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3}Z)-([a-z]+)\.db$/

interface NamedBackup {
  name: string
  /** Milliseconds since 1970. */
  at: number
  reason: BackupReason
}

export function backupsFolder(storePath: string): string {
  return join(dirname(storePath), BACKUPS_FOLDER)
}

/** Null for what is no backup's name, so for any path. */
export function readBackupName(name: string): NamedBackup | null {
  const match = NAME.exec(name)
  const reason = backupReasonSchema.safeParse(match?.[5])
  if (match === null || !reason.success) {
    return null
  }
  const at = Date.parse(`${match[1]}T${match[2]}:${match[3]}:${match[4]}`)
  return Number.isNaN(at) ? null : { name, at, reason: reason.data }
}

/** Newest first; empty where there is no folder of them. @throws the system's error where it cannot be read */
export function backupNames(storePath: string): NamedBackup[] {
  return filesIn(backupsFolder(storePath))
    .map(readBackupName)
    .filter((one) => one !== null)
    .sort((a, b) => b.at - a.at)
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return []
    }
    throw error
  }
}

/**
 * Copies an open store as it is at one moment. The copying is done on a thread of SQLite's, so that edits go on. Returns
 * the name. @throws the system's or SQLite's error; nothing is left behind
 */
export async function makeBackup(storePath: string, reason: BackupReason): Promise<string> {
  return within(storePath, reason, async (made) => {
    const source = new DatabaseSync(storePath, { readOnly: true })
    try {
      await backup(source, made, { rate: ALL_PAGES })
    } finally {
      source.close()
    }
  })
}

/** The same of a store that is not open, on the calling thread. @throws StoreError; the system's error */
export function makeBackupNow(storePath: string, reason: BackupReason): string {
  const { name, path, made } = newBackup(storePath, reason)
  try {
    copyStore(storePath, made)
    settle(made, path)
  } finally {
    rmSync(made, { force: true })
  }
  prune(storePath, name)
  return name
}

async function within(
  storePath: string,
  reason: BackupReason,
  copy: (made: string) => Promise<void>,
): Promise<string> {
  const { name, path, made } = newBackup(storePath, reason)
  try {
    await copy(made)
    settle(made, path)
  } finally {
    rmSync(made, { force: true })
  }
  prune(storePath, name)
  return name
}

function newBackup(storePath: string, reason: BackupReason): { name: string; path: string; made: string } {
  const folder = backupsFolder(storePath)
  mkdirSync(folder, { recursive: true })
  const name = `${new Date().toISOString().replaceAll(':', '-')}-${reason}.db`
  const path = join(folder, name)
  return { name, path, made: `${path}.part` }
}

/** One file, on the disk, without a log beside it. */
function settle(made: string, path: string): void {
  const copy = new DatabaseSync(made)
  try {
    copy.exec('PRAGMA synchronous = FULL; PRAGMA journal_mode = DELETE')
  } finally {
    copy.close()
  }
  renameSync(made, path)
}

/** What cannot be deleted now is deleted with the next one. */
function prune(storePath: string, newest: string): void {
  const folder = backupsFolder(storePath)
  const old = backupNames(storePath).filter(({ name }) => name !== newest)
  for (const { name } of old.slice(KEPT - 1)) {
    try {
      ;['', '-wal'].forEach((end) => rmSync(join(folder, name) + end, { force: true }))
    } catch {
      // as of another user, or open in another program
    }
  }
}

/** With what each holds. A damaged one says so. */
export function listBackups(storePath: string): Backup[] {
  return backupNames(storePath).map((named) => {
    const path = join(backupsFolder(storePath), named.name)
    try {
      return { ...named, bytes: statSync(path).size, counts: countsOf(path), problem: null }
    } catch (error) {
      const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0
      return {
        ...named,
        bytes,
        counts: null,
        problem: message('store.backupUnreadable', { reason: messageTextOf(error) }),
      }
    }
  })
}

/** @throws SQLite's error */
export function countsOf(path: string): StoreCounts {
  const database: Connection = new DatabaseSync(path, { readOnly: true })
  try {
    // a store of an older program has no blind reviews
    const { hasReviews } = database
      .prepare(`SELECT count(*) > 0 AS hasReviews FROM pragma_table_info('pairs') WHERE name = 'review_of'`)
      .get() as { hasReviews: number }
    const noReview = hasReviews === 0 ? '' : 'AND review_of IS NULL'
    return database
      .prepare(
        `SELECT count(*) AS pairCount, count(*) FILTER (WHERE state <> 'unreviewed') AS reviewedCount,
           coalesce(sum(version), 0) AS editCount FROM pairs
         WHERE (position IS NOT NULL OR version > 0) ${noReview}`,
      )
      .get() as StoreCounts
  } finally {
    database.close()
  }
}
