import { setTimeout as pause } from 'node:timers/promises'
import { ConnectorError } from './connector-error'
import { LostConnection, LONGEST_PAUSE, retryAfter } from './explain'
import type { Answered } from './explain'

/** Milliseconds before each further attempt. */
export const DEFAULT_PAUSES: readonly number[] = [1000, 4000]

/**
 * Asks again after 429, 5xx and broken connections, and only then. `retry-after`, in seconds or as a date, is
 * heeded. The last answer is given back whatever it is, with how often was asked.
 * @throws ConnectorError
 */
export async function persistently(
  request: () => Promise<Answered>,
  isHopeless: (answer: Answered) => boolean,
  { pauses, signal }: { pauses: readonly number[]; signal: AbortSignal },
): Promise<Answered & { attempts: number }> {
  for (let attempt = 0; ; attempt += 1) {
    const isLast = attempt >= pauses.length
    let wait = pauses[attempt] ?? 0
    try {
      const answer = await request()
      const isPassing = answer.status === 429 || answer.status >= 500
      const wanted = retryAfter(answer.retryAfter)
      if (!isPassing || isLast || isHopeless(answer) || (wanted ?? 0) > LONGEST_PAUSE) {
        return { ...answer, attempts: attempt + 1 }
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
