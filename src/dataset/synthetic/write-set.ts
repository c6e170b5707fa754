import { mkdirSync, writeFileSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
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
