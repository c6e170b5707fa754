import type { Homography } from '../../domain/pair'
import type { Region } from '../../domain/document'
import type { Rect } from '../../mask/bitmap'
import { rectOf } from '../../mask/measures'
import { sharedArea } from '../../mask/rect'
import { intersectRle, rleArea } from '../../mask/rle'
import type { Rle } from '../../mask/rle'
import { ChangedPixels } from '../changed-pixels'
import type { RegionChange } from '../claim'
import { colourName } from '../colour'
import { counterpartOf, placeFrames } from '../detection'
import type { FrameDetections } from '../detection'
import { joinMasks } from '../name-claims'
import type { MeasuredRegion } from '../name-regions'
import { RULE } from '../rule'
import type { Candidate, Landmark, Shades } from './candidate'
import { movedCandidates } from './moved-candidates'
import { boxMask, partOfRegion } from './region-parts'

/** Reads the pixels of a pair. */
export interface PairPixels {
  measure(masks: Pick<Region, 'mask' | 'beforeMask'>): RegionChange
  /** Colours under a mask in both frames, by word. */
  shades(mask: Rle): { before: Shades; after: Shades }
}

export interface PairDetections {
  readonly before: FrameDetections
  readonly after: FrameDetections
  readonly alignment: Homography | null
  readonly pixels: PairPixels
}

/** How sure a name is for its score: claimed, next best, or seen without a claim. */
const SURE = {
  claimed: (score: number) => 0.5 + 0.5 * score,
  other: (score: number) => 0.2 + 0.6 * score,
  seen: (score: number) => 0.1 + 0.7 * score,
} as const
/** Of a change that was measured by edges alone, and of one that the detector confirms. */
const MEASURED = 0.6

/**
 * Everything that a caption may tell of: each region, the part of a large one that a thing shows, and each two that
 * look like one thing that moved.
 * @param things regions with what is claimed of them, of the detector's own names
 * @param kinds that the caption names
 */
export function candidatesOf(
  things: readonly MeasuredRegion[],
  detections: PairDetections,
  kinds: ReadonlySet<string>,
): Candidate[] {
  const whole = things.map((thing) => wholeCandidate(thing, detections.pixels))
  const seen = seenIn(whole, detections)
  const named = whole.map((candidate, region) =>
    withSeen(
      candidate,
      seen.filter((one) => one.region === region),
    ),
  )
  const boxed = seen.flatMap((one) => boxCandidate(named, one, detections, kinds))
  return [...named, ...boxed, ...movedCandidates(named)]
}

/** Things of the frames that do not lie in a change, as captions refer to them. */
export function landmarksOf({ before, after, alignment }: PairDetections): Landmark[] {
  const frames = placeFrames(before, after, alignment)
  return [...frames.after, ...frames.before]
    .filter(({ score }) => score >= LEAST_LANDMARK)
    .map(({ name, place, box }) => ({
      name,
      box: place,
      colour: after.colourOf === undefined ? null : colourName(after.colourOf(box)),
    }))
}

const LEAST_LANDMARK = 0.3

function wholeCandidate({ region, change, named }: MeasuredRegion, pixels: PairPixels): Candidate {
  const names = new Map<string, number>()
  const add = (name: string, sure: number): void => {
    names.set(name, Math.max(sure, names.get(name) ?? 0))
  }
  const claims = named === null ? [] : [named.claim, ...named.beside]
  for (const { name, score, former } of claims) {
    add(name, SURE.claimed(score))
    if (former !== undefined) {
      add(former, SURE.claimed(score))
    }
  }
  named?.others.forEach(({ name, score }) => add(name, SURE.other(score)))
  const taught = region.name ?? null
  if (named === null && taught !== null) {
    add(taught.word, SURE.claimed(taught.score))
  }
  return {
    region,
    change,
    kind: named?.claim.kind ?? change.kind,
    sure: named === null ? MEASURED : 1,
    names,
    isNamed: claims.length > 0 || taught !== null,
    claim: named?.claim ?? null,
    ...pixels.shades(region.mask),
    box: rectOf(region.mask),
    pieces: [region.id],
  }
}

