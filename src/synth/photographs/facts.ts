import type { Bitmap } from '../../mask/bitmap'
import type { ChangeFact, NamedThing, Place } from '../../names/captions/change-fact'
import { luma, colourName } from '../../names/colour'
import type { Colour } from '../../names/colour'
import { nearestStill } from '../../names/still-things'
import type { StillThing } from '../../names/still-things'
import { boundsOfSet, countSet } from '../../mask/bitmap'
import { wholeOf } from '../../mask/rect'
import type { RgbImage } from '../pair'
import { isOpaque } from './changes/apply'
import type { PlannedChange } from './planned'
import type { Library } from './library'
import type { FrameSize } from './shapes'
import { changedPixels } from './truth'
import type { TrueChange } from './truth'

/** Least visible step of brightness, levels. */
const SEEN_STEP = 8

/** Facts of a pair for captions: changes from the plan, colours from the pictures. */
export function factsOf(
  changes: readonly TrueChange[],
  before: RgbImage,
  after: RgbImage,
  still: readonly StillThing[],
  library: Library,
): ChangeFact[] {
  return changes.map(({ change, region }): ChangeFact => {
    const all = changedPixels(region, after)
    const shown = region.after ?? region.vacated ?? all
    const was = region.before ?? all
    const kind = kindOf(change)
    const word = wordOf(change, library)
    const isGone = kind === 'vanished'
    const former = colourOf(before, was)
    const now = colourOf(after, shown)
    return {
      regionId: String(region.id),
      kind,
      word,
      colour: isGone ? former : now,
      formerColour: kind === 'changed' || kind === 'changed colour' ? former : null,
      former: change.kind === 'replace' ? library.things[change.former.thing].word : null,
      place: middleOf(shown, after),
      from: change.kind === 'move' ? middleOf(was, before) : null,
      near: word === null ? null : nearTo(shown, still),
      share: countSet(all) / (after.width * after.height),
      score: 1,
      turn: kind === 'changed' ? turnOf(meanOf(before, was), meanOf(after, shown), former, now) : null,
    }
  })
}

function kindOf(change: PlannedChange): ChangeFact['kind'] {
  switch (change.kind) {
    case 'appear':
      return 'appeared'
    case 'vanish':
      return 'vanished'
    case 'move':
      return 'moved'
    case 'replace':
      return 'replaced'
    case 'recolour':
      return 'changed colour'
    default:
      return isOpaque(change) ? (change.frame === 'after' ? 'appeared' : 'vanished') : 'changed'
  }
}

/** Null for shapes. */
function wordOf(change: PlannedChange, library: Library): string | null {
  switch (change.kind) {
    case 'appear':
    case 'vanish':
    case 'recolour':
      return library.things[change.placement.thing].word
    case 'move':
      return library.things[change.from.thing].word
    case 'replace':
      return library.things[change.latter.thing].word
    default:
      return null
  }
}

/** Middle of a mask's box, 0 to 1. */
function middleOf(mask: Bitmap, { width, height }: FrameSize): Place {
  const box = boundsOfSet(mask) ?? wholeOf({ width, height })
  return { x: (box.x + box.width / 2) / width, y: (box.y + box.height / 2) / height }
}

function nearTo(mask: Bitmap, still: readonly StillThing[]): NamedThing | null {
  const box = boundsOfSet(mask)
  const thing = box === null ? null : nearestStill(box, still)
  return thing === null ? null : { word: thing.name, colour: null }
}

function turnOf(was: Colour, is: Colour, former: string | null, now: string | null): ChangeFact['turn'] {
  if (former !== null && now !== null && former !== now) {
    return null
  }
  const step = luma(is) - luma(was)
  return Math.abs(step) < SEEN_STEP ? 'detail' : step > 0 ? 'brighter' : 'darker'
}

/** Share of a mask's pixels: a thing without a colour of this share has several, and captions leave them out. */
const RULING_SHARE = 0.45

/** Limit of the pixels that are read. */
const ASKED = 2000

/** The colour of most of the pixels of a mask, in words. */
function colourOf({ data }: RgbImage, mask: Bitmap): string | null {
  const counts = new Map<string, number>()
  let asked = 0
  eachPixel(mask, ASKED, (pixel) => {
    const name = colourName([data[3 * pixel], data[3 * pixel + 1], data[3 * pixel + 2]])
    counts.set(name, (counts.get(name) ?? 0) + 1)
    asked += 1
  })
  const [name, count] = [...counts].reduce((best, each) => (each[1] > best[1] ? each : best), ['', 0])
  return count > 0 && count >= RULING_SHARE * asked ? name : null
}

/** Levels of 255. */
function meanOf({ data }: RgbImage, mask: Bitmap): Colour {
  let [red, green, blue, count] = [0, 0, 0, 0]
  eachPixel(mask, ASKED, (pixel) => {
    red += data[3 * pixel]
    green += data[3 * pixel + 1]
    blue += data[3 * pixel + 2]
    count += 1
  })
  const share = 1 / Math.max(1, count)
  return [red * share, green * share, blue * share]
}

/** Every pixel of a small mask, or evenly some of a large one. */
function eachPixel({ data }: Bitmap, most: number, use: (pixel: number) => void): void {
  let area = 0
  for (const value of data) {
    area += value
  }
  const step = Math.max(1, Math.floor(area / most))
  let count = 0
  for (let pixel = 0; pixel < data.length; pixel++) {
    if (data[pixel] !== 0) {
      if (count % step === 0) {
        use(pixel)
      }
      count += 1
    }
  }
}
