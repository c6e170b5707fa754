import indefinite from 'indefinite'
import pluralize from 'pluralize'
import { COCO_NAMES } from '../coco-names'

/** A thing in a caption: its word as `plainWord` gives it, and its colour. */
export interface Noun {
  readonly word: string
  readonly colour: string | null
}

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** In words up to ten. */
export function numberWord(count: number): string {
  return NUMBERS.at(count) ?? String(count)
}

/**
 * "a red car", "two people", "a pair of scissors", "snow".
 * @param isAgain one of that word was named before: "another car", "two other people"
 */
export function countPhrase({ word, colour }: Noun, count: number, isAgain: boolean): string {
  const form = nounForm(word)
  const coloured = (text: string): string => (colour === null ? text : `${colour} ${text}`)
  if (form === 'mass' || form === 'plural') {
    return coloured(word)
  }
  const one = form === 'pair' ? `pair of ${coloured(word)}` : coloured(word)
  if (count === 1) {
    return isAgain ? `another ${one}` : withArticle(one)
  }
  const many = form === 'pair' ? `pairs of ${coloured(word)}` : coloured(pluralOf(word))
  return `${numberWord(count)} ${isAgain ? 'other ' : ''}${many}`
}

/** Whether its verb is "are". */
export function takesPluralVerb(word: string, count: number): boolean {
  const form = nounForm(word)
  return form === 'plural' || (form !== 'mass' && count > 1)
}

/** Whether the word has a singular and a plural. */
export function hasNumber(word: string): boolean {
  const form = nounForm(word)
  return form === 'counted' || form === 'pair'
}

/** Replaces a noun that was just named: "another", "a blue one", "two others". */
export function pronounPhrase(colour: string | null, count: number): string {
  if (colour === null) {
    return count === 1 ? 'another' : `${numberWord(count)} others`
  }
  return count === 1 ? `${withArticle(colour)} one` : `${numberWord(count)} ${colour} ones`
}

/** Whether their colours distinguish the two: "a red car and a blue one". */
export function areColoursApart(word: string, one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one !== other && nounForm(word) === 'counted'
}

/** First words, in lower case, whose first sound the library gets wrong. */
const ARTICLES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ewe: 'a',
    ewer: 'a',
    herb: 'a',
    herbs: 'a',
    heirloom: 'an',
    hgv: 'an',
    hourglass: 'an',
    lcd: 'an',
    led: 'an',
    oneway: 'a',
    rfid: 'an',
    rv: 'an',
    suv: 'an',
    uav: 'a',
    ugv: 'a',
    ukulele: 'a',
    uniformed: 'a',
    united: 'a',
    unitary: 'a',
    usb: 'a',
    used: 'a',
    ute: 'a',
    uv: 'a',
  }),
)

/** The phrase with 'a' or 'an' before it, by its first sound: an hour, a unit, an HGV, an M3 screw, a NEW ROOF. */
export function withArticle(phrase: string): string {
  return `${articleOf(phrase)} ${phrase}`
}

function articleOf(phrase: string): string {
  const spoken = phrase.normalize('NFD').replace(/^[^a-z0-9]+/i, '')
  const [first = ''] = spoken.split(/[^a-z0-9]/i)
  const known = ARTICLES.get(first.toLowerCase())
  if (known !== undefined) {
    return known
  }
  // in a code such as M3 or USB-C only the letters are given to the library
  const capitals = /^[A-Z]+(?![a-z])/.exec(first)?.[0] ?? ''
  const isCode = capitals.length < first.length || (isSpelt(capitals) && !isShouted(spoken))
  return indefinite(isCode && capitals !== '' ? capitals : spoken.toLowerCase(), { articleOnly: true })
}

/** Phrases in capitals: "NEW ROOF". */
function isShouted(phrase: string): boolean {
  return /^[A-Z]*[AEIOUY][A-Z]*( [A-Z]+)+$/.test(phrase)
}

/**
 * How a word is counted: `counted` (a car, two cars), `pair` (a pair of scissors), `mass` (snow, which has no number)
 * or `plural` (trees: several in one region already).
 */
type NounForm = 'counted' | 'pair' | 'mass' | 'plural'

const PAIRS = new Set(
  (
    'binoculars earphones goggles headphones jeans leggings pants pliers pyjamas scissors shears shorts skis ' +
    'sunglasses tights tongs trousers tweezers'
  ).split(' '),
)

const MASSES = new Set(
  (
    'algae asphalt baggage bitumen broccoli cargo chaos clothing clutter concrete copper corrosion debris dirt dust equipment ' +
    'farmland fencing fog foliage food furniture garbage graffiti grass grassland gravel ice juice lighting litter luggage ' +
    'machinery moss mud oil pasture pavement rubbish rubble rust sand scaffolding shrubbery smoke snow soil solder ' +
    'steam timber traffic trash vegetation waste wasteland water woodland'
  ).split(' '),
)

/** Plural, but not by their ending. */
const PLURALS = new Set(['cattle', 'police', 'premises'])

/** Words that the library takes for a plural, or whose plural it gets wrong. */
const IRREGULAR_PLURALS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    bias: 'biases',
    canvas: 'canvases',
    lens: 'lenses',
    trellis: 'trellises',
    virus: 'viruses',
  }),
)

/** Words after the counted noun: "pile of sand", "car with trailer", "van (parked)". */
const PHRASE_AFTER = /^(.+?)( (?:of|with|without|on|in|at|for|from|under|near|behind|beside) .+| ?\(.*)$/

/** A project's word as written in a sentence: no article, no underscores, single spaces. */
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

/** Plural of a counted word: "wine glasses", "HGVs", "piles of sand". */
export function pluralOf(word: string): string {
  const [noun, after] = splitPhrase(word)
  const head = lastWord(noun)
  const before = noun.slice(0, noun.length - head.length)
  return `${before}${pluralOfHead(head)}${after}`
}

/** The last word of the noun, which names the kind: "dog" of "small dog with lead". */
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

/** Capitals of this length and less are read letter by letter; longer ones only if they have no vowel. */
const LONGEST_SPELT = 3

const everydayWords = new Set(COCO_NAMES.flatMap((name) => name.toUpperCase().split(' ')))

/** Whether capitals are read as letters ("HGV"), not as a word that is written large ("ROOF", "CAR"). */
function isSpelt(capitals: string): boolean {
  if (!/^[A-Z]+$/.test(capitals) || everydayWords.has(capitals)) {
    return false
  }
  return capitals.length <= LONGEST_SPELT || !/[AEIOUY]/.test(capitals)
}
