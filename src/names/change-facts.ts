import type { NamedMasks } from '../domain/document'
import { UNNAMED } from '../domain/document'
import type { ChangeKind } from '../domain/region-name'
import type { Rect } from '../mask/bitmap'
import { boundingBox } from '../mask/geometry'
import type { ChangeFact, NamedThing } from './captions/change-fact'
import { colourName, luma } from './colour'
import type { NameWords } from '../contract/names'
import { wordFor } from './name-words'
import type { RegionChange } from './region-change'
import { nearestStill } from './still-things'
import type { StillThing } from './still-things'

/** A region that a caption tells of. */
export interface DescribedRegion {
  readonly region: NamedMasks & { readonly score?: number | null }
  readonly change: RegionChange
  /** How it came to differ, where its name does not say; null for what was measured. */
  readonly kind: ChangeKind | null
}

/** Smallest step of luma that a person sees, of 0 to 255. */
const SEEN_STEP = 8

/** @param still named things that did not change, to say what is near */
export function changeFacts(
  described: readonly DescribedRegion[],
  still: readonly StillThing[],
  words: NameWords,
): ChangeFact[] {
  const mentioned = still.flatMap((thing) => {
    const word = wordFor(words, thing.name)
    return word === null ? [] : [{ thing, word }]
  })
  return described.map(({ region, change, kind }): ChangeFact => {
    const { name, category } = region
    const isNamed = category !== UNNAMED
    const how = kind ?? (name?.word === category ? name.kind : change.kind)
    const isGone = how === 'vanished' || how === 'no longer visible'
    return {
      regionId: region.id,
      kind: how,
      word: isNamed ? category : null,
      colour: colourName(isGone ? change.before : change.after),
      formerColour: colourName(change.before),
      former: name?.former ?? null,
      place: { x: change.x, y: change.y },
      from: change.from ?? null,
      near: isNamed ? nearTo(region, mentioned) : null,
      share: change.share,
      score: name?.score ?? region.score ?? 0.5,
      turn: turnOf(change),
    }
  })
}

function nearTo(
  { mask }: NamedMasks,
  still: readonly { thing: StillThing; word: string }[],
): NamedThing | null {
  const [x, y, width, height] = boundingBox(mask)
  const box: Rect = { x, y, width, height }
  const thing = nearestStill(
    box,
    still.map((each) => each.thing),
  )
  const word = still.find((each) => each.thing === thing)?.word
  if (thing === null || word === undefined) {
    return null
  }
  return { word, colour: thing.colour === undefined ? null : colourName(thing.colour) }
}

/** Null where its colour has another name now. */
function turnOf({ before, after }: RegionChange): ChangeFact['turn'] {
  if (colourName(before) !== colourName(after)) {
    return null
  }
  const step = luma(after) - luma(before)
  return Math.abs(step) < SEEN_STEP ? 'detail' : step > 0 ? 'brighter' : 'darker'
}
