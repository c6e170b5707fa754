/** Milliseconds before the first retry, the second, and so on; the last for all that follow. */
const waits = [100, 250, 500, 1000, 2000]

/** How long to wait for an engine that is restarting. */
export interface Retries {
  /** Milliseconds to wait before the next attempt. */
  next(): number
  /** It is there again: the next loss begins with the shortest wait. */
  reset(): void
}

export function createRetries(): Retries {
  let failures = 0
  return {
    next() {
      const wait = waits[Math.min(failures, waits.length - 1)]
      failures += 1
      return wait
    },
    reset() {
      failures = 0
    },
  }
}
