/**
 * Of the usual threshold: as the caption says that something is there, less probable pixels serve. The usual one is
 * the next, as it parts what lies beside each other. Chosen on composed pairs.
 */
const FACTORS = [0.6, 1, 0.3] as const

/** Probabilities that are looked at, one after another. @param usual from which on pixels count as changed */
export function thresholdsFrom(usual = 0.5): number[] {
  return FACTORS.map((factor) => factor * usual)
}
