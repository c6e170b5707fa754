import { rectOf } from '../mask/measures'
import { areaOf, boxIou, middleDistance, sharedArea } from '../mask/rect'
import type { NamedRegion, ThingChange } from './claim'
import { isSameGroup } from './coco-names'
import { colourDistance, chromaDistance, colourName } from './colour'
import type { ChangedDetection, PairEvidence, AlignedDetections } from './detection'
import { RULE, leastScoreOf } from './rule'
import { counterpartOf } from './detection'

const MOVED = {
  /** Share of the after image's diagonal, between the middles of the boxes. */
  farthest: 1 / 3,
  /** Ratio of the larger box to the smaller one. */
  sizeFactor: 2,
  /** CIELAB. */
  colourDistance: 12,
} as const

/**
 * Things of one group, size and colour at two places in the two frames have moved; the likeliest pair first.
 * @param found without a counterpart
 * @param diagonal of the after frame, pixels
 */
export function pairMoved(
  found: readonly ChangedDetection[],
  regions: readonly NamedRegion[],
  observed: PairEvidence,
  diagonal: number,
): ThingChange[] {
  const pairs = found
    .filter(({ frame }) => frame === 'after')
    .flatMap((thing) =>
      found
        .filter(({ frame }) => frame === 'before')
        .map((left) => ({
          thing,
          left,
          unlike: unlikeness(thing, left, unlikeColour(thing, left, regions, observed), diagonal),
        })),
    )
    .filter(({ thing, left, unlike }) => unlike <= 1 && canBeBoth(thing, left, regions, observed))
    .toSorted((a, b) => a.unlike - b.unlike)
  const used = new Set<ChangedDetection>()
  return pairs.flatMap(({ thing, left }): ThingChange[] => {
    if (used.has(thing) || used.has(left)) {
      return []
    }
    used.add(thing).add(left)
    return [{ kind: 'moved', thing, left, from: left.box }]
  })
}

/** 0 for the same thing; infinite beyond a limit, else the mean over the limits of the share that is used up. */
function unlikeness(
  thing: ChangedDetection,
  left: ChangedDetection,
  colour: number,
  diagonal: number,
): number {
  const [a, b] = [areaOf(thing.place), areaOf(left.place)]
  const used = [
    middleDistance(thing.place, left.place) / (MOVED.farthest * diagonal),
    Math.log(Math.max(a, b) / Math.min(a, b)) / Math.log(MOVED.sizeFactor),
    colour / MOVED.colourDistance,
  ]
  const isUnlike = !isSameGroup(thing.name, left.name) || Math.max(...used) > 1
  return isUnlike ? Infinity : used.reduce((sum, share) => sum + share, 0) / used.length
}

/**
 * Distance between the colours in the middle of the boxes, or the means of the two regions: some things show the
 * ground, and some regions are larger than the thing. One region over both places is half ground in either frame and
 * is not used.
 */
function unlikeColour(
  thing: ChangedDetection,
  left: ChangedDetection,
  regions: readonly NamedRegion[],
  { colourOf: { before, after } }: PairEvidence,
): number {
  const means = colourDistance(regions[thing.region].change.after, regions[left.region].change.before)
  if (before === undefined || after === undefined) {
    return means
  }
  const middles = colourDistance(after(thing.box), before(left.box))
  return thing.region === left.region ? middles : Math.min(middles, means)
}

/**
 * Edges of the before image alone exclude a thing that came, those of the after image alone one that left. One region
 * over both places is no larger than the thing.
 */
function canBeBoth(
  thing: ChangedDetection,
  left: ChangedDetection,
  regions: readonly NamedRegion[],
  { changed }: PairEvidence,
): boolean {
  if (thing.region === left.region) {
    const inside =
      changed.after.insideShare(thing.region, thing.box) + changed.before.insideShare(left.region, left.box)
    return inside >= RULE.insideShare
  }
  return regions[thing.region].change.kind !== 'vanished' && regions[left.region].change.kind !== 'appeared'
}

/** If a region's proposer matches things between frames, things found in it moved, in whichever frame. */
export function knownMoved(
  found: readonly ChangedDetection[],
  regions: readonly NamedRegion[],
): ThingChange[] {
  return regions.flatMap(({ change, mask, beforeMask }, region): ThingChange[] => {
    if (change.kind !== 'moved') {
      return []
    }
    const own = found.filter((one) => one.region === region).toSorted((a, b) => b.score - a.score)
    const thing = own.find(({ frame }) => frame === 'after') ?? own.at(0)
    if (thing === undefined) {
      return []
    }
    const left = own.find(({ frame, name }) => frame === 'before' && isSameGroup(name, thing.name))
    const from = left?.box ?? thing.counterpart?.box ?? rectOf(beforeMask ?? mask)
    return [{ kind: 'moved', thing, from, ...(left === undefined || left === thing ? {} : { left }) }]
  })
}

const REPAINTED = {
  /** Share of the thing's box. */
  changedShare: 0.5,
  /** CIELAB; light alone does not change the hue. */
  colourDistance: 30,
  chromaDistance: 20,
} as const

/**
 * The same thing in both frames, in a clearly different colour. Strict: light, shadow and reflections are not paint.
 */
export function findRepainted(
  found: readonly ChangedDetection[],
  regions: readonly NamedRegion[],
  { changed: pixels }: PairEvidence,
): ThingChange[] {
  return found
    .filter(({ frame, box, region, changed, counterpart }) => {
      const { kind, before, after } = regions[region].change
      return (
        frame === 'after' &&
        counterpart !== null &&
        kind === 'changed' &&
        changed >= REPAINTED.changedShare &&
        pixels.after.insideShare(region, box) >= RULE.insideShare &&
        colourName(before) !== colourName(after) &&
        colourDistance(before, after) >= REPAINTED.colourDistance &&
        chromaDistance(before, after) >= REPAINTED.chromaDistance
      )
    })
    .map((thing) => ({ kind: 'changed colour', thing }))
}

/** Things in one frame alone. A replaced thing is no change of its own. */
export function placeChanges(
  found: readonly ChangedDetection[],
  regions: readonly NamedRegion[],
  { frames, changed, leastScore }: PairEvidence,
): ThingChange[] {
  return found
    .filter((one) => !found.some((other) => isReplacedBy(one, other)))
    .map((thing): ThingChange => {
      const former = found.find((other) => isReplacedBy(other, thing))
      if (former !== undefined) {
        return { kind: 'replaced', thing, former }
      }
      if (thing.frame === 'after') {
        return { kind: 'appeared', thing }
      }
      const isGone =
        regions[thing.region].change.kind === 'vanished' &&
        changed.before.insideShare(thing.region, thing.box) >= RULE.insideShare &&
        !isOccluded(thing, frames, leastScore)
      return { kind: isGone ? 'vanished' : 'no longer visible', thing }
    })
}

function isReplacedBy(one: ChangedDetection, other: ChangedDetection): boolean {
  return (
    one.frame === 'before' &&
    other.frame === 'after' &&
    !isSameGroup(one.name, other.name) &&
    boxIou(one.place, other.place) >= RULE.samePlaceIou
  )
}

/** Whether a new thing stands where the thing was. */
function isOccluded({ place }: ChangedDetection, frames: AlignedDetections, leastScore: number): boolean {
  return frames.after.some(
    (other) =>
      other.score >= leastScoreOf(other.name, leastScore) &&
      sharedArea(other.place, place) >= RULE.hiddenShare * Math.min(areaOf(other.place), areaOf(place)) &&
      counterpartOf(other, frames.before) === null,
  )
}
