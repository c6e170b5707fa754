import type { NamedMasks } from '../domain/document'
import { UNNAMED } from '../domain/document'
import type { Rect } from '../mask/bitmap'
import { rectOf } from '../mask/measures'
import { areaOf } from '../mask/rect'
import type { Rle } from '../mask/rle'
import { isLiving } from './captions/caption-colours'
import type { ChangeFact, NamedThing, Place } from './captions/change-fact'
import type { NameClaim, NamedChange, RegionChange } from './claim'
import { classesOf } from './class-change'
import { colourName, luma } from './colour'
import { WHOLE_VIEW } from './captions/groups'
import type { NameWords } from '../contract/names'
import { wordFor } from './coco-names'
import { nearestStill } from './still-things'
import type { StillThing } from './still-things'

/** A region of a caption. */
export interface DescribedRegion {
  readonly region: NamedMasks & { readonly score?: number | null }
  readonly change: RegionChange
  /** The detector's name; null for a region that was only measured, or that people named otherwise. */
  readonly named: NamedChange | null
}

/** Smallest step of luma that a person can see, of 0 to 255. */
const SEEN_STEP = 8

/**
 * Facts for captions about regions, one for each thing in them.
 * @param still named things that did not change, as landmarks
 */
export function changeFacts(
  described: readonly DescribedRegion[],
  still: readonly StillThing[],
  words: NameWords,
): ChangeFact[] {
  const mentioned = still.flatMap((thing) => {
    const word = wordFor(words, thing.name)
    return word === null ? [] : [{ thing, word }]
  })
  return described.flatMap((one) => {
    const { region, named } = one
    const first = factOf(one, mentioned)
    const beside = (named?.beside ?? []).flatMap((claim) => {
      const word = wordFor(words, claim.name)
      return word === null ? [] : [{ claim, word }]
    })
    if (named === null || beside.length === 0) {
      return [first]
    }
    const boxes = [named.claim, ...beside.map(({ claim }) => claim)].map(({ box }) => areaOf(box))
    const share = first.share / boxes.reduce((sum, area) => sum + area)
    const placed = ({ box }: NameClaim) => ({
      share: share * areaOf(box),
      // colours of the region as a whole do not apply
      colour: null,
      near: null,
      place: middleOf(box, region.mask),
    })
    return [
      { ...first, ...placed(named.claim) },
      ...beside.map(({ claim, word }): ChangeFact => ({
        ...first,
        ...placed(claim),
        kind: claim.kind === 'replaced' ? 'appeared' : claim.kind,
        word,
        former: null,
        from: claim.from === undefined ? null : middleOf(claim.from, region.mask),
        score: claim.score,
      })),
    ]
  })
}

/** Fact of the region as a whole. People may call a living thing by a word that the program does not know as one. */
function factOf(one: DescribedRegion, still: readonly MentionedThing[]): ChangeFact {
  const fact = measuredFactOf(one, still)
  const { region, named } = one
  const isOfLiving = [named?.claim.name, region.name?.word].some(
    (word) => word !== undefined && isLiving(word),
  )
  if (!isOfLiving || region.category === UNNAMED) {
    return fact
  }
  const kind = fact.kind === 'changed colour' ? 'changed' : fact.kind
  return { ...fact, kind, colour: null, formerColour: null, turn: null }
}

function measuredFactOf(
  { region, change, named }: DescribedRegion,
  still: readonly MentionedThing[],
): ChangeFact {
  const { name, category } = region
  const isNamed = category !== UNNAMED
  const classes = name == null && change.kind === 'changed' ? classesOf(category) : null
  const former = name?.former ?? classes?.before ?? null
  const measured = classes === null ? change.kind : 'replaced'
  const kind = named?.claim.kind ?? (name?.word === category ? name.kind : measured)
  // of most of the view the new colour is told
  const isView = !isNamed && change.share > WHOLE_VIEW
  const isGone = !isView && (kind === 'vanished' || kind === 'no longer visible')
  return {
    regionId: region.id,
    // the thing before has no word here
    kind: kind === 'replaced' && former === null ? 'appeared' : kind,
    word: isNamed ? (classes?.after ?? category) : null,
    colour: colourName(isGone ? change.before : change.after),
    formerColour: colourName(change.before),
    former,
    place: { x: change.x, y: change.y },
    from: change.from ?? null,
    near: isNamed ? nearTo(region, still) : null,
    share: change.share,
    score: name?.score ?? region.score ?? 0.5,
    turn: seenTurn(change),
  }
}

/** As shares of the frame's sides. */
function middleOf({ x, y, width, height }: Rect, { size: [down, across] }: Rle): Place {
  return { x: (x + width / 2) / across, y: (y + height / 2) / down }
}

interface MentionedThing {
  readonly thing: StillThing
  readonly word: string
}

function nearTo({ mask }: NamedMasks, still: readonly MentionedThing[]): NamedThing | null {
  const thing = nearestStill(
    rectOf(mask),
    still.map((each) => each.thing),
  )
  const word = still.find((each) => each.thing === thing)?.word
  if (thing === null || word === undefined) {
    return null
  }
  return { word, colour: thing.colour === undefined ? null : colourName(thing.colour) }
}

/** Null if its colour has another name now. */
export function seenTurn({ before, after }: RegionChange): ChangeFact['turn'] {
  if (colourName(before) !== colourName(after)) {
    return null
  }
  const step = luma(after) - luma(before)
  return Math.abs(step) < SEEN_STEP ? 'detail' : step > 0 ? 'brighter' : 'darker'
}
