import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { messageOf } from '../../contract/errors'

export class TargetExistsError extends Error {
  override name = 'TargetExistsError'
}

/** @throws TargetExistsError where the target is there and not an empty folder. */
export function refuseTaken(target: string): void {
  const folder = resolve(target)
  if (existsSync(folder) && !isEmptyFolder(folder)) {
    throw new TargetExistsError(
      `${folder} is already there and not empty: choose another folder or remove it.`,
    )
  }
}

/**
 * Writes a set whole or not at all: `fill` writes to a folder beside the target, which takes the target's name when it
 * is done; on failure or abort it is removed and the target does not appear.
 * @throws TargetExistsError
 */
export async function writeWhole(
  target: string,
  signal: AbortSignal,
  fill: (partial: string) => Promise<void>,
): Promise<void> {
  refuseTaken(target)
  const folder = resolve(target)
  mkdirSync(dirname(folder), { recursive: true })
  const partial = join(dirname(folder), `.${basename(folder)}.partial-${process.pid}`)
  try {
    await fill(partial)
    if (existsSync(folder)) {
      rmSync(folder, { recursive: true })
    }
    renameSync(partial, folder)
  } catch (error) {
    rmSync(partial, { recursive: true, force: true })
    throw signal.aborted ? error : explain(error, folder)
  }
}

function explain(error: unknown, folder: string): Error {
  const cause = messageOf(error)
  const advice = cause.includes('ENOSPC') ? ' Free some space or choose a folder on another disk.' : ''
  return new Error(`No set was written to ${folder}. ${cause}.${advice}`, { cause: error })
}

function isEmptyFolder(path: string): boolean {
  try {
    return readdirSync(path).length === 0
  } catch {
    return false
  }
}
