import { areaOf, boxIou } from '../mask/boxes'
import type { Rle } from '../mask/rle'
import { unionRle } from '../mask/rle-combine'
import type { ChangedDetection, PairEvidence } from './changed-detections'
import { isFamiliar, leastScoreOf, RULE } from './rule'

/** Of the thing's box. */
const LARGEST_PART = 0.5

/**
 * Regions that are parts of a thing beside its own: those that lie mostly in its box, and in that of no other thing.
 * @param free indexes of regions that no thing has
 * @param others things that have regions
 */
export function partsOf(
  thing: ChangedDetection,
  free: readonly number[],
  others: readonly ChangedDetection[],
  { frames, changed, leastScore }: PairEvidence,
): number[] {
  const pixels = changed[thing.frame]
  const isIn = (region: number, { frame, box }: Pick<ChangedDetection, 'frame' | 'box'>): boolean =>
    changed[frame].insideShare(region, box) >= RULE.insideShare
  // a person before a bus: the detector knows of it, and it is no part
  const inside = frames[thing.frame].filter(
    ({ name, score, box }) =>
      isFamiliar(name) &&
      score >= leastScoreOf(name, leastScore) &&
      boxIou(box, thing.box) < RULE.samePlaceIou,
  )
  return free.filter(
    (region) =>
      isIn(region, thing) &&
      pixels.areaOf(region) <= LARGEST_PART * areaOf(thing.box) &&
      !others.some((other) => isIn(region, other)) &&
      !inside.some(
        ({ box }) =>
          isIn(region, { frame: thing.frame, box }) || pixels.shareOf(box, region) >= RULE.changedShare,
      ),
  )
}

/** All that any of the masks has. @param masks at least one, of one size */
export function joinMasks(masks: readonly Rle[]): Rle {
  return masks.reduce(unionRle)
}
