import type { Colour } from './colour'
import type { ChangeKind, Frame } from '../domain/document'
import type { Rect } from '../mask/bitmap'
import type { RegionPlace } from './changed-pixels'
import type { StillThing } from './still-things'
import type { ChangedDetection } from './detection'
import type { Message, MessageText } from '../messages/message'
import { message } from '../messages/message'

/** Measurements of a changed region, before anything is named. */
export interface RegionChange {
  /**
   * By the image whose edges run along its outline: the after image, the before image, or both alike; `moved` if its
   * proposer matches things between frames.
   */
  readonly kind: 'appeared' | 'vanished' | 'changed' | 'moved'
  /** Mean colours inside of it. */
  readonly before: Colour
  readonly after: Colour
  /** Its middle in the after frame, 0 to 1 from the left and from the top. */
  readonly x: number
  readonly y: number
  /** For `moved`: its middle in the before image, as a place of the after frame. */
  readonly from?: { readonly x: number; readonly y: number } | undefined
  /** Share of the image's pixels, 0 to 1. */
  readonly share: number
}

/** Name and change of a thing, by a detector. */
export interface NameClaim {
  /** One of `COCO_NAMES`. */
  readonly name: string
  /** Score of the detection, 0 to 1. */
  readonly score: number
  /** Frame of the detection; for a thing in both, the after frame. */
  readonly frame: Frame
  /** Pixels of that frame. */
  readonly box: Rect
  readonly kind: ChangeKind
  /** For `moved`: pixels of the before frame. Absent if the detector did not find it there. */
  readonly from?: Rect
  /** For `replaced`: the name of the thing before. */
  readonly former?: string
  /** In words for a person. */
  readonly why: MessageText
}

/** A changed region, in any order, with its measurements. */
export interface NamedRegion extends RegionPlace {
  readonly change: RegionChange
}

/** One changed thing with a name. A region belongs to one of them at most. */
export interface NamedChange {
  /** Indexes of the regions of the thing; the first is the largest. */
  readonly regions: readonly number[]
  /** Index of the region that a moved thing left; it is no change of its own. */
  readonly origin: number | null
  readonly claim: NameClaim
  /** Other things in the region, surest first. */
  readonly beside: readonly NameClaim[]
  /** Next best names for the same thing, best first. */
  readonly others: readonly { readonly name: string; readonly score: number }[]
}

export interface ClaimedNames {
  /** Moved things first, then the surest first. */
  readonly changes: readonly NamedChange[]
  /** Unchanged things with a name, which a caption may refer to. */
  readonly still: readonly StillThing[]
}

/** Change of a thing, before regions are assigned to it. */
export interface ThingChange {
  readonly kind: ChangeKind
  readonly thing: ChangedDetection
  /** For `moved`: pixels of the before frame. */
  readonly from?: Rect
  /** For `moved`, if it was found there too: in the region that it left. */
  readonly left?: ChangedDetection
  /** For `replaced`. */
  readonly former?: ChangedDetection
}

export function toClaim(told: ThingChange): NameClaim {
  const { kind, thing, from, former } = told
  const { name, score, frame, box } = thing
  return {
    name,
    score,
    frame,
    box,
    kind,
    ...(from === undefined ? {} : { from }),
    ...(former === undefined ? {} : { former: former.name }),
    why: reasonFor(told),
  }
}

function reasonFor({ kind, thing, left, former }: ThingChange): Message {
  const { name, score, frame, changed, counterpart } = thing
  const values = { name, score, frame, percent: Math.round(100 * changed) } as const
  if (former !== undefined) {
    return message('seen.former', { ...values, former: former.name, formerScore: former.score })
  }
  if (left !== undefined) {
    return message('seen.moved', { ...values, left: left.name, leftScore: left.score })
  }
  if (kind === 'moved') {
    return message('seen.knownMove', values)
  }
  return message(counterpart === null ? 'seen.alone' : 'seen.inBoth', values)
}
