import type { CorrectedPair } from './corrected-pair'

/** Whether it is known where a pair changed: it has regions, or is known to be unchanged. */
export function hasKnownMasks({
  regions,
  isUnchanged,
}: Pick<CorrectedPair, 'regions' | 'isUnchanged'>): boolean {
  return regions.length > 0 || isUnchanged
}
