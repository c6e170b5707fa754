import { create } from 'zustand'
import type { Region } from '../../../src/domain/document'
import { changedMask, documentFrom } from '../../../src/domain/review'
import { emptyRle, intersectRle, subtractRle } from '../../../src/mask/rle'
import { decodeTiles } from '../paint/tile-rle'
import type { TileMask } from '../paint/tile-mask'

/** Names of the three parts; each has its colour. */
export const DIFFERENCE_PARTS = ['only in this', 'only in the other', 'in both'] as const
export type DifferencePart = (typeof DIFFERENCE_PARTS)[number]

interface MaskDifference {
  pairId: number | null
  /** The proposal whose mask is compared. */
  proposalId: number | null
  /** In the after frame, in place of the regions. */
  masks: readonly { part: DifferencePart; mask: TileMask }[]
}

const HIDDEN: MaskDifference = { pairId: null, proposalId: null, masks: [] }

/** The difference of two masks that the canvas shows. Never saved. */
export const useMaskDifference = create<MaskDifference>()(() => HIDDEN)

/** Shows what only one of two sets of regions covers, and what both do. */
export function showDifference(
  {
    pairId,
    proposalId,
    size,
  }: { pairId: number; proposalId: number; size: { width: number; height: number } },
  one: readonly Region[],
  other: readonly Region[],
): void {
  const none = emptyRle(size.width, size.height)
  const [first, second] = [one, other].map((regions) => changedMask(documentFrom(regions, [])) ?? none)
  const parts = [subtractRle(first, second), subtractRle(second, first), intersectRle(first, second)]
  const masks = parts.map((rle, index) => ({ part: DIFFERENCE_PARTS[index], mask: decodeTiles(rle) }))
  useMaskDifference.setState({ pairId, proposalId, masks })
}

export function hideDifference(): void {
  useMaskDifference.setState(HIDDEN)
}
