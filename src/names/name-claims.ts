import type { Homography } from '../domain/pair'
import { boxIou, areaOf } from '../mask/rect'
import { ChangedPixels } from './changed-pixels'
import type { ClaimedNames, NamedChange, NamedRegion, ThingChange } from './claim'
import { toClaim } from './claim'
import type { FrameDetections, ChangedDetection, PairEvidence } from './detection'
import { findChanged, placeFrames, withoutHidden } from './detection'
import { knownMoved, pairMoved, findRepainted, placeChanges } from './thing-changes'
import { RULE, isFamiliar, leastScoreOf } from './rule'
import { findStill } from './still-things'
import type { Rle } from '../mask/rle'
import { unionRle } from '../mask/rle'

/** Limit of a region's name. */
const MOST_OTHERS = 8

/**
 * Names for changed regions, by rule D (docs/decisions/101-names.md). A region in no change keeps only its
 * measurements.
 * @param alignment maps the before frame to the after frame; null for the identity
 * @param options `leastScore`: of people and vehicles, 0 to 1 (`DEFAULT_LEAST_SCORE`)
 */
export function claimNames(
  regions: readonly NamedRegion[],
  before: FrameDetections,
  after: FrameDetections,
  alignment: Homography | null,
  { leastScore }: { leastScore: number },
): ClaimedNames {
  const frames = placeFrames(before, after, alignment)
  const changed = {
    before: ChangedPixels.ofBefore(regions, before, alignment),
    after: ChangedPixels.ofAfter(regions, after),
  }
  const colourOf = { before: before.colourOf, after: after.colourOf }
  const observed = { frames, changed, leastScore, colourOf }
  const found = [...findChanged(observed, 'after', after), ...findChanged(observed, 'before', before)]
  const classified = classify(found, regions, observed, Math.hypot(after.width, after.height))
  return {
    changes: giveRegions(classified, regions.length, observed),
    still: findStill(observed, after),
  }
}

/** Kind of change of each thing. @param diagonal of the after frame, pixels */
function classify(
  found: readonly ChangedDetection[],
  regions: readonly NamedRegion[],
  observed: PairEvidence,
  diagonal: number,
): ThingChange[] {
  const known = knownMoved(found, regions)
  const inOne = found.filter(
    ({ counterpart, region }) => counterpart === null && regions[region].change.kind !== 'moved',
  )
  const moved = [...known, ...pairMoved(inOne, regions, observed, diagonal)]
  const used = new Set(moved.flatMap(({ thing, left }) => (left === undefined ? [thing] : [thing, left])))
  const visible = withoutHidden(
    inOne.filter((one) => one.changed >= RULE.changedShare && !used.has(one)),
    moved.map(({ thing }) => thing),
  )
  return [...moved, ...placeChanges(visible, regions, observed), ...findRepainted(found, regions, observed)]
}

/** A region names one thing: a moved one, which two frames support, else the surest. Others are its next best names. */
function giveRegions(
  classified: readonly ThingChange[],
  count: number,
  observed: PairEvidence,
): NamedChange[] {
  const byScore = classified.toSorted((a, b) => b.thing.score - a.thing.score)
  const ordered = [
    ...byScore.filter(({ left }) => left !== undefined),
    ...byScore.filter(({ left }) => left === undefined),
  ]
  const winners = ordered.filter(
    (one, index) => ordered.findIndex((other) => other.thing.region === one.thing.region) === index,
  )
  const taken = new Set(winners.map(({ thing }) => thing.region))
  return winners.map((winner) => {
    const { thing, left } = winner
    const origin = left === undefined || taken.has(left.region) ? null : left.region
    if (origin !== null) {
      taken.add(origin)
    }
    const free = Array.from({ length: count }, (_, region) => region).filter((region) => !taken.has(region))
    const rest = winners.filter((other) => other !== winner).map((other) => other.thing)
    const parts = partsOf(thing, free, rest, observed)
    parts.forEach((part) => taken.add(part))
    const area = (region: number): number => observed.changed[thing.frame].areaOf(region)
    return {
      regions: [thing.region, ...parts].toSorted((a, b) => area(b) - area(a)),
      origin,
      claim: toClaim(winner),
      beside: ordered
        .filter((one) => one !== winner && one.thing.region === thing.region)
        .map((one) => toClaim(one)),
      others: othersOf(winner, ordered, observed),
    }
  })
}

/** Other names in its place, and of other things in its region; below half of the required score they are noise. */
function othersOf(
  { thing, former }: ThingChange,
  classified: readonly ThingChange[],
  { frames, leastScore }: PairEvidence,
): NamedChange['others'] {
  const inPlace = frames[thing.frame].filter(({ box }) => boxIou(box, thing.box) >= RULE.samePlaceIou)
  const inRegion = classified.filter((one) => one.thing.region === thing.region).map((one) => one.thing)
  const best = new Map<string, number>()
  for (const { name, score } of [...inPlace, ...inRegion]) {
    if (score >= leastScore / 2 && name !== thing.name && name !== former?.name) {
      best.set(name, Math.max(score, best.get(name) ?? 0))
    }
  }
  return [...best]
    .map(([name, score]) => ({ name, score }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST_OTHERS)
}

/** Share of the thing's box. */
const LARGEST_PART = 0.5

/**
 * More regions that are parts of a thing: those that lie mostly in its box, and in that of no other thing.
 * @param free indexes of regions without a thing
 * @param others things that have regions
 */
function partsOf(
  thing: ChangedDetection,
  free: readonly number[],
  others: readonly ChangedDetection[],
  { frames, changed, leastScore }: PairEvidence,
): number[] {
  const pixels = changed[thing.frame]
  const isIn = (region: number, { frame, box }: Pick<ChangedDetection, 'frame' | 'box'>): boolean =>
    changed[frame].insideShare(region, box) >= RULE.insideShare
  // a person before a bus: the detector found the person, so it is no part
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

/** Union of the masks. @param masks at least one, of one size */
export function joinMasks(masks: readonly Rle[]): Rle {
  return masks.reduce(unionRle)
}
