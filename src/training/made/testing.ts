import { writeSet } from '../../dataset/made/write-set'
import type { MadeLogLine } from './made-run'
import type { MadeRunOptions } from './run-setup'

/** A training set of a few made pairs of both worlds. */
export async function makeSmallSet(folder: string, count = 6): Promise<void> {
  const order = {
    world: 'both',
    profile: 'training',
    seed: 5,
    width: 128,
    height: 128,
    inTurn: false,
    count,
    layout: 'training',
    truth: false,
    between: 0,
  } as const
  await writeSet(order, folder, 1, new AbortController().signal, () => {})
}

/** A run of two pairs a step, each step logged. */
export function smallRun(data: string, out: string, steps: number): MadeRunOptions {
  return {
    data: [data],
    dev: null,
    out,
    from: null,
    sight: null,
    minutes: 1,
    steps,
    batch: 2,
    mirror: [],
    rate: 1e-3,
    seed: 3,
    words: 300,
    threads: 2,
    replicas: 1,
    logEvery: 1,
  }
}

/** What a run logs until its end, or until it is stopped after a step. */
export async function logOf(
  run: (onLine: (line: MadeLogLine) => void, signal: AbortSignal) => Promise<void>,
  stopAt = Infinity,
): Promise<MadeLogLine[]> {
  const lines: MadeLogLine[] = []
  const abort = new AbortController()
  await run((line) => {
    lines.push(line)
    if (line.step === stopAt) abort.abort()
  }, abort.signal)
  return lines
}
