import type { Homography } from '../domain/pair'
import { boxIou } from '../mask/boxes'
import { ChangedPixels } from './changed-pixels'
import type { ClaimedNames, NamedChange, NamedRegion } from './claim'
import type { FrameDetections } from './detection'
import { findChanged, placeFrames, withoutHidden } from './found'
import type { Found, PlacedFrames } from './found'
import { partsOf } from './joined'
import type { FramePixels } from './joined'
import { knownMoved, pairMoved } from './moved'
import { RULE } from './rule'
import { findRepainted, tellPlaces } from './same-place'
import { findStill } from './still-things'
import { toClaim } from './told'
import type { Told } from './told'

/** As many as a region's name keeps. */
const MOST_OTHERS = 8

/**
 * Names for changed regions, by rule D (docs/decisions/101-names.md). Of a region in no change, what was measured is
 * all that can be said.
 * @param alignment maps the before frame to the after frame; null where they lie on each other
 * @param options `leastScore`: of people and vehicles, 0 to 1 (`DEFAULT_LEAST_SCORE`)
 */
export function claimNames(
  regions: readonly NamedRegion[],
  before: FrameDetections,
  after: FrameDetections,
  alignment: Homography | null,
  { leastScore }: { leastScore: number },
): ClaimedNames {
  const changed = {
    before: ChangedPixels.ofBefore(regions, before, alignment),
    after: ChangedPixels.ofAfter(regions, after),
  }
  const frames = placeFrames(before, after, alignment)
  const found = [
    ...findChanged(frames, 'after', after, changed.after, leastScore),
    ...findChanged(frames, 'before', before, changed.before, leastScore),
  ]
  const told = tell(found, regions, frames, changed.after, Math.hypot(after.width, after.height), leastScore)
  return {
    changes: giveRegions(told, regions.length, { frames, changed, leastScore }),
    still: findStill(frames, after, changed.after),
  }
}

/** What happened to each thing that changed. */
function tell(
  found: readonly Found[],
  regions: readonly NamedRegion[],
  frames: PlacedFrames,
  changedAfter: ChangedPixels,
  diagonal: number,
  leastScore: number,
): Told[] {
  const known = knownMoved(found, regions)
  const inOne = found.filter(
    ({ counterpart, region }) => counterpart === null && regions[region].change.kind !== 'moved',
  )
  const moved = [...known, ...pairMoved(inOne, regions, diagonal)]
  const used = new Set(moved.flatMap(({ thing, left }) => (left === undefined ? [thing] : [thing, left])))
  const visible = withoutHidden(
    inOne.filter((one) => !used.has(one)),
    moved.map(({ thing }) => thing),
  )
  return [
    ...moved,
    ...tellPlaces(visible, regions, frames, leastScore),
    ...findRepainted(found, regions, changedAfter),
  ]
}

/** A region names one thing: the surest. The others that it shows are its next best names. */
function giveRegions(told: readonly Told[], count: number, pixels: FramePixels): NamedChange[] {
  const ordered = told.toSorted((a, b) => b.thing.score - a.thing.score)
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
    const parts = partsOf(thing, free, rest, pixels)
    parts.forEach((part) => taken.add(part))
    const area = (region: number): number => pixels.changed[thing.frame].areaOf(region)
    return {
      regions: [thing.region, ...parts].toSorted((a, b) => area(b) - area(a)),
      origin,
      claim: toClaim(winner),
      others: othersOf(winner, ordered, pixels.frames),
    }
  })
}

/** Other names of what is in its place, and of what else its region shows. */
function othersOf(
  { thing, former }: Told,
  told: readonly Told[],
  frames: PlacedFrames,
): NamedChange['others'] {
  const inPlace = frames[thing.frame].filter(({ box }) => boxIou(box, thing.box) >= RULE.samePlaceIou)
  const inRegion = told.filter((one) => one.thing.region === thing.region).map((one) => one.thing)
  const best = new Map<string, number>()
  for (const { name, score } of [...inPlace, ...inRegion]) {
    if (name !== thing.name && name !== former?.name) {
      best.set(name, Math.max(score, best.get(name) ?? 0))
    }
  }
  return [...best]
    .map(([name, score]) => ({ name, score }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST_OTHERS)
}
