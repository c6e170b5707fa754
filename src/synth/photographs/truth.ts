import type { Bitmap } from '../../mask/bitmap'
import { countSet, unionBitmaps } from '../../mask/bitmap'
import type { SyntheticRegion } from '../pair'
import { MARGIN } from './canvas'
import type { Canvas } from './canvas'
import { isOpaque } from './changes/apply'
import type { Frames, Marks, Mark } from './changes/apply'
import type { FrameName, PlannedChange } from './planned'
import { lookAtMark } from './nuisances/displacement'
import type { SceneMap } from './nuisances/displacement'
import { RATES } from './rates'
import type { FrameSize } from './shapes'

/** A change that was drawn, and where. */
export interface DrawnChange {
  readonly change: PlannedChange
  readonly marks: Marks
}

/** A change with its masks in both frames. */
export interface TrueChange {
  readonly change: PlannedChange
  readonly region: SyntheticRegion
}

/**
 * Whether a change can be seen: over enough pixels of the picture, and by a mean largest difference of channels that
 * is not lost in noise.
 * @param isGrey brightness alone counts
 */
export function isSeen({ before, after, vacated }: Marks, frames: Frames, isGrey: boolean): boolean {
  const { width, height } = frames.before
  const mark = anyOf(after, vacated) ?? before
  if (mark === null) {
    return false
  }
  let count = 0
  let sum = 0
  for (let y = MARGIN; y < height - MARGIN; y++) {
    for (let x = MARGIN; x < width - MARGIN; x++) {
      if (mark[y * width + x] !== 0) {
        sum += difference(frames.before, frames.after, 3 * (y * width + x), isGrey)
        count += 1
      }
    }
  }
  return count >= RATES.changes.leastArea && sum >= RATES.changes.leastDifference * count
}

/** Of pixels in black and white, those that are black in one frame and white in the other. */
export function flippedAlone(marks: Marks, { before, after }: Frames): Marks {
  const flipped = (mark: Mark | null): Mark | null =>
    mark?.map((value, at) => (isWhite(before, 3 * at) === isWhite(after, 3 * at) ? 0 : value)) ?? null
  const { before: was, after: is, vacated } = marks
  return { ...marks, before: flipped(was), after: flipped(is), vacated: flipped(vacated) }
}

const isWhite = ({ data }: Canvas, at: number): boolean =>
  0.299 * data[at] + 0.587 * data[at + 1] + 0.114 * data[at + 2] >= 128

function difference({ data: one }: Canvas, { data: other }: Canvas, at: number, isGrey: boolean): number {
  const [red, green, blue] = [one[at] - other[at], one[at + 1] - other[at + 1], one[at + 2] - other[at + 2]]
  return isGrey
    ? Math.abs(0.299 * red + 0.587 * green + 0.114 * blue)
    : Math.max(Math.abs(red), Math.abs(green), Math.abs(blue))
}

/**
 * The regions of what was drawn, in that order, as the frames show them; what later ones hide is left out. Its pixels
 * belong to what hides them.
 */
export function trueChanges(
  drawn: readonly DrawnChange[],
  maps: { readonly before: SceneMap; readonly after: SceneMap },
  size: FrameSize,
): TrueChange[] {
  const seen = drawn.flatMap(({ change, marks }, index) => {
    const later = drawn.slice(index + 1).map((each) => each.marks.covers)
    const overBefore = later.flatMap(({ before }) => before ?? [])
    const overAfter = later.flatMap(({ after }) => after ?? [])
    // what was drawn into the before frame alone changes the after frame only where it was seen
    const over = marks.covers.after === null ? [...overAfter, ...overBefore] : overAfter
    const shown = asShown(change, {
      before: masked(marks.before, overBefore, maps.before, size),
      after: masked(marks.after, over, maps.after, size),
      vacated: masked(marks.vacated, over, maps.after, size),
    })
    const area = shown === null ? 0 : countSet(changedPixels(shown.masks, size))
    return shown === null || area < RATES.changes.leastArea ? [] : [shown]
  })
  return seen.map(({ change, masks }, id) => ({ change, region: { id, category: change.kind, ...masks } }))
}

interface ShownChange {
  readonly change: PlannedChange
  readonly masks: Pick<SyntheticRegion, 'before' | 'after' | 'vacated'>
}

/**
 * The change that the frames show: each that is told of is to be seen in every frame that its words speak of. Of two
 * things or places, one of which is hidden, the other came or went. Null where nothing is left to tell.
 */
function asShown(change: PlannedChange, masks: ShownChange['masks']): ShownChange | null {
  const [isBefore, isAfter] = [masks.before, masks.after].map(isEnough)
  const isTold = framesTold(change).every((frame) => (frame === 'before' ? isBefore : isAfter))
  if (isTold) {
    return { change, masks }
  }
  if (change.kind !== 'move' && change.kind !== 'replace') {
    return null
  }
  if (isAfter) {
    const placement = change.kind === 'move' ? change.to : change.latter
    return { change: { kind: 'appear', placement }, masks: { ...masks, before: null, vacated: null } }
  }
  const placement = change.kind === 'move' ? change.from : change.former
  return isBefore ? { change: { kind: 'vanish', placement }, masks: { ...masks, after: null } } : null
}

function framesTold(change: PlannedChange): readonly FrameName[] {
  switch (change.kind) {
    case 'appear':
      return ['after']
    case 'vanish':
      return ['before']
    case 'move':
    case 'replace':
    case 'recolour':
      return ['before', 'after']
    default:
      return isOpaque(change) ? [change.frame] : ['before', 'after']
  }
}

const isEnough = (mask: Bitmap | null): boolean => mask !== null && countSet(mask) >= RATES.changes.leastArea

/** All pixels of the after frame that a region changes. */
export function changedPixels(
  { after, vacated }: Pick<SyntheticRegion, 'after' | 'vacated'>,
  { width, height }: FrameSize,
): Bitmap {
  return unionBitmaps(
    width,
    height,
    [after, vacated].filter((mask) => mask !== null),
  )
}

/** Null of what is not there or nowhere seen. */
function masked(mark: Mark | null, hidden: readonly Mark[], map: SceneMap, size: FrameSize): Bitmap | null {
  if (mark === null) {
    return null
  }
  const left = mark.slice()
  for (const over of hidden) {
    for (let at = 0; at < left.length; at++) {
      left[at] &= 1 - over[at]
    }
  }
  const bitmap = { width: size.width, height: size.height, data: lookAtMark(left, map, size) }
  return countSet(bitmap) === 0 ? null : bitmap
}

function anyOf(one: Mark | null, other: Mark | null): Mark | null {
  return one === null || other === null ? (one ?? other) : one.map((value, at) => value | other[at])
}
