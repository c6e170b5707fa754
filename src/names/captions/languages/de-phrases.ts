import type { Subject } from './caption-grammar'
import { germanNoun } from './de-nouns'
import type { Gender, GermanNoun } from './de-nouns'

export type Case = 'nominative' | 'accusative' | 'dative'
type Counted = Exclude<Gender, 'mass' | 'pair'>

/** Endings of "ein" and of an adjective behind it. */
const ARTICLES: Readonly<
  Record<Case, Readonly<Record<Counted, readonly [article: string, adjective: string]>>>
> = {
  nominative: { m: ['ein', 'er'], f: ['eine', 'e'], n: ['ein', 'es'] },
  accusative: { m: ['einen', 'en'], f: ['eine', 'e'], n: ['ein', 'es'] },
  dative: { m: ['einem', 'en'], f: ['einer', 'en'], n: ['einem', 'en'] },
}

const NUMBERS = ['null', 'ein', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun', 'zehn']

/** In words up to ten. */
export function germanNumber(count: number): string {
  return NUMBERS.at(count) ?? String(count)
}

/** Colours before a noun, without their ending, and as nouns. */
const COLOURS: Readonly<Record<string, readonly [stem: string, noun: string]>> = {
  black: ['schwarz', 'Schwarz'],
  grey: ['grau', 'Grau'],
  white: ['weiß', 'Weiß'],
  red: ['rot', 'Rot'],
  orange: ['orangefarben', 'Orange'],
  yellow: ['gelb', 'Gelb'],
  green: ['grün', 'Grün'],
  turquoise: ['türkisfarben', 'Türkis'],
  blue: ['blau', 'Blau'],
  purple: ['violett', 'Violett'],
  pink: ['rosafarben', 'Rosa'],
  brown: ['braun', 'Braun'],
}
const SHADES: Readonly<Record<string, string>> = { dark: 'dunkel', light: 'hell' }

/** "rot", "dunkelgrün": an ending follows. */
function colourStem(colour: string): string {
  const [shade, hue] = partsOf(colour)
  return `${shade}${COLOURS[hue]?.[0] ?? hue}`
}

/** "Rot", "Dunkelgrün". */
export function colourNoun(colour: string): string {
  const [shade, hue] = partsOf(colour)
  const noun = COLOURS[hue]?.[1] ?? hue
  return shade === '' ? noun : `${shade.charAt(0).toUpperCase()}${shade.slice(1)}${noun.toLowerCase()}`
}

function partsOf(colour: string): readonly [shade: string, hue: string] {
  const [first, second] = colour.split(' ')
  return second === undefined ? ['', first] : [SHADES[first] ?? first, second]
}

/** A thing without a name. */
export const OBJECT: GermanNoun = { gender: 'n', one: 'Objekt', many: 'Objekte', oblique: 'Objekt' }
export const AREA: GermanNoun = { gender: 'm', one: 'Bereich', many: 'Bereiche', oblique: 'Bereich' }

/**
 * "ein weiteres rotes Auto", "zwei Personen", "ein Objekt der Art „road sign“" where the gender is not known.
 * @param unnamed the noun for a thing without a name
 * @param again the word for "another": "weiter" or "ander"
 */
export function germanPhrase(subject: Subject, grammar: Case, again: string, unnamed = OBJECT): string {
  const { name, colour, count, isAgain } = subject
  const noun = name === null ? unnamed : germanNoun(name)
  const other = isAgain ? [again] : []
  const stems = [...other, ...(colour === null ? [] : [colourStem(colour)])]
  if (noun === null) {
    return `${counted(OBJECT, stems, count, grammar)} der Art „${name ?? ''}“`
  }
  if (noun.gender === 'mass') {
    return noun.one
  }
  return noun.gender === 'pair' ? pairs(noun, other, count, grammar) : counted(noun, stems, count, grammar)
}

function counted(noun: GermanNoun, stems: readonly string[], count: number, grammar: Case): string {
  if (count === 1) {
    const [article, ending] = ARTICLES[grammar][noun.gender as Counted]
    const one = grammar === 'nominative' ? noun.one : noun.oblique
    return [article, ...stems.map((stem) => `${stem}${ending}`), one].join(' ')
  }
  const ending = grammar === 'dative' ? 'en' : 'e'
  return [germanNumber(count), ...stems.map((stem) => `${stem}${ending}`), noun.many].join(' ')
}

/** Without a colour, which would be of another case than the pair. */
function pairs({ one }: GermanNoun, other: readonly string[], count: number, grammar: Case): string {
  const pair: GermanNoun = { gender: 'n', one: 'Paar', many: 'Paar', oblique: 'Paar' }
  return `${counted(pair, other, count, grammar)} ${one}`
}

/** Whether its verb is in the plural. */
export function isGermanPlural(subjects: readonly Subject[]): boolean {
  const [{ name, count }] = subjects
  const isMass = name !== null && germanNoun(name)?.gender === 'mass'
  return subjects.length > 1 || (count > 1 && !isMass)
}

/** Lower-case forms of a word in a German caption. */
export function germanForms(word: string): string[] {
  const noun = germanNoun(word)
  if (noun === null) {
    return [word.toLowerCase()]
  }
  const { one, many, oblique } = noun
  const manyDative = /[ns]$/.test(many) ? many : `${many}n`
  return [...new Set([word, one, many, oblique, manyDative, genitive(one)])].map((form) => form.toLowerCase())
}

const genitive = (one: string): string => (/[sß]$/.test(one) ? `${one}es` : `${one}s`)
