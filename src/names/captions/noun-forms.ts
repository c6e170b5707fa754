import pluralize from 'pluralize'
import { isSpelt } from './acronyms'

/**
 * How a word is counted: `counted` (a car, two cars), `pair` (a pair of scissors), `mass` (snow, which has no number)
 * or `plural` (trees: several in one region already).
 */
export type NounForm = 'counted' | 'pair' | 'mass' | 'plural'

const PAIRS = new Set(
  (
    'binoculars earphones goggles headphones jeans leggings pants pliers pyjamas scissors shears shorts skis ' +
    'sunglasses tights tongs trousers tweezers'
  ).split(' '),
)

const MASSES = new Set(
  (
    'algae asphalt baggage bitumen broccoli cargo chaos clothing concrete copper corrosion debris dirt dust equipment ' +
    'farmland fencing fog foliage food furniture garbage graffiti grass grassland gravel ice juice lighting litter luggage ' +
    'machinery moss mud oil pasture pavement rubbish rubble rust sand scaffolding shrubbery smoke snow soil solder ' +
    'steam timber traffic trash vegetation waste wasteland water woodland'
  ).split(' '),
)

/** Plural, but not by their ending. */
const PLURALS = new Set(['cattle', 'police', 'premises'])

/** Of words that the library takes for a plural, or makes a wrong one of. */
const IRREGULAR_PLURALS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    bias: 'biases',
    canvas: 'canvases',
    lens: 'lenses',
    trellis: 'trellises',
    virus: 'viruses',
  }),
)

/** What follows the noun that is counted: "pile of sand", "car with trailer", "van (parked)". */
const PHRASE_AFTER = /^(.+?)( (?:of|with|without|on|in|at|for|from|under|near|behind|beside) .+| ?\(.*)$/

/** A project's word as it stands in a sentence: no article, no underscores, one space at a time. */
export function plainWord(word: string): string {
  return word
    .replaceAll(/[\s_]+/g, ' ')
    .trim()
    .replace(/^(?:an?|the) (?=.)/, '')
}

export function nounForm(word: string): NounForm {
  const head = headOf(word).toLowerCase()
  if (PAIRS.has(head) || /^(?:safety |reading )?glasses$/i.test(word)) {
    return 'pair'
  }
  if (MASSES.has(head)) {
    return 'mass'
  }
  if (PLURALS.has(head)) {
    return 'plural'
  }
  const isSingular = pluralize.isSingular(head) || IRREGULAR_PLURALS.has(head)
  return pluralize.isPlural(head) && !isSingular ? 'plural' : 'counted'
}

/** Of a counted word: "wine glasses", "HGVs", "piles of sand". */
export function pluralOf(word: string): string {
  const [noun, after] = splitPhrase(word)
  const head = lastWord(noun)
  const before = noun.slice(0, noun.length - head.length)
  return `${before}${pluralOfHead(head)}${after}`
}

/** The last word of the noun, which says what it is: "dog" of "small dog with lead". */
export function headOf(word: string): string {
  return lastWord(splitPhrase(word)[0])
}

function pluralOfHead(head: string): string {
  const irregular = IRREGULAR_PLURALS.get(head.toLowerCase())
  if (irregular !== undefined) {
    return `${head.charAt(0)}${irregular.slice(1)}`
  }
  return isSpelt(head) || /^[A-Z]+\d+$/.test(head) ? `${head}s` : pluralize(head)
}

function splitPhrase(word: string): readonly [noun: string, after: string] {
  const found = PHRASE_AFTER.exec(word)
  return found === null ? [word, ''] : [found[1], found[2]]
}

function lastWord(text: string): string {
  return /\S+$/.exec(text)?.[0] ?? text
}
