import { saysNoChange } from '../../metrics/change-captions'

/**
 * Whether it is known where a pair changed. One without a region whose captions tell of a change, as data sets of
 * captions alone have them, changed somewhere.
 */
export function isMarked(marks: readonly unknown[], captions: readonly string[]): boolean {
  return marks.length > 0 || captions.length === 0 || captions.some((caption) => saysNoChange(caption))
}