/** A thing that a frame shows in a region, whether or not the rule claims it. */
interface ShownThing {
  readonly name: string
  readonly score: number
  /** Index of the region. */
  readonly region: number
  /** Pixels of the after frame. */
  readonly place: Rect
  /** Of the region's pixels, those in the box, 0 to 1. */
  readonly inside: number
  /** Whether the other frame shows it too. */
  readonly isInBoth: boolean
}

function seenIn(whole: readonly Candidate[], { before, after, alignment }: PairDetections): ShownThing[] {
  const frames = placeFrames(before, after, alignment)
  const changed = ChangedPixels.ofAfter(
    whole.map(({ region }) => region),
    after,
  )
  return (['after', 'before'] as const).flatMap((frame) =>
    frames[frame].flatMap((one): ShownThing[] => {
      const { name, score, place } = one
      const region = changed.shareOf(place) < RULE.movedShare ? null : changed.regionIn(place)
      const other = frames[frame === 'after' ? 'before' : 'after']
      return region === null
        ? []
        : [
            {
              name,
              score,
              region,
              place,
              inside: changed.insideShare(region, place),
              isInBoth: counterpartOf(one, other) !== null,
            },
          ]
    }),
  )
}

/** What is seen in both frames is less likely what changed. */
const IN_BOTH = 0.5

function withSeen(candidate: Candidate, seen: readonly ShownThing[]): Candidate {
  const names = new Map(candidate.names)
  for (const one of seen) {
    if (one.inside >= RULE.insideShare) {
      names.set(one.name, Math.max(sureOf(one), names.get(one.name) ?? 0))
    }
  }
  return { ...candidate, names }
}

function sureOf({ score, isInBoth }: ShownThing): number {
  return SURE.seen(score) * (isInBoth ? IN_BOTH : 1)
}

/** Share of the pixels in the box of a thing that other regions have, from which on all of them are it. */
const OTHER_REGIONS = 0.15

/** All that changed in the box of a thing that the caption names, where one region is much larger or only a part of it. */
function boxCandidate(
  whole: readonly Candidate[],
  seen: ShownThing,
  { alignment, pixels }: PairDetections,
  kinds: ReadonlySet<string>,
): Candidate[] {
  if (!kinds.has(seen.name)) {
    return []
  }
  const own = whole[seen.region]
  const cover = boxMask(seen.place, own.region.mask)
  // what is claimed to be another thing is no part of this one
  const parts = whole
    .filter((one, index) => index === seen.region || one.claim === null)
    .filter(({ box }) => sharedArea(box, seen.place) > 0)
    .flatMap(({ region }) => partOfRegion(region, cover, alignment) ?? [])
  if (parts.length === 0) {
    return []
  }
  const mask = joinMasks(parts.map((part) => part.mask))
  const inOwn = rleArea(intersectRle(mask, own.region.mask)) / rleArea(mask)
  if (seen.inside >= RULE.insideShare && 1 - inOwn < OTHER_REGIONS) {
    return []
  }
  const before = parts.flatMap(({ beforeMask }) => beforeMask ?? [])
  const masks = { mask, beforeMask: before.length === 0 ? null : joinMasks(before) }
  const id = `${own.region.id} ${Math.round(seen.place.x)} ${Math.round(seen.place.y)} ${seen.name}`
  const change = pixels.measure(masks)
  const isClaimed = own.claim?.name === seen.name
  return [
    {
      region: {
        ...own.region,
        ...masks,
        id: id.slice(0, 64),
        name: isClaimed ? (own.region.name ?? null) : null,
      },
      change,
      kind: isClaimed ? own.kind : change.kind,
      sure: isClaimed ? own.sure : MEASURED,
      names: new Map([[seen.name, Math.max(sureOf(seen), isClaimed ? (own.names.get(seen.name) ?? 0) : 0)]]),
      isNamed: true,
      claim: isClaimed ? own.claim : null,
      ...pixels.shades(mask),
      box: rectOf(mask),
      pieces: [id],
    },
  ]
}
