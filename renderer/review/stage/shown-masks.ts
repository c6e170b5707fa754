import type { OpenPair } from '../../../src/contract/review'
import type { Region } from '../../../src/domain/document'
import type { Frame, MaskStore } from '../paint/mask-store'
import { pixelAt } from '../paint/tile-mask'
import type { TileMask } from '../paint/tile-mask'
import type { ImagePoint } from './points'

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

/** What a frame shows, in drawing order: the chosen region on top. */
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

/** With a mask that is not kept yet, in place of that of the region which it would correct. */
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
