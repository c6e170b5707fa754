import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { LAYOUTS } from './layouts/layouts'
import type { SetSpec } from './layouts/layout'
import { runWorkers } from './worker-pool'
import { messageOf } from '../../contract/errors'

export class TargetExistsError extends Error {
  override name = 'TargetExistsError'
}

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

/**
 * Writes a synthetic set. All files go to a folder beside the target, which takes the target's name when it is
 * whole; on failure or abort it is removed and the target does not appear.
 * @throws TargetExistsError where the target is there and not an empty folder.
 */
export async function writeSet(
  spec: SetSpec,
  target: string,
  workers: number,
  signal: AbortSignal,
  onProgress: (progress: SetProgress) => void,
): Promise<SetReport> {
  const folder = resolve(target)
  if (existsSync(folder) && !isEmptyFolder(folder)) {
    throw new TargetExistsError(
      `${folder} is already there and not empty: choose another folder or remove it.`,
    )
  }
  const begun = Date.now()
  mkdirSync(dirname(folder), { recursive: true })
  const partial = join(dirname(folder), `.${basename(folder)}.partial-${process.pid}`)
  let bytes = 0
  let done = 0
  try {
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
    if (existsSync(folder)) {
      rmSync(folder, { recursive: true })
    }
    renameSync(partial, folder)
  } catch (error) {
    rmSync(partial, { recursive: true, force: true })
    throw signal.aborted ? error : explain(error, folder)
  }
  return { folder, pairs: done, bytes, elapsedMs: Date.now() - begun }
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
