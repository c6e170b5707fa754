import { writeSet } from '../../dataset/synthetic/write-set'
import type { TrainingLogEntry } from './run-log'
import type { SyntheticRunOptions } from './run-setup'

/** Writes a training set of a few synthetic pairs of both worlds. */
export async function writeSmallSet(folder: string, count = 6, side = 128): Promise<void> {
  const spec = {
    world: 'both',
    profile: 'training',
    seed: 5,
    width: side,
    height: side,
    inTurn: false,
    count,
    layout: 'training',
    truth: false,
    between: 0,
  } as const
  await writeSet(spec, folder, 1, new AbortController().signal, () => {})
}

/** A run of two pairs a step, each step logged. */
export function smallRunOptions(
  data: string,
  out: string,
  steps: number,
): Omit<SyntheticRunOptions, 'family' | 'without'> {
  return {
    data: [data],
    dev: null,
    out,
    from: null,
    encoder: null,
    detector: null,
    minutes: 1,
    steps,
    batch: 2,
    mirror: [],
    rate: 1e-3,
    seed: 3,
    words: 300,
    provider: 'cpu',
    threads: 2,
    replicas: 1,
    logEvery: 1,
  }
}

/** The log of a run until its end, or until it is stopped after a step. */
export async function collectLog(
  run: (onLine: (line: TrainingLogEntry) => void, signal: AbortSignal) => Promise<void>,
  stopAt = Infinity,
): Promise<TrainingLogEntry[]> {
  const lines: TrainingLogEntry[] = []
  const abort = new AbortController()
  await run((line) => {
    lines.push(line)
    if (line.step === stopAt) {
      abort.abort()
    }
  }, abort.signal)
  return lines
}
