import type { Random } from '../../random'
import { isPlant } from '../library'
import type { Library } from '../library'
import { RATES } from '../rates'

/** Indices of a library's things: of plants, and by their word, in the order of the first of each. */
interface SortedThings {
  readonly plants: readonly number[]
  readonly byWord: readonly (readonly number[])[]
}

const sorted = new WeakMap<Library, SortedThings>()

/** Once a library, as it may hold tens of thousands of things. */
function sortedThings(library: Library): SortedThings {
  const known = sorted.get(library)
  if (known !== undefined) {
    return known
  }
  const byWord = new Map<string | null, number[]>()
  library.things.forEach(({ word }, index) => {
    const same = byWord.get(word)
    if (same === undefined) {
      byWord.set(word, [index])
    } else {
      same.push(index)
    }
  })
  const plants = library.things.flatMap((thing, index) => (isPlant(thing) ? [index] : []))
  const made = { plants, byWord: [...byWord.values()] }
  sorted.set(library, made)
  return made
}

/** Index of any thing, of plants and of rare kinds more often than chance has it. */
export function drawThing(random: Random, library: Library): number {
  const { plants, byWord } = sortedThings(library)
  if (plants.length > 0 && random.chance(RATES.things.plant)) {
    return random.pick(plants)
  }
  const any = random.integer(0, library.things.length - 1)
  if (!random.chance(RATES.things.byKind)) {
    return any
  }
  return random.pick(random.pick(byWord))
}

/** Of another kind, if there is one at hand. */
export function drawOther(random: Random, library: Library, thing: number): number {
  const { word } = library.things[thing]
  for (let attempt = 0; attempt < 6; attempt++) {
    const other = drawThing(random, library)
    if (library.things[other].word !== word) {
      return other
    }
  }
  return drawThing(random, library)
}
