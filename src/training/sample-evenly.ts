/** So many at most, evenly over all. */
export function sampleEvenly<T>(all: readonly T[], count: number): T[] {
  const step = Math.max(1, all.length / count)
  return Array.from({ length: Math.min(count, all.length) }, (_, at) => all[Math.floor(at * step)])
}
