/** Probabilities that are looked at where nothing more probable fits, chosen on composed pairs. */
const LOWER = [0.3, 0.15] as const

/** The highest first. @param usual probability from which on pixels count as changed */
export function thresholdsFrom(usual: number): number[] {
  return [usual, ...LOWER.filter((lower) => lower < usual)]
}
