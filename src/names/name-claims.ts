import { project } from '../domain/homography'
import type { Homography } from '../domain/pair'
import type { Rect } from '../mask/bitmap'
import { areaOf, boxIou, sharedArea } from '../mask/boxes'
import { ChangedPixels } from './changed-pixels'
import type { RegionPlace } from './changed-pixels'
import { isSameGroup } from './coco-names'
import type { Detection } from './detection'

export type Frame = 'before' | 'after'

/** `no longer visible`: it is gone, or something stands before it. */
export type ClaimKind =
  | 'appeared'
  | 'vanished'
  | 'no longer visible'
  | 'moved'
  | 'replaced'
  | 'changed colour'

/** What a region shows, as far as a detector can tell. */
export interface NameClaim {
  /** One of `COCO_NAMES`. */
  readonly name: string
  /** The detection's, 0 to 1. */
  readonly score: number
  /** Where it was found; of what is in both, the after frame. */
  readonly frame: Frame
  /** Pixels of that frame. */
  readonly box: Rect
  readonly kind: ClaimKind
  /** Of `replaced`: the name of what was there before. */
  readonly former?: string
  /** In words for a person. */
  readonly why: string
}

/** A changed region, in any order; `kind` where its proposer knows things again or measured that one is gone. */
export interface NamedRegion extends RegionPlace {
  readonly kind?: 'vanished' | 'moved' | 'changed colour'
}

export interface FrameDetections {
  readonly width: number
  readonly height: number
  readonly detections: readonly Detection[]
}

/** Rule D (docs/decisions/101-names.md). */
const RULE = {
  /** Least score of what the detector knows best, and of all else. */
  familiarScore: 0.35,
  otherScore: 0.5,
  /** Of a detection's box. */
  changedShare: 0.3,
  /** Of the image. A larger box is of the view, and of nothing in it. */
  largestBox: 0.9,
  /** A box of the same group that overlaps so much, with so much of the score, is the same thing. */
  sameThingIou: 0.4,
  sameThingScore: 0.5,
  /** Of the smaller box: one thing stands before the other, unless they stand in one place. */
  hiddenShare: 0.3,
  samePlaceIou: 0.5,
} as const

const familiarNames = new Set(['person', 'car', 'truck', 'bus', 'bicycle', 'motorcycle'])

/**
 * Names for changed regions: for each its claims, best first, or none, in which case what was measured is all that
 * can be said. A detection is claimed for one region.
 * @param alignment maps the before frame to the after frame; null where they lie on each other
 */
export function claimNames(
  regions: readonly NamedRegion[],
  before: FrameDetections,
  after: FrameDetections,
  alignment: Homography | null,
): NameClaim[][] {
  const found = [
    ...eligible(after, 'after', null, ChangedPixels.ofAfter(regions, after)),
    ...eligible(before, 'before', alignment, ChangedPixels.ofBefore(regions, before, alignment)),
  ]
  const all = {
    before: before.detections.map((detection) => ({ ...detection, place: placeOf(detection, alignment) })),
    after: after.detections.map((detection) => ({ ...detection, place: detection.box })),
  }
  const claimed = withoutHidden(
    found.flatMap((one) => {
      const regionKind = regions[one.region].kind ?? null
      const counterpart = all[otherFrame(one.frame)].find((other) => isSameThing(one, other)) ?? null
      const isBoth = regionKind === 'moved' || regionKind === 'changed colour'
      return counterpart === null || (isBoth && one.frame === 'after') ? [{ ...one, counterpart }] : []
    }),
  )
  return regions.map(({ kind }, index) =>
    asClaims(
      claimed.filter(({ region }) => region === index),
      kind ?? null,
    ),
  )
}

interface Placed extends Detection {
  /** In pixels of the after frame. */
  readonly place: Rect
}

interface Eligible extends Placed {
  readonly frame: Frame
  readonly region: number
  /** Of its box, 0 to 1. */
  readonly changed: number
}

interface Claimed extends Eligible {
  readonly counterpart: Placed | null
}

