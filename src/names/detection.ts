import type { Rect } from '../mask/bitmap'
import type { Colour } from './colour'
import { project } from '../domain/homography'
import type { Homography } from '../domain/pair'
import type { Frame } from '../domain/document'
import { areaOf, boxIou, sharedArea } from '../mask/rect'
import type { ChangedPixels } from './changed-pixels'
import { isSameGroup } from './coco-names'
import { leastScoreOf, RULE } from './rule'

/** A thing that a detector found in one image. */
export interface Detection {
  /** One of `COCO_NAMES`. */
  readonly name: string
  /** 0 to 1. */
  readonly score: number
  /** Pixels of the image, with fractions, inside of it. */
  readonly box: Rect
}

export interface FrameDetections {
  readonly width: number
  readonly height: number
  readonly detections: readonly Detection[]
  /** Mean colour in the middle of a box; absent if the pixels are not available. */
  readonly colourOf?: (box: Rect) => Colour
}

interface AlignedDetection extends Detection {
  /** In pixels of the after frame. */
  readonly place: Rect
}

/** A detection that may name a change. */
export interface ChangedDetection extends AlignedDetection {
  readonly frame: Frame
  /** Index of the region with the most pixels in its box. */
  readonly region: number
  /** Changed share of its box, 0 to 1. */
  readonly changed: number
  /** The detection of the same thing in the other frame. */
  readonly counterpart: AlignedDetection | null
}

/** Both frames' detections, with their places in the after frame. */
export type AlignedDetections = Readonly<Record<Frame, readonly AlignedDetection[]>>

/** Evidence from a pair, before any claim. */
export interface PairEvidence {
  readonly frames: AlignedDetections
  readonly changed: Readonly<Record<Frame, ChangedPixels>>
  /** For familiar names. */
  readonly leastScore: number
  readonly colourOf: Readonly<Record<Frame, FrameDetections['colourOf']>>
}

export function placeFrames(
  before: FrameDetections,
  after: FrameDetections,
  alignment: Homography | null,
): AlignedDetections {
  return {
    before: before.detections.map((detection) => ({ ...detection, place: placeOf(detection, alignment) })),
    after: after.detections.map((detection) => ({ ...detection, place: detection.box })),
  }
}

/**
 * Clauses 1 and 2: sure enough, changed enough to have moved at least, and smaller than the view. Clause 3 is the
 * caller's.
 */
export function findChanged(
  { frames, changed, leastScore }: PairEvidence,
  frame: Frame,
  { width, height }: { width: number; height: number },
): ChangedDetection[] {
  return frames[frame].flatMap((one) => {
    const { name, score, box } = one
    if (score < leastScoreOf(name, leastScore) || areaOf(box) >= RULE.largestBox * width * height) {
      return []
    }
    const share = changed[frame].shareOf(box)
    const region = share < RULE.movedShare ? null : changed[frame].regionIn(box)
    const counterpart = counterpartOf(one, frames[otherFrame(frame)])
    return region === null ? [] : [{ ...one, frame, region, changed: share, counterpart }]
  })
}

/** Clause 3: a detection in the same place of the other frame, with at least half the score, is the same thing. */
export function counterpartOf(
  one: AlignedDetection,
  others: readonly AlignedDetection[],
): AlignedDetection | null {
  const isSame = (other: AlignedDetection): boolean =>
    isSameGroup(one.name, other.name) &&
    other.score >= RULE.sameThingScore * one.score &&
    boxIou(one.place, other.place) >= RULE.sameThingIou
  return others.find(isSame) ?? null
}

/**
 * Clause 4: a thing that a stronger one in the other frame covers, or is covered by, is hidden and did not change.
 * @param moved known to have changed: they hide others and are never hidden
 */
export function withoutHidden(
  found: readonly ChangedDetection[],
  moved: readonly ChangedDetection[],
): ChangedDetection[] {
  const visible: ChangedDetection[] = []
  for (const one of [...found, ...moved].toSorted((a, b) => b.score - a.score)) {
    const isHidden = visible.some(({ frame, place }) => {
      const smaller = Math.min(areaOf(place), areaOf(one.place))
      return (
        frame !== one.frame &&
        sharedArea(place, one.place) >= RULE.hiddenShare * smaller &&
        boxIou(place, one.place) < RULE.samePlaceIou
      )
    })
    if (!isHidden || moved.includes(one)) {
      visible.push(one)
    }
  }
  return visible.filter((one) => !moved.includes(one))
}

const otherFrame = (frame: Frame): Frame => (frame === 'before' ? 'after' : 'before')

/** The box about its corners' places in the after frame. */
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
