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
 * throw-away process with a time limit outside, as a driver can hang or crash. The loss is that of the whole first
 * batch: parts of it, which replicas share, have other running statistics.
 * @throws RangeError, TrainingSetError, PackageError, DeviceError
 */
export async function trySyntheticRun(options: SyntheticRunOptions): Promise<Trial> {
  const lines = await firstSteps(options, STEPS)
  const [{ loss }] = options.replicas === 1 ? lines : await firstSteps({ ...options, replicas: 1 }, 1)
  return { loss, pairsPerSecond: Math.max(...lines.slice(1).map(({ pairsPerSecond }) => pairsPerSecond)) }
}

async function firstSteps(options: SyntheticRunOptions, count: number): Promise<TrainingLogEntry[]> {
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
          if (lines.length === count) {
            abort.abort()
          }
        },
      },
    )
  } finally {
    await rm(out, { recursive: true, force: true })
  }
  return lines
}
