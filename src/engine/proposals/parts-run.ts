import { failWith, toFailure } from '../../contract/errors'
import type { PartsDone } from '../../contract/proposal'
import type { Rect } from '../../mask/bitmap'
import { message } from '../../messages/message'
import type { LanePool } from '../lanes/lane-pool'
import type { InferenceLane } from '../lanes/inference-lane'

/** A part whose process ended or took too long is tried so often in all. */
const TRIES = 2

export interface PartsRun<T> {
  lanes: LanePool
  signal: AbortSignal
  /** Of each part: those with the most come first. Null for the order of the parts. */
  urgency: readonly number[] | null
  /** @throws ContractError */
  work(lane: InferenceLane, part: Rect): Promise<T>
  onParts(parts: PartsDone): void
}

/**
 * Works on parts on all lanes at once, the most urgent first. What comes is in the order of the parts, whichever ends
 * first. A part whose process ended is tried again; the others stay.
 * @throws ContractError of the part that failed: the others under way end, and no further one is begun
 */
export async function runParts<T>(parts: readonly Rect[], run: PartsRun<T>): Promise<T[]> {
  const { lanes, signal, onParts, urgency } = run
  const done = new Map<number, T>()
  const total = parts.length
  const waiting = parts
    .map((part, index) => ({ part, index, urgency: urgency?.[index] ?? 0 }))
    .toSorted((a, b) => b.urgency - a.urgency)
  let hasFailed = false
  await lanes.useAll(async (lane) => {
    for (let next = waiting.shift(); next !== undefined && !hasFailed; next = waiting.shift()) {
      try {
        done.set(next.index, await onePart(next.part, lane, run))
      } catch (error) {
        hasFailed = true
        throw error
      }
      if (!signal.aborted) {
        onParts({ done: done.size, total })
      }
    }
  })
  return parts.map((_, index) => done.get(index)!)
}

function onePart<T>(part: Rect, lane: InferenceLane, { work, signal }: PartsRun<T>): Promise<T> {
  return tryAgain(() => work(lane, part), signal)
}

/**
 * Work whose process ended or took too long is tried once more.
 * @throws ContractError `cancelled`, and the errors of `work`
 */
export async function tryAgain<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    if (signal.aborted) {
      throw failWith('cancelled', message('engine.cancelled'))
    }
    try {
      return await work()
    } catch (error) {
      if (toFailure(error).code !== 'unavailable' || tries === TRIES) {
        throw error
      }
    }
  }
}
