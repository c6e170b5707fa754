import { join } from 'node:path'
import { ContractError, failWith, messageOf } from '../../contract/errors'
import { FileBusy, isFileLocked, lockFile } from '../../store/file-lock'
import type { FileLock } from '../../store/file-lock'

export type RunLock = FileLock

const LOCK_FILE = 'lock'

/**
 * Keeps a run's folder for this program until it is released or the program ends: what a program held that has ended,
 * however it ended, counts for nothing.
 * @throws ContractError `unavailable` where another holds it; `cannot-write`
 */
export function lockRun(folder: string): RunLock {
  const path = join(folder, LOCK_FILE)
  try {
    return lockFile(path)
  } catch (error) {
    if (error instanceof FileBusy) {
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
  return isFileLocked(join(folder, LOCK_FILE))
}

export function heldByOtherProgram(): ContractError {
  return failWith(
    'unavailable',
    'Another program is training this run: pause it there, or wait until it ends.',
  )
}
