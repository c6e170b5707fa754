import type { Homography } from '../../domain/pair'
import type { Region } from '../../domain/region'
import type { Raster } from '../../images/raster'
import type { Rect } from '../../mask/bitmap'
import { boundingBox } from '../../mask/geometry'
import { rleArea, type Rle } from '../../mask/rle'
import { boxInAfter, toFullMask, type Look } from './look'

/** Something that changed, in the frame of what a network looked at. */
export interface Found {
  readonly category: string
  /** That there is a changed thing at all, 0 to 1. */
  readonly score: number
  /** Logits [2, 4096], before and after. */
  readonly mask: Float32Array
}

/** A region with the look that found it. */
export interface Placed<Seen, Own extends Found> {
  readonly found: Own
  readonly look: Look<Seen>
  /** Pixels of the after image. */
  readonly box: Rect
}

export function placeAll<Seen, Own extends Found>(
  regions: readonly Own[],
  look: Look<Seen>,
  alignment: Homography | null,
): Placed<Seen, Own>[] {
  return regions.flatMap((found) => {
    const box = boxInAfter(found.mask, look, alignment)
    return box === null ? [] : [{ found, look, box }]
  })
}

/** `id` is unique in its proposal. */
export function toRegion(
  id: string,
  found: Found,
  look: Pick<Look<unknown>, 'before' | 'after'>,
  before: Raster,
  after: Raster,
): Region {
  const half = found.mask.length / 2
  const inAfter = toFullMask(found.mask.subarray(half), look.after, after)
  const inBefore = toFullMask(found.mask.subarray(0, half), look.before, before)
  const beforeMask = rleArea(inBefore) > 0 ? inBefore : null
  return {
    id,
    category: found.category,
    status: 'proposed',
    mask: rleArea(inAfter) === 0 && beforeMask !== null ? beforeMask : inAfter,
    beforeMask,
    source: { kind: 'proposal', proposalId: 0 },
    score: Math.min(1, Math.max(0, found.score)),
  }
}

export function rectOf(mask: Rle): Rect {
  const [x, y, width, height] = boundingBox(mask)
  return { x, y, width, height }
}

export function unionBox(regions: readonly Pick<Region, 'mask'>[]): Rect {
  const boxes = regions.map(({ mask }) => rectOf(mask))
  const x = Math.min(...boxes.map((box) => box.x))
  const y = Math.min(...boxes.map((box) => box.y))
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  }
}

export function contains(outer: Rect, inner: Rect): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  )
}

/** The smaller box lies for the most part in the other. */
export function isSameThing(a: Rect, b: Rect): boolean {
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  if (across <= 0 || down <= 0) return false
  return across * down > 0.4 * Math.min(a.width * a.height, b.width * b.height)
}
