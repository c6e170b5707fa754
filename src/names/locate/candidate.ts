import type { ChangeKind, Region } from '../../domain/document'
import type { Rect } from '../../mask/bitmap'
import type { NameClaim, RegionChange } from '../claim'

/** Share of a mask's pixels by the word for their colour, 0 to 1. */
export type Shades = ReadonlyMap<string, number>

/** A changed region that a caption may tell of. */
export interface Candidate {
  readonly region: Region
  readonly change: RegionChange
  /** What is claimed of it, else what was measured. */
  readonly kind: ChangeKind | 'changed'
  /** How sure `kind` is, 0 to 1. */
  readonly sure: number
  /** How sure each name is, 0 to 1: of the detector's kinds, and of words that people taught. */
  readonly names: ReadonlyMap<string, number>
  /** Whether one of its names was claimed. */
  readonly isNamed: boolean
  readonly claim: NameClaim | null
  readonly before: Shades
  readonly after: Shades
  /** Pixels of the after frame. */
  readonly box: Rect
  /** Ids of the regions that it is made of: one that has one of them in common with another cannot be told beside it. */
  readonly pieces: readonly string[]
}

/** A thing in words that may stand near a change. */
export interface Landmark {
  /** One of `COCO_NAMES`. */
  readonly name: string
  /** Pixels of the after frame. */
  readonly box: Rect
  /** The word for its colour; null where it is not known. */
  readonly colour: string | null
}

/** What is known of a pair, beside its candidates. */
export interface Surroundings {
  /** Of the after frame, pixels. */
  readonly width: number
  readonly height: number
  readonly landmarks: readonly Landmark[]
}
