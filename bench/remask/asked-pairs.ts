import { loadLibrary } from '../../src/dataset/composing/load-library'
import type { Bitmap } from '../../src/mask/bitmap'
import { encodeRle } from '../../src/mask/rle'
import { dilate } from '../../src/mask/morphology'
import type { Rle } from '../../src/mask/rle'
import type { ChangeFact } from '../../src/names/captions/change-fact'
import { describeChanges } from '../../src/names/captions/describe-changes'
import { placeName } from '../../src/names/captions/settings'
import { isSameGroup } from '../../src/names/coco-names'
import { pairSeed } from '../../src/synth/make'
import { renderWithFacts } from '../../src/synth/photographs/pair'
import { planPair } from '../../src/synth/photographs/plan'
import type { Library } from '../../src/synth/photographs/library'
import { changedPixels } from '../../src/synth/photographs/truth'
import type { RgbImage } from '../../src/synth/pair'
import { dataFolder } from '../data'
import { join } from 'node:path'

/** Pixels of the composed pairs. */
export const SIZE = { width: 480, height: 352 } as const

/** One change of a pair with its caption alone. */
export interface AskedChange {
  readonly caption: string
  readonly fact: ChangeFact
  /** Of the after frame: all that the change touches. */
  readonly mask: Rle
  /** Whether its word or its place is that of no other change of the pair. */
  readonly isApart: boolean
  /** Whether no other change lies beside it or over it. */
  readonly isAlone: boolean
}

export interface AskedPair {
  readonly index: number
  readonly before: RgbImage
  readonly after: RgbImage
  readonly changes: readonly AskedChange[]
}

/** The photographs that are held out; null where they are not here. */
export async function heldOutLibrary(): Promise<Library | null> {
  const data = dataFolder('photographs')
  if (data === null) {
    return null
  }
  const folders = {
    photographs: join(data, 'images'),
    outlines: join(data, 'instances.json'),
    cutouts: join(data, 'cutouts'),
  }
  return (await loadLibrary(folders, true, new AbortController().signal)).library
}

/** Pairs with two changes or more, the same for the same seed. */
export function* askedPairs(library: Library, seed: number, count: number): Generator<AskedPair> {
  let made = 0
  for (let index = 0; made < count; index += 1) {
    const { pair, facts } = renderWithFacts(planPair(pairSeed(seed, index), library, SIZE), library)
    if (facts.length < 2) {
      continue
    }
    made += 1
    const { before, after, regions } = pair
    const masks = regions.map((region) => changedPixels(region, after))
    const changes = facts.map((fact, at): AskedChange => ({
      caption: captionOf(fact),
      fact,
      mask: encodeRle(masks[at]),
      isApart: facts.every((other) => other === fact || areApart(fact, other)),
      isAlone: isAlone(masks, at),
    }))
    yield { index, before, after, changes }
  }
}

/** Pixels between two changes that a proposer may take for one. */
const BESIDE = 6

function isAlone(masks: readonly Bitmap[], at: number): boolean {
  const about = dilate(masks[at], BESIDE).data
  return masks.every(
    (mask, other) => other === at || mask.data.every((value, pixel) => (value & about[pixel]) === 0),
  )
}

function captionOf(fact: ChangeFact): string {
  return describeChanges([fact])[0].text
}

/** By the kind of the thing, or by a place that the caption says. */
function areApart(fact: ChangeFact, other: ChangeFact): boolean {
  const isOtherWord = fact.word !== null && (other.word === null || !isSameGroup(fact.word, other.word))
  const isPlaced = fact.near === null && placeName(fact.place) !== placeName(other.place)
  return isOtherWord || isPlaced
}
