/** A share, 0 to 1, as a number of per cent; null below a tenth of one. */
export function percentOf(share: number): string | null {
  const value = 100 * Math.min(share, 1)
  if (value < 0.1) {
    return null
  }
  return value < 0.95 ? value.toFixed(1) : String(Math.round(value))
}
