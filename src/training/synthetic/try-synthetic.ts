import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Trial } from '../fine-tuning/trainer-contract'
import { trainOnSyntheticPairs } from './synthetic-run'
import type { TrainingLogEntry } from './run-log'
import type { SyntheticRunOptions } from './run-setup'

/** The first step opens what the others need: its time does not count. */
const STEPS = 4
/** Longer than any trial, which ends after its steps. */
const NO_END = 1e6

/**
 * The first steps of a run on synthetic pairs, from its first weights. Nothing of them is kept. To be called in a
 * throw-away process with a time limit outside, as a driver can hang or crash.
 * @throws RangeError, TrainingSetError, PackageError, DeviceError
 */
export async function trySyntheticRun(options: SyntheticRunOptions): Promise<Trial> {
  const out = await mkdtemp(join(tmpdir(), 'deltascribe-trial-'))
  const lines: TrainingLogEntry[] = []
  const abort = new AbortController()
  try {
    await trainOnSyntheticPairs(
      { ...options, out, dev: null, steps: NO_END, logEvery: 1 },
      {
        signal: abort.signal,
        onLine: (line) => {
          lines.push(line)
          if (lines.length === STEPS) {
            abort.abort()
          }
        },
      },
    )
  } finally {
    await rm(out, { recursive: true, force: true })
  }
  return {
    loss: lines[0].loss,
    pairsPerSecond: Math.max(...lines.slice(1).map(({ pairsPerSecond }) => pairsPerSecond)),
  }
}
