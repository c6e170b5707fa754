export interface Stopwatch {
  readonly lap: (name: string) => void
  readonly laps: () => Record<string, number>
}

/** Milliseconds of each stage by name, and of all as `total`. */
export function startStopwatch(): Stopwatch {
  const started = performance.now()
  const laps: Record<string, number> = {}
  let last = started
  return {
    lap(name) {
      const now = performance.now()
      laps[name] = now - last
      last = now
    },
    laps: () => ({ ...laps, total: performance.now() - started }),
  }
}
