import type { Rect, Size } from '../mask/bitmap'
import { areaOf, boxGap, middleDistance, sharedArea } from '../mask/rect'
import type { Colour } from './colour'
import { counterpartOf } from './detection'
import type { PairEvidence } from './detection'
import { RULE } from './rule'

/** An unchanged thing with a name. */
export interface StillThing {
  /** One of `COCO_NAMES`. */
  readonly name: string
  /** 0 to 1. */
  readonly score: number
  /** Pixels of the after frame. */
  readonly box: Rect
  /** Absent if the pixels are not available. */
  readonly colour?: Colour
}

const STILL = {
  leastScore: 0.5,
  /** Share of its box. */
  changedShare: 0.1,
} as const

const NEAR = {
  /** Share of the smaller box's shorter side. */
  gap: 0.5,
  /** Areas, relative to that of the changed box. */
  largest: 12,
  smallest: 1 / 6,
  /** Share of the smaller box: one contains the other. */
  heldShare: 0.5,
} as const

/** Things in one place of both frames that changed next to nothing. */
export function findStill(
  { frames, changed, colourOf }: PairEvidence,
  { width, height }: Size,
): StillThing[] {
  return frames.after
    .filter(
      (one) =>
        one.score >= STILL.leastScore &&
        areaOf(one.box) < RULE.largestBox * width * height &&
        counterpartOf(one, frames.before) !== null &&
        changed.after.shareOf(one.box) < STILL.changedShare,
    )
    .map(({ name, score, box }) => ({
      name,
      score,
      box,
      ...(colourOf.after === undefined ? {} : { colour: colourOf.after(box) }),
    }))
}

/**
 * The nearest still thing that locates a changed thing: close, of similar size, and beside it.
 * @param box of the changed thing, pixels of the after frame
 */
export function nearestStill(box: Rect, still: readonly StillThing[]): StillThing | null {
  const near = still.filter((thing) => {
    const [smaller, larger] = areaOf(thing.box) < areaOf(box) ? [thing.box, box] : [box, thing.box]
    const ratio = areaOf(thing.box) / areaOf(box)
    return (
      boxGap(box, thing.box) <= NEAR.gap * Math.min(smaller.width, smaller.height) &&
      ratio <= NEAR.largest &&
      ratio >= NEAR.smallest &&
      sharedArea(smaller, larger) <= NEAR.heldShare * areaOf(smaller)
    )
  })
  return (
    near.toSorted(
      (a, b) =>
        boxGap(box, a.box) - boxGap(box, b.box) || middleDistance(box, a.box) - middleDistance(box, b.box),
    )[0] ?? null
  )
}
