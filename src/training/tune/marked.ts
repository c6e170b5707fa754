import type { TuneItem } from './item'

/** Whether it is known where a pair changed: a region says so, or a person that nothing did. */
export function isMarked({ regions, isUnchanged }: Pick<TuneItem, 'regions' | 'isUnchanged'>): boolean {
  return regions.length > 0 || isUnchanged
}
