import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { ContractError } from '../../contract/errors'
import { syncFolder } from '../atomic'

/**
 * Runs `fill` with a hidden folder beside `out` and moves it into place when all is on the disk. Whatever
 * goes wrong, nothing is left.
 * @throws ContractError `cannot-write` where `out` is not empty, not absolute, or the disk refuses
 */
export async function writeFolder<T>(out: string, fill: (folder: string) => Promise<T>): Promise<T> {
  await checkTarget(out)
  const temporary = join(dirname(out), `.${basename(out)}.${randomBytes(4).toString('hex')}.partial`)
  try {
    await mkdir(dirname(out), { recursive: true })
    await mkdir(temporary)
    const result = await fill(temporary)
    await moveIntoPlace(temporary, out)
    return result
  } catch (error) {
    await rm(temporary, { recursive: true, force: true })
    throw asWriteFailure(out, error)
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
    throw cannotWrite(out, `${out} is not an absolute path: give the whole path of a new folder`)
  }
  try {
    if ((await readdir(out)).length > 0) {
      throw cannotWrite(out, `${out} is not empty: choose a new or an empty folder`)
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      throw asWriteFailure(out, error)
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

export function cannotWrite(path: string, message: string): ContractError {
  return new ContractError({ code: 'cannot-write', path, message: `${message}.` })
}

/** System errors in words; anything else as it is. */
export function asWriteFailure(out: string, error: unknown): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return cannotWrite(out, `The disk of ${out} is full: free some space or choose another disk`)
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return cannotWrite(out, `${out} may not be written: choose another folder or change its permissions`)
    case 'ENOTDIR':
    case 'EEXIST':
      return cannotWrite(out, `${out} is a file: choose a new folder`)
    case 'ENAMETOOLONG':
      return cannotWrite(out, `${out} is too long a path: choose a folder nearer to the root`)
    default:
      return error
  }
}
