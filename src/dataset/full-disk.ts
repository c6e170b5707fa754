import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'

/** SQLite's primary result code, sqlite.org/rescode.html. */
const SQLITE_FULL = 13
/** Less than this is no room for anything. */
const FEWEST_BYTES = 2 ** 15

/**
 * Whether it was for want of room that something could not be written below `path`. Not every error says so: a folder
 * that could not be made is then missing, and SQLite cannot open a file that it could not make.
 */
export async function isForWantOfRoom(error: unknown, path: string): Promise<boolean> {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  if (
    code === 'ENOSPC' ||
    code === 'EDQUOT' ||
    (typeof errcode === 'number' && (errcode & 0xff) === SQLITE_FULL)
  ) {
    return true
  }
  return (code === 'ENOENT' || typeof errcode === 'number') && (await isFull(path))
}

async function isFull(path: string): Promise<boolean> {
  const found = await statfs(path).catch(() => null)
  if (found === null) {
    return dirname(path) !== path && isFull(dirname(path))
  }
  // a disk that does not count its files says 0 of 0
  return found.bavail * found.bsize < FEWEST_BYTES || (found.files > 0 && found.ffree === 0)
}
