import { useEffect, useState } from 'react'

/** Whole seconds since a moment (milliseconds since 1970), counted on; 0 without one. */
export function useSeconds(since: number | null): number {
  const [now, setNow] = useState(0)
  useEffect(() => {
    if (since === null) {
      return undefined
    }
    const timer = window.setInterval(() => setNow(Date.now()), 500)
    return () => window.clearInterval(timer)
  }, [since])
  return since === null ? 0 : Math.max(0, Math.floor((now - since) / 1000))
}
