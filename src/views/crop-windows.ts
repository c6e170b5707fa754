import { project } from '../domain/homography'
import type { Homography } from '../domain/pair'
import type { Rect, Size } from '../mask/bitmap'
import { clamp } from '../basics/numbers'

/** Which parts of a large image are cropped. Pure geometry, in whole pixels. */

export interface WindowOptions {
  /** A window's side over that of its largest candidate. Default 4. */
  context?: number
  /** The most it may be over its smallest candidate; up to twice as much where there are too many. Default 6. */
  loosest?: number
  /** Pixels that the shorter side has at least. Default 128. */
  least?: number
  /** Default 8. */
  limit?: number
  /** A window of so large a share of the image's side shows no more than the whole does. Default 0.75. */
  wholeFrom?: number
}

export interface CropWindow extends Rect {
  /** Indices of the boxes in it. */
  candidates: number[]
}

export interface ChosenWindows {
  windows: CropWindow[]
  /** Indices of boxes that are large enough for the view of the whole image. */
  whole: number[]
  /** Indices of boxes that no window is left for, or that lie outside the image. */
  left: number[]
}

/** Relative to the image's sides: 0 to 1. */
interface Span {
  left: number
  top: number
  right: number
  bottom: number
}

interface Extents {
  span: Span
  largest: number
  smallest: number
}

interface Group extends Extents {
  candidates: number[]
}

/** Of the candidates' extent, so that none lies at the border. */
const LEAST_MARGIN = 1.5

/**
 * Windows with the image's own aspect ratio, so that squashing one to a square distorts as squashing the whole
 * does. Each holds its candidates with their surroundings; near ones of like size share one.
 * @param boxes pixels, the most important first: these get a window before others
 */
export function chooseWindows(
  size: Size,
  boxes: readonly Rect[],
  options: WindowOptions = {},
): ChosenWindows {
  const { context = 4, loosest = 6, least = 128, limit = 8, wholeFrom = 0.75 } = options
  const leastShare = least / Math.min(size.width, size.height)
  const shareOf = ({ span, largest }: Extents): number =>
    Math.max(leastShare, context * largest, LEAST_MARGIN * extent(span))
  const result: ChosenWindows = { windows: [], whole: [], left: [] }
  const single: Group[] = []
  for (const [index, box] of boxes.entries()) {
    const span = relative(box, size)
    if (span === null) {
      result.left.push(index)
      continue
    }
    const side = extent(span)
    const group = { candidates: [index], span, largest: side, smallest: side }
    if (shareOf(group) >= wholeFrom) {
      result.whole.push(index)
    } else {
      single.push(group)
    }
  }
  const share = (most: number): Group[] =>
    gather(single, (group) => {
      const needed = shareOf(group)
      return needed < wholeFrom && needed <= Math.max(leastShare, most * group.smallest) ? needed : null
    })
  const tight = share(loosest)
  const groups = tight.length > limit ? share(2 * loosest) : tight
  result.windows = groups.slice(0, limit).map((group) => ({
    ...windowAround(size, centre(group.span), shareOf(group)),
    candidates: group.candidates,
  }))
  result.left.push(...groups.slice(limit).flatMap(({ candidates }) => candidates))
  return result
}

/**
 * The window of the same size around the same object in the other frame.
 * @param toOther where a pixel of this frame is in the other
 */
export function followWindow(window: Rect, toOther: Homography, other: Size): Rect {
  const { x, y, width, height } = window
  // pixel centres are whole numbers, borders half of one off
  const middle = project(toOther, { x: x + width / 2 - 0.5, y: y + height / 2 - 0.5 })
  const [across, down] = [Math.min(width, other.width), Math.min(height, other.height)]
  return {
    x: clamp(Math.round(middle.x + 0.5 - across / 2), other.width - across),
    y: clamp(Math.round(middle.y + 0.5 - down / 2), other.height - down),
    width: across,
    height: down,
  }
}

/** Each group joins the one that it makes least larger, if `fits` finds a size for both; earlier ones stay first. */
function gather(single: readonly Group[], fits: (group: Extents) => number | null): Group[] {
  const groups: (Group & { needed: number })[] = []
  for (const candidate of single) {
    let best: { index: number; needed: number; growth: number } | null = null
    for (const [index, group] of groups.entries()) {
      const needed = fits(join(group, candidate))
      const growth = needed === null ? Infinity : needed - group.needed
      if (needed !== null && growth < (best?.growth ?? Infinity)) {
        best = { index, needed, growth }
      }
    }
    if (best === null) {
      groups.push({ ...candidate, needed: fits(candidate) ?? 0 })
    } else {
      const { index, needed } = best
      const candidates = [...groups[index].candidates, ...candidate.candidates]
      groups[index] = { ...join(groups[index], candidate), candidates, needed }
    }
  }
  return groups
}

function join(a: Extents, b: Extents): Extents {
  return {
    span: {
      left: Math.min(a.span.left, b.span.left),
      top: Math.min(a.span.top, b.span.top),
      right: Math.max(a.span.right, b.span.right),
      bottom: Math.max(a.span.bottom, b.span.bottom),
    },
    largest: Math.max(a.largest, b.largest),
    smallest: Math.min(a.smallest, b.smallest),
  }
}

/** The part inside the image, at least a pixel large; null where there is none. */
function relative({ x, y, width, height }: Rect, size: Size): Span | null {
  const left = Math.max(0, Math.floor(x))
  const top = Math.max(0, Math.floor(y))
  const right = Math.min(size.width, Math.ceil(x + width))
  const bottom = Math.min(size.height, Math.ceil(y + height))
  const isInside = right > left && bottom > top
  return isInside
    ? {
        left: left / size.width,
        top: top / size.height,
        right: right / size.width,
        bottom: bottom / size.height,
      }
    : null
}

const extent = ({ left, top, right, bottom }: Span): number => Math.max(right - left, bottom - top)

const centre = ({ left, top, right, bottom }: Span): { x: number; y: number } => ({
  x: (left + right) / 2,
  y: (top + bottom) / 2,
})

/** @param share of the image's sides, less than 1 */
function windowAround(size: Size, at: { x: number; y: number }, share: number): Rect {
  const width = Math.min(size.width, Math.ceil(share * size.width))
  const height = Math.min(size.height, Math.ceil(share * size.height))
  return {
    x: clamp(Math.round(at.x * size.width - width / 2), size.width - width),
    y: clamp(Math.round(at.y * size.height - height / 2), size.height - height),
    width,
    height,
  }
}