/** Clauses 1 and 2: sure enough, changed enough, and no view. */
function eligible(
  { width, height, detections }: FrameDetections,
  frame: Frame,
  alignment: Homography | null,
  changed: ChangedPixels,
): Eligible[] {
  return detections.flatMap((detection) => {
    const { name, score, box } = detection
    const least = familiarNames.has(name) ? RULE.familiarScore : RULE.otherScore
    if (score < least || areaOf(box) >= RULE.largestBox * width * height) {
      return []
    }
    const share = changed.shareOf(box)
    const region = share < RULE.changedShare ? null : changed.regionIn(box)
    const place = placeOf(detection, alignment)
    return region === null ? [] : [{ ...detection, place, frame, region, changed: share }]
  })
}

/** Clause 3: what the other frame has in the same place with at least half the score was there before. */
function isSameThing(one: Placed, other: Placed): boolean {
  return (
    isSameGroup(one.name, other.name) &&
    other.score >= RULE.sameThingScore * one.score &&
    boxIou(one.place, other.place) >= RULE.sameThingIou
  )
}

/** Clause 4: what a stronger claim in the other frame stands before, or behind, is hidden and did not change. */
function withoutHidden(claims: readonly Claimed[]): Claimed[] {
  const visible: Claimed[] = []
  for (const claim of claims.toSorted((a, b) => b.score - a.score)) {
    const isHidden = visible.some(({ frame, place }) => {
      const smaller = Math.min(areaOf(place), areaOf(claim.place))
      return (
        frame !== claim.frame &&
        sharedArea(place, claim.place) >= RULE.hiddenShare * smaller &&
        boxIou(place, claim.place) < RULE.samePlaceIou
      )
    })
    if (!isHidden) {
      visible.push(claim)
    }
  }
  return visible
}

/** Of one region, best first. What was replaced, and where something moved from, are no claims of their own. */
function asClaims(claims: readonly Claimed[], regionKind: NamedRegion['kind'] | null): NameClaim[] {
  const isReplacedBy = (one: Claimed, other: Claimed): boolean =>
    one.frame === 'before' &&
    other.frame === 'after' &&
    !isSameGroup(one.name, other.name) &&
    boxIou(one.place, other.place) >= RULE.samePlaceIou
  const isMovedTo = (one: Claimed, other: Claimed): boolean =>
    regionKind === 'moved' &&
    one.frame === 'before' &&
    other.frame === 'after' &&
    isSameGroup(one.name, other.name)
  return claims
    .filter((one) => !claims.some((other) => isReplacedBy(one, other) || isMovedTo(one, other)))
    .map((claim): NameClaim => {
      const former = claims.find((other) => isReplacedBy(other, claim))
      const { name, score, frame, box } = claim
      const kind = former === undefined ? kindOf(claim, regionKind) : 'replaced'
      const why = reasonFor(claim, former ?? null)
      return { name, score, frame, box, kind, why, ...(former === undefined ? {} : { former: former.name }) }
    })
}

function kindOf({ frame, counterpart }: Claimed, regionKind: NamedRegion['kind'] | null): ClaimKind {
  if (regionKind === 'moved' || (regionKind === 'changed colour' && counterpart !== null)) {
    return regionKind
  }
  if (frame === 'after') {
    return 'appeared'
  }
  return regionKind === 'vanished' ? 'vanished' : 'no longer visible'
}

function reasonFor({ name, score, frame, changed, counterpart }: Claimed, former: Claimed | null): string {
  const detection = `${name} seen in the ${frame} image (score ${score.toFixed(2)})`
  const share = `${Math.round(100 * changed)} % of its box changed`
  const other = otherFrame(frame)
  if (former !== null) {
    const was = `the before image shows ${former.name} there (score ${former.score.toFixed(2)})`
    return `${detection}; ${share}; ${was}`
  }
  const there =
    counterpart === null ? `the ${other} image shows none there` : `the ${other} image shows it too`
  return `${detection}; ${share}; ${there}`
}

const otherFrame = (frame: Frame): Frame => (frame === 'before' ? 'after' : 'before')

/** The box about where its corners come to lie in the after frame. */
function placeOf({ box }: Detection, alignment: Homography | null): Rect {
  if (alignment === null) {
    return box
  }
  const corners = [box.x, box.x + box.width].flatMap((x) =>
    [box.y, box.y + box.height].map((y) => project(alignment, { x, y })),
  )
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}
