/** The value below which `share` (0 to 1) of the values lie. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]
}

/** `p50 3.1  p95 4.0  max 9.2 ms` */
export function describeTimes(milliseconds: readonly number[]): string {
  const [middle, high, max] = [0.5, 0.95, 1].map((share) => quantile(milliseconds, share).toFixed(1))
  return `p50 ${middle}  p95 ${high}  max ${max} ms`
}
