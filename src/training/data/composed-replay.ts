import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { composedItem } from '../../dataset/composing/order'
import type { ComposeOrder } from '../../dataset/composing/order'
import { cutThing, reducePhotograph } from '../../dataset/composing/read-pictures'
import { decodeRle } from '../../mask/rle'
import type { Library, OutlinedThing } from '../../synth/photographs/library'
import { sampleEvenly } from '../sample-evenly'
import type { CorrectedPair } from './corrected-pair'
import { decodeItem } from './prepared-pairs'
import type { PreparedPair } from './prepared-pairs'
import { storedPair } from './replay'
import type { Replay } from './replay'
import type { TrainingPair } from './training-set'

const FOLDER = 'composed'
/** Composed when first needed, a tenth of a second each. */
const PAIRS = 192
/** Photographs in memory, of 1.2 MB at most, even over the pairs. */
const MOST_PHOTOGRAPHS = 40
/** Of one photograph. */
const MOST_THINGS = 8

/**
 * Pairs composed of the run's own training images, and of the things that their corrections outline: light, weather and
 * camera differ in them as in the pairs that a model of photographs was trained on.
 */
export class ComposedReplay implements Replay {
  private readonly folder: string
  private readonly items: readonly CorrectedPair[]
  private readonly cache = new Map<number, TrainingPair>()
  private library: Promise<Library> | null = null

  /** @param parent folder that they are stored in @param look side of the pictures, pixels */
  constructor(
    parent: string,
    pairs: readonly Pick<PreparedPair, 'item'>[],
    private readonly look: { readonly side: number; readonly seed: number },
  ) {
    this.folder = join(parent, FOLDER)
    this.items = sampleEvenly(pairs, MOST_PHOTOGRAPHS).map(({ item }) => item)
    mkdirSync(join(this.folder, 'pairs'), { recursive: true })
  }

  get size(): number {
    return this.items.length === 0 ? 0 : PAIRS
  }

  /** @throws FineTuneError where an image of the run is gone */
  async pair(number: number): Promise<TrainingPair> {
    const cached = this.cache.get(number)
    if (cached !== undefined) {
      return cached
    }
    const pair = await storedPair(this.folder, number, async () => {
      this.library ??= libraryOf(this.items)
      return composedItem(this.order(), await this.library, number)
    })
    this.cache.set(number, pair)
    return pair
  }

  private order(): ComposeOrder {
    const { side, seed } = this.look
    return { count: PAIRS, seed, width: side, height: side, heldOut: false, layout: 'training' }
  }
}

/** The after image of each pair, and what its regions cover there. */
async function libraryOf(items: readonly CorrectedPair[]): Promise<Library> {
  const photographs = []
  const things: OutlinedThing[] = []
  for (const { key, regions, ...item } of items) {
    const { after } = await decodeItem({ key, regions, ...item })
    const image = await reducePhotograph(after)
    photographs.push({ name: key, image, seen: [] })
    for (const { mask } of regions.slice(0, MOST_THINGS)) {
      things.push(...cutOrNone(() => cutThing({ name: key, word: null, mask: decodeRle(mask) }, image)))
    }
  }
  return { photographs, things }
}

/** A speck is no thing. */
function cutOrNone(cut: () => OutlinedThing): OutlinedThing[] {
  try {
    return [cut()]
  } catch {
    return []
  }
}
