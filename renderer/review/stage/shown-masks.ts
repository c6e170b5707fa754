import type { OpenPair } from '../../../src/contract/pairs'
import type { Frame, Region } from '../../../src/domain/document'
import type { MaskStore } from '../paint/mask-store'
import { pixelAt } from '../paint/tile-mask'
import type { TileMask } from '../paint/tile-mask'
import type { ImagePoint } from './camera'
import type { Diff } from '../../../src/domain/diff'
import { emptyRle, subtractRle, xorRle } from '../../../src/mask/rle'
import type { Rle } from '../../../src/mask/rle'

export interface ShownMask {
  regionId: string
  category: string
  status: Region['status']
  mask: TileMask
  /** The after mask of a region that has none in the before frame, where the two frames agree. */
  isGhost: boolean
}

/** A region that is being painted and is not in the document yet. */
export interface PendingRegion {
  regionId: string
  category: string
  frame: Frame
}

/** A mask that was requested and is not in the document yet. */
export interface PendingMask {
  /** Null for a new region. */
  regionId: string | null
  frame: Frame
  mask: TileMask
}

/** Masks of a frame in drawing order: the chosen region on top. */
export function shownMasks(
  open: OpenPair,
  store: MaskStore,
  frame: Frame,
  pending: PendingRegion | null,
  selectedRegionId: string | null,
): ShownMask[] {
  const isStill = open.pair.alignment === null
  const shown: ShownMask[] = []
  for (const { id: regionId, category, status } of open.document.regions) {
    const own = store.mask(regionId, frame)
    const mask = own ?? (isStill ? store.mask(regionId, 'after') : null)
    if (mask !== null) {
      shown.push({ regionId, category, status, mask, isGhost: own === null })
    }
  }
  if (pending !== null && pending.frame === frame) {
    const mask = store.open(pending.regionId, frame)
    shown.push({
      regionId: pending.regionId,
      category: pending.category,
      status: 'accepted',
      mask,
      isGhost: false,
    })
  }
  return shown.toSorted(
    (a, b) => Number(a.regionId === selectedRegionId) - Number(b.regionId === selectedRegionId),
  )
}

/** Adds a mask that is not kept yet, in place of that of the region which it would correct. */
export function withPendingMask(
  shown: readonly ShownMask[],
  { regionId, category, mask }: { regionId: string | null; category: string; mask: TileMask },
): ShownMask[] {
  const corrected = shown.find((item) => item.regionId === regionId)
  const pending: ShownMask = {
    regionId: regionId ?? 'draft',
    category: corrected?.category ?? category,
    status: 'accepted',
    mask,
    isGhost: false,
  }
  return [...shown.filter((item) => item !== corrected), pending]
}

/** Adds a mask in place of the regions that it would replace: those that nobody has drawn, accepted or rejected. */
export function withThresholdMask(
  shown: readonly ShownMask[],
  regions: readonly Region[],
  cut: Pick<ShownMask, 'mask' | 'isGhost'>,
): ShownMask[] {
  const kept = new Set(
    regions
      .filter(({ status, source }) => status !== 'proposed' || source.kind === 'person')
      .map(({ id }) => id),
  )
  return [
    ...shown.filter(({ regionId }) => kept.has(regionId)),
    { regionId: 'cut', category: 'change', status: 'proposed', ...cut },
  ]
}

/** Parts of two masks, in place of all regions. */
export function differenceMasks(
  parts: readonly { part: string; mask: TileMask }[],
  frame: Frame,
): ShownMask[] {
  return parts.map(({ part, mask }) => ({
    regionId: part,
    category: part,
    status: 'accepted',
    mask,
    isGhost: frame === 'before',
  }))
}

/** Regions at a point, the topmost first; rejected ones come after all others. */
export function regionsAt(shown: readonly ShownMask[], at: ImagePoint, open: OpenPair): string[] {
  const x = Math.floor(at.x)
  const y = Math.floor(at.y)
  const under = new Map(
    shown.filter(({ mask }) => pixelAt(mask, x, y) === 1).map((item) => [item.regionId, item]),
  )
  return open.document.regions
    .toReversed()
    .filter(({ id }) => under.has(id))
    .toSorted((a, b) => Number(a.status === 'rejected') - Number(b.status === 'rejected'))
    .map(({ id }) => id)
}

/** The region; null if its mask in this frame has another size, as after an image was replaced. */
export function regionIn(
  store: MaskStore,
  regions: readonly Region[],
  id: string | null,
  frame: Frame,
): Region | null {
  const region = regions.find((each) => each.id === id)
  return region === undefined || !store.fits(maskOf(region, frame) ?? region.mask) ? null : region
}

export function maskOf({ mask, beforeMask }: Region, frame: Frame): Rle | null {
  return frame === 'after' ? mask : beforeMask
}

/** The model's change of `base`, the mask that it was given. Pixels that a person changed meanwhile stay. */
export function flipOf(present: Rle | null, base: Rle | null, rle: Rle): Rle {
  const [height, width] = rle.size
  const empty = emptyRle(width, height)
  const changedMeanwhile = xorRle(base ?? empty, present ?? empty)
  return subtractRle(xorRle(base ?? empty, rle), changedMeanwhile)
}

/** Accepts a region together with a person's correction of its mask: no later answer of a model removes it. */
export function maskDiff({ id, status }: Region, frame: Frame, flip: Rle): Diff {
  const change: Diff[number] = { type: 'region.mask', regionId: id, frame, flip }
  return status === 'proposed'
    ? [change, { type: 'region.set', regionId: id, from: { status }, to: { status: 'accepted' } }]
    : [change]
}

/** A region that a person draws is accepted as drawn. */
export function newRegion({ regionId, category, frame }: PendingRegion, mask: Rle): Region {
  const empty = emptyRle(mask.size[1], mask.size[0])
  return {
    id: regionId,
    category,
    status: 'accepted',
    mask: frame === 'after' ? mask : empty,
    beforeMask: frame === 'before' ? mask : null,
    source: { kind: 'person' },
    score: null,
  }
}
