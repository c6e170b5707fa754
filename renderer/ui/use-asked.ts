import { useEffect, useRef, useState } from 'react'
import { messageOf } from './notices'

interface Asked<T> {
  /** The last answer, which may still be to the question before. */
  value: T | null
  problem: string | null
  /** The answer to the present question is not there yet. */
  isWaiting: boolean
}

interface Answer<T> {
  key: string
  value: T | null
  problem: string | null
}

/**
 * The answer to a question that `key` stands for, asked again whenever `key` changes, after `delay`
 * milliseconds without another change. Null asks nothing.
 */
export function useAsked<T>(key: string | null, ask: () => Promise<T>, delay = 0): Asked<T> {
  const [answer, setAnswer] = useState<Answer<T> | null>(null)
  const latest = useRef(ask)
  useEffect(() => {
    latest.current = ask
  })
  useEffect(() => {
    if (key === null) {
      return undefined
    }
    let isWanted = true
    function keep(value: T | null, problem: string | null): void {
      if (isWanted && key !== null) {
        setAnswer({ key, value, problem })
      }
    }
    function start(): void {
      latest.current().then(
        (value) => keep(value, null),
        (error: unknown) => keep(null, messageOf(error)),
      )
    }
    const timer = delay === 0 ? null : window.setTimeout(start, delay)
    if (timer === null) {
      start()
    }
    return () => {
      isWanted = false
      window.clearTimeout(timer ?? undefined)
    }
  }, [key, delay])
  return {
    value: key === null ? null : (answer?.value ?? null),
    problem: key === null ? null : (answer?.problem ?? null),
    isWaiting: key !== null && answer?.key !== key,
  }
}
