import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { LAYOUTS } from './layouts/layouts'
import type { SetSpec } from './layouts/layout'
import { writeWhole } from './whole-set'
import { runWorkers } from './worker-pool'

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
