import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../text/message'

interface Query<T> {
  /** The last result; it may belong to the previous key. */
  value: T | null
  problem: string | null
  /** The result for the present key is not there yet. */
  isWaiting: boolean
}

interface QueryResult<T> {
  key: string
  value: T | null
  problem: string | null
}

/**
 * The result of `run`, which runs again whenever `key` changes, after `delay` milliseconds without another
 * change. It does not run for a null `key`.
 */
export function useQuery<T>(key: string | null, run: () => Promise<T>, delay = 0): Query<T> {
  const [answer, setAnswer] = useState<QueryResult<T> | null>(null)
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    if (key === null) {
      return undefined
    }
    let isCurrent = true
    function store(value: T | null, problem: string | null): void {
      if (isCurrent && key !== null) {
        setAnswer({ key, value, problem })
      }
    }
    function start(): void {
      latest.current().then(
        (value) => store(value, null),
        (error: unknown) => store(null, messageOf(error)),
      )
    }
    const timer = delay === 0 ? null : window.setTimeout(start, delay)
    if (timer === null) {
      start()
    }
    return () => {
      isCurrent = false
      window.clearTimeout(timer ?? undefined)
    }
  }, [key, delay])
  return {
    value: key === null ? null : (answer?.value ?? null),
    problem: key === null ? null : (answer?.problem ?? null),
    isWaiting: key !== null && answer?.key !== key,
  }
}
