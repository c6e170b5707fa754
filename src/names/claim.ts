import type { ChangeKind, Frame } from '../domain/document'
import type { Rect } from '../mask/bitmap'
import type { RegionPlace } from './changed-pixels'
import type { RegionChange } from './region-change'
import type { StillThing } from './still-things'

/** What a changed thing is, as far as a detector can tell. */
export interface NameClaim {
  /** One of `COCO_NAMES`. */
  readonly name: string
  /** The detection's, 0 to 1. */
  readonly score: number
  /** Where it was found; of what is in both, the after frame. */
  readonly frame: Frame
  /** Pixels of that frame. */
  readonly box: Rect
  readonly kind: ChangeKind
  /** Of `moved`: pixels of the before frame. Absent where the detector did not find it there. */
  readonly from?: Rect
  /** Of `replaced`: the name of what was there before. */
  readonly former?: string
  /** In words for a person. */
  readonly why: string
}

/** A changed region, in any order, with what was measured of it. */
export interface NamedRegion extends RegionPlace {
  readonly change: RegionChange
}

/** One changed thing with a name. A region is in one of them at most. */
export interface NamedChange {
  /** Indexes of the regions that are one thing; the first is the largest. */
  readonly regions: readonly number[]
  /** Index of the region that a moved thing left; it is no change of its own. */
  readonly origin: number | null
  readonly claim: NameClaim
  /** Of other things that the region shows, surest first. */
  readonly beside: readonly NameClaim[]
  /** Next best names for the same thing, best first. */
  readonly others: readonly { readonly name: string; readonly score: number }[]
}

export interface ClaimedNames {
  /** What moved first, then the surest first. */
  readonly changes: readonly NamedChange[]
  /** Unchanged things with a name, which a caption may refer to. */
  readonly still: readonly StillThing[]
}
