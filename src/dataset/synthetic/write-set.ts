import { randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve, basename, dirname } from 'node:path'
import { LAYOUTS } from './layouts/layouts'
import type { SetSpec } from './layouts/layout'
import { runWorkers } from './worker-pool'
import { messageOf } from '../../contract/errors'

export interface SetProgress {
  readonly done: number
  readonly count: number
  readonly elapsedMs: number
}

export interface SetReport {
  readonly folder: string
  readonly pairs: number
  readonly bytes: number
  readonly elapsedMs: number
}

/** Writes a synthetic set, whole or not at all. @throws TargetExistsError */
export async function writeSet(
  spec: SetSpec,
  target: string,
  workers: number,
  signal: AbortSignal,
  onProgress: (progress: SetProgress) => void,
): Promise<SetReport> {
  const begun = Date.now()
  let bytes = 0
  let done = 0
  await writeWhole(target, signal, async (partial) => {
    const layout = LAYOUTS[spec.layout]
    for (const name of layout.folders(spec)) {
      mkdirSync(join(partial, name), { recursive: true })
    }
    const index = layout.openIndex(partial, spec)
    try {
      await runWorkers(spec, partial, workers, signal, (record, size) => {
        index.add(record)
        bytes += size
        done += 1
        onProgress({ done, count: spec.count, elapsedMs: Date.now() - begun })
      })
      index.finish()
    } finally {
      index.close()
    }
    writeFileSync(
      join(partial, 'set.json'),
      `${JSON.stringify({ generator: 'deltascribe synth', ...spec }, null, 2)}\n`,
    )
  })
  return { folder: resolve(target), pairs: done, bytes, elapsedMs: Date.now() - begun }
}

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
 * is done; on failure or abort it is removed and the target does not appear. Where the target is taken by then, it
 * stays as it is, and the error names the folder that holds the whole set.
 * @throws TargetExistsError
 */
export async function writeWhole(
  target: string,
  signal: AbortSignal,
  fill: (partial: string) => Promise<void>,
): Promise<void> {
  refuseTaken(target)
  const named = resolve(target)
  const folder = existsSync(named) ? realpathSync(named) : named // a link to a folder stays a link
  mkdirSync(dirname(folder), { recursive: true })
  const partial = join(dirname(folder), `.${basename(folder)}.partial-${randomBytes(4).toString('hex')}`)
  try {
    mkdirSync(partial)
    await fill(partial)
    signal.throwIfAborted()
  } catch (error) {
    rmSync(partial, { recursive: true, force: true })
    throw signal.aborted ? error : explain(error, folder)
  }
  takePlace(partial, folder)
}

/** Removes no more than an empty folder. */
function takePlace(finished: string, folder: string): void {
  try {
    if (existsSync(folder)) {
      rmdirSync(folder)
    }
    renameSync(finished, folder)
  } catch (error) {
    const isTaken = existsSync(folder) && !isEmptyFolder(folder)
    const reason = isTaken ? 'something else came there meanwhile, and was left as it is' : messageOf(error)
    throw new Error(
      `The set is finished, but cannot be put at ${folder}: ${reason}. It is whole in ${finished}: move that folder where you want it.`,
      { cause: error },
    )
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
