import type { Homography } from '../../domain/pair'
import type { Region } from '../../domain/region'
import type { Raster } from '../../images/raster'
import type { Rect } from '../../mask/bitmap'
import { boundingBox } from '../../mask/geometry'
import { rleArea, type Rle } from '../../mask/rle'
import { bothFrames, boxInAfter, toFullMask, type Look } from './look'
import type { CcrcModel } from './model'
import { coverageOf, type FoundRegion } from './regions'

/** A region with the look that found it. */
export interface Placed {
  found: FoundRegion
  look: Look
  box: Rect
}

/** A region that is given, with the network's vector for it; what is not known of the before frame is its own guess. */
export async function takeRegion(
  model: CcrcModel,
  look: Look,
  after: Float32Array,
  before: Float32Array | null,
): Promise<FoundRegion> {
  const empty = new Float32Array(after.length).fill(-6)
  const covered = coverageOf([bothFrames(before ?? empty, after)])
  const worth = covered.map((share, token) => share * (1 + Math.exp(Math.min(5, look.seen.heat[token]))))
  const anchor = worth.indexOf(Math.max(...worth))
  const described = await model.propose(look.seen, [anchor])
  const guess = described.masks.subarray(0, after.length)
  return {
    vector: described.vectors.slice(),
    category: '',
    score: 1,
    mask: bothFrames(before ?? guess, after),
    attributes: described.attributes.slice(),
  }
}

export function placeAll(
  regions: readonly FoundRegion[],
  look: Look,
  alignment: Homography | null,
): Placed[] {
  return regions.flatMap((found) => {
    const box = boxInAfter(found.mask, look, alignment)
    return box === null ? [] : [{ found, look, box }]
  })
}

export function toRegion(
  found: FoundRegion,
  look: Look,
  index: number,
  before: Raster,
  after: Raster,
): Region {
  const half = found.mask.length / 2
  const inAfter = toFullMask(found.mask.subarray(half), look.after, after)
  const inBefore = toFullMask(found.mask.subarray(0, half), look.before, before)
  const beforeMask = rleArea(inBefore) > 0 ? inBefore : null
  return {
    id: `ccrc-${index + 1}`,
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
