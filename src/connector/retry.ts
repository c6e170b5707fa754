import { setTimeout as pause } from 'node:timers/promises'
import { ConnectorError } from './connector-error'
import { LostConnection } from './explain'
import type { Answered } from './exchange'

/** Milliseconds before each further attempt. */
export const defaultPauses: readonly number[] = [1000, 4000]
/** A server that wants more than this is not waited for. */
const longestPause = 60_000

/**
 * Asks again after 429, 5xx and broken connections, and only then. `retry-after`, in seconds or as a date, is
 * heeded. The last answer is given back whatever it is.
 * @throws ConnectorError
 */
export async function persistently(
  ask: () => Promise<Answered>,
  isHopeless: (answer: Answered) => boolean,
  { pauses, signal }: { pauses: readonly number[]; signal: AbortSignal },
): Promise<Answered> {
  for (let attempt = 0; ; attempt += 1) {
    const isLast = attempt >= pauses.length
    let wait = pauses[attempt] ?? 0
    try {
      const answer = await ask()
      const isPassing = answer.status === 429 || answer.status >= 500
      const wanted = retryAfter(answer.retryAfter)
      if (!isPassing || isLast || isHopeless(answer) || (wanted ?? 0) > longestPause) {
        return answer
      }
      wait = wanted ?? wait
    } catch (error) {
      if (!(error instanceof LostConnection) || isLast) {
        throw error
      }
    }
    await pause(wait, null, { signal }).catch(() => {
      throw new ConnectorError('cancelled', 'Cancelled.')
    })
  }
}

/** Milliseconds; null where the header says nothing that can be read. */
export function retryAfter(header: string | null, now = Date.now()): number | null {
  if (header === null) {
    return null
  }
  const seconds = Number(header)
  const until = Number.isFinite(seconds) ? now + 1000 * seconds : Date.parse(header)
  return Number.isNaN(until) ? null : Math.max(0, until - now)
}
