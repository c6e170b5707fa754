import { readdir, rename, rmdir, statfs } from 'node:fs/promises'
import { dirname, isAbsolute, join } from 'node:path'
import { ContractError } from '../../contract/errors'
import { syncFolder } from '../atomic'
import { makePartial } from '../left-behind'
import type { HiddenFolder } from '../left-behind'
import { message, messageFields, asSentence } from '../../messages/message'
import type { MessageText } from '../../messages/message'

/**
 * Runs `fill` with a hidden folder beside `out` and moves it into place when all is on the disk. Whatever
 * goes wrong, nothing is left.
 * @throws ContractError `cannot-write` where `out` is not empty, not absolute, or the disk refuses
 */
export async function writeFolder<T>(out: string, fill: (folder: string) => Promise<T>): Promise<T> {
  await checkTarget(out)
  let partial: HiddenFolder | null = null
  try {
    partial = await makePartial(out)
    const result = await fill(partial.files)
    await moveIntoPlace(partial.files, out)
    return result
  } catch (error) {
    throw await asWriteFailure(out, error)
  } finally {
    await partial?.remove()
  }
}

/** The names in it are on the disk before it has its own. */
export async function moveIntoPlace(folder: string, out: string): Promise<void> {
  await syncFolders(folder)
  await rmdir(out).catch(ignoreMissing)
  await rename(folder, out)
  await syncFolder(dirname(out))
}

/** @throws ContractError `cannot-write` where it is not empty or not absolute */
export async function checkTarget(out: string): Promise<void> {
  if (!isAbsolute(out)) {
    throw cannotWrite(out, message('exports.notAbsolute', { path: out }))
  }
  try {
    if ((await readdir(out)).length > 0) {
      throw cannotWrite(out, message('exports.notEmpty', { path: out }))
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      throw await asWriteFailure(out, error)
    }
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') {
    throw error
  }
}

async function syncFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) {
      await syncFolders(join(folder, entry.name))
    }
  }
  await syncFolder(folder)
}

export function cannotWrite(path: string, text: MessageText): ContractError {
  return new ContractError({ code: 'cannot-write', path, ...messageFields(asSentence(text)) })
}

/** System errors in words; anything else as it is. To be asked before anything is removed that takes room. */
export async function asWriteFailure(out: string, error: unknown): Promise<unknown> {
  if (await isForWantOfRoom(error, out)) {
    return cannotWrite(out, message('exports.diskFull', { path: out }))
  }
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return cannotWrite(out, message('exports.mayNotWrite', { path: out }))
    case 'ENOTDIR':
    case 'EEXIST':
      return cannotWrite(out, message('exports.isAFile', { path: out }))
    case 'ENAMETOOLONG':
      return cannotWrite(out, message('exports.longPath', { path: out }))
    default:
      return error
  }
}

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
