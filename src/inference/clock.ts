/** Milliseconds of each stage by name, and of all as `total`. */
export function startClock(): { lap: (name: string) => void; laps: () => Record<string, number> } {
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
