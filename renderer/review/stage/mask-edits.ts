import type { Diff } from '../../../src/domain/diff'
import type { Region } from '../../../src/domain/document'
import { emptyRle } from '../../../src/mask/rle'
import type { Rle } from '../../../src/mask/rle'
import { subtractRle, xorRle } from '../../../src/mask/rle-combine'
import type { Frame, MaskStore } from '../paint/mask-store'
import type { PendingRegion } from './shown-masks'

/** The region, unless what is marked of it in this frame is of another size, as after an image was replaced. */
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

/**
 * What the model changed of the mask it was given, `base`; where a person changed that meanwhile, it stays.
 */
export function flipOf(present: Rle | null, base: Rle | null, rle: Rle): Rle {
  const [height, width] = rle.size
  const empty = emptyRle(width, height)
  const changedMeanwhile = xorRle(base ?? empty, present ?? empty)
  return subtractRle(xorRle(base ?? empty, rle), changedMeanwhile)
}

/** A mask that a person corrects is accepted with it: no later answer of a model takes it away. */
export function maskDiff({ id, status }: Region, frame: Frame, flip: Rle): Diff {
  const change: Diff[number] = { type: 'region.mask', regionId: id, frame, flip }
  return status === 'proposed'
    ? [change, { type: 'region.set', regionId: id, from: { status }, to: { status: 'accepted' } }]
    : [change]
}

/** What a person draws is accepted as drawn. */
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
