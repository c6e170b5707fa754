import { isTruncated } from './tile-grid'
import type { Rect, Size } from '../mask/bitmap'
import { MASK_SIDE } from '../models/layers/sizes'
import { areaOf, sharedArea, contains } from '../mask/rect'
import type { DetectedRegion, LocatedRegion } from './located-region'

const PIXELS = MASK_SIDE * MASK_SIDE
/** Of the smaller mask, so much lies on the other where both show one object. */
const SAME_SHARE = 0.4
/** A region of less than this share of another's area is a separate object on it. */
const MIN_AREA_SHARE = 1 / 8

/**
 * The located regions, with those of one more view. That replaces what it shows whole; of what lies on anything that stays,
 * nothing is added. `image` is the after frame.
 */
export function mergeView<Encoding, Detected extends DetectedRegion>(
  located: readonly LocatedRegion<Encoding, Detected>[],
  own: readonly LocatedRegion<Encoding, Detected>[],
  image: Size,
): LocatedRegion<Encoding, Detected>[] {
  const isTruncatedRegion = ({ box, view }: LocatedRegion<Encoding, Detected>): boolean =>
    isTruncated(box, view.after, image, 1 / MASK_SIDE)
  const whole = own.filter((fresh) => !isTruncatedRegion(fresh))
  const replaces = (
    fresh: LocatedRegion<Encoding, Detected>,
    old: LocatedRegion<Encoding, Detected>,
  ): boolean => (contains(fresh.view.after, old.box) || isTruncatedRegion(old)) && isSameRegion(old, fresh)
  const retained = located.filter((old) => !whole.some((fresh) => replaces(fresh, old)))
  const added = own.filter((fresh) => {
    if (!whole.includes(fresh)) {
      return !retained.some((old) => isOnOther(fresh, old))
    }
    const isBetter = located.some((old) => !retained.includes(old) && replaces(fresh, old))
    return isBetter || !retained.some((old) => liesOn(fresh, old))
  })
  return [...retained, ...added]
}

/**
 * Whether a region of a crop is the same as one that was located before: it lies there, and is no small part of it.
 */
export function isSameRegion(
  old: LocatedRegion<unknown, DetectedRegion>,
  fresh: LocatedRegion<unknown, DetectedRegion>,
): boolean {
  return isOnOther(old, fresh) && areaOf(fresh.box) >= MIN_AREA_SHARE * leastArea(old)
}

function isOnOther(
  a: LocatedRegion<unknown, DetectedRegion>,
  b: LocatedRegion<unknown, DetectedRegion>,
): boolean {
  const { ofA, ofB, both } = sharedPixels(a, b)
  return both > SAME_SHARE * Math.min(ofA, ofB)
}

function liesOn(
  a: LocatedRegion<unknown, DetectedRegion>,
  b: LocatedRegion<unknown, DetectedRegion>,
): boolean {
  const { ofA, both } = sharedPixels(a, b)
  return both > SAME_SHARE * ofA
}

/** Pixels of an image. */
interface SharedPixels {
  readonly ofA: number
  readonly ofB: number
  readonly both: number
}

/** By the masks in the frame in which both have one, the after frame first; by the boxes where there is none. */
function sharedPixels(
  a: LocatedRegion<unknown, DetectedRegion>,
  b: LocatedRegion<unknown, DetectedRegion>,
): SharedPixels {
  const boxes = { ofA: areaOf(a.box), ofB: areaOf(b.box), both: sharedArea(a.box, b.box) }
  if (boxes.both === 0) {
    return boxes
  }
  for (const frame of ['after', 'before'] as const) {
    const [one, other] = [gridOf(a, frame), gridOf(b, frame)]
    if (one === null || other === null) {
      continue
    }
    const both = one.cell <= other.cell ? pixelsOn(one, other) : pixelsOn(other, one)
    return { ofA: one.set.length * one.cell, ofB: other.set.length * other.cell, both }
  }
  return boxes
}

/** A mask in one frame. */
interface Grid {
  readonly logits: Float32Array
  readonly window: Rect
  /** Cells of [128, 128] that are set. */
  readonly set: readonly number[]
  /** Image pixels of one. */
  readonly cell: number
}

function gridOf(
  { region, view }: LocatedRegion<unknown, DetectedRegion>,
  frame: 'before' | 'after',
): Grid | null {
  const logits = frame === 'after' ? region.mask.subarray(PIXELS) : region.mask.subarray(0, PIXELS)
  const set: number[] = []
  for (let at = 0; at < PIXELS; at++) {
    if (logits[at] > 0) {
      set.push(at)
    }
  }
  const window = view[frame]
  return set.length === 0 ? null : { logits, window, set, cell: areaOf(window) / PIXELS }
}

/** Pixels of the finer mask that lie on the coarser one or in a cell beside it, which is its precision. */
function pixelsOn(fine: Grid, coarse: Grid): number {
  const across = fine.window.width / coarse.window.width
  const down = fine.window.height / coarse.window.height
  const left = ((fine.window.x - coarse.window.x) * MASK_SIDE) / coarse.window.width
  const top = ((fine.window.y - coarse.window.y) * MASK_SIDE) / coarse.window.height
  let count = 0
  for (const at of fine.set) {
    const column = Math.floor(left + ((at % MASK_SIDE) + 0.5) * across)
    const row = Math.floor(top + (Math.floor(at / MASK_SIDE) + 0.5) * down)
    if (isNearSet(coarse.logits, column, row)) {
      count++
    }
  }
  return count * fine.cell
}

function isNearSet(logits: Float32Array, column: number, row: number): boolean {
  for (let y = Math.max(0, row - 1); y <= Math.min(MASK_SIDE - 1, row + 1); y++) {
    for (let x = Math.max(0, column - 1); x <= Math.min(MASK_SIDE - 1, column + 1); x++) {
      if (logits[y * MASK_SIDE + x] > 0) {
        return true
      }
    }
  }
  return false
}

/** Area of a box reduced by one mask cell of its view on every side. */
function leastArea({ box, view }: LocatedRegion<unknown, DetectedRegion>): number {
  const across = box.width - (2 * view.after.width) / MASK_SIDE
  const down = box.height - (2 * view.after.height) / MASK_SIDE
  return Math.max(0, across) * Math.max(0, down)
}
