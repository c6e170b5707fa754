/** The value, or the nearest number from 0 to `most`. */
export function clamp(value: number, most: number): number {
  return Math.min(most, Math.max(0, value))
}
