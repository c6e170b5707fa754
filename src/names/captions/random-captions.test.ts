import { expect, test } from 'vitest'
import { COCO_NAMES } from '../coco-names'
import type { ChangeFact } from './change-fact'
import { describeChanges } from './describe-changes'
import type { DescribedCaption } from './describe-changes'
import { plainWord, pluralOf } from './nouns'
import { PROJECT_WORDS, randomFacts } from './testing'

const SENTENCES = 10_000

/** Every word that begins with a vowel's sound, or with a vowel's letter, among those that may follow an article. */
const VOWEL_SOUND =
  /^(airplane|apple|elephant|umbrella|oven|orange|ambulance|excavator|object|area|HGV|hourglass|hour|M3|LED|SUV|18-wheeler|X-ray)\b/
const PLACE = /\b(?:on|in|at|from) the (?:(?:upper|lower) )?(?:left|right|centre|top|bottom)\b|\bnext to\b/g
const MOVE = /moved from the .+ to the (?:(?:upper|lower) )?(?:left|right|centre|top|bottom)/

const made = Array.from({ length: SENTENCES }, (_, seed) => {
  const facts = randomFacts(seed)
  return { facts, captions: describeChanges(facts) }
})
const texts = made.flatMap(({ captions }) => captions.map(({ text }) => text))
const failing = (isBad: (text: string) => boolean): string[] => texts.filter(isBad).slice(0, 3)

test('all words are told', () => {
  const all = texts.join('\n')
  const words = [...COCO_NAMES, ...PROJECT_WORDS].map((word) => plainWord(word).replace(/^missing /, ''))
  expect(words.filter((word) => !all.includes(word))).toEqual([])
})

test('articles fit the sound after them', () => {
  expect(failing(hasWrongArticle)).toEqual([])
})

test('numbers agree', () => {
  const words = '(two|three|four|five|six|seven)'
  expect(failing((text) => new RegExp(`^${words} (?:(?! and |,).)* (is|was) `, 'i').test(text))).toEqual([])
  expect(failing((text) => /^an? (?:(?! and |,).)* (are|were) /i.test(text))).toEqual([])
  expect(
    failing((text) =>
      /(?<!next to [\w ]*)\b(people|mice|knives|solar panels|trees) (is|was|looks)\b/.test(text),
    ),
  ).toEqual([])
  expect(
    failing((text) => /^((?!and )[\w-]+ )*(vegetation|rubble|graffiti|broccoli) are\b/i.test(text)),
  ).toEqual([])
})

test('several subjects take a plural verb', () => {
  const noVerb = '(?:(?!appeared|moved|vanished|replaced|turned|changed|became|look|is |are |were ).)*'
  const isWrong = new RegExp(`^${noVerb} and (an?|another|two|three) ${noVerb} (is|was|looks) `)
  expect(failing((text) => isWrong.test(text))).toEqual([])
})

test('sentences are well formed', () => {
  expect(failing((text) => !/^[A-Z0-9].*[^ .]\.$/.test(text))).toEqual([])
  expect(failing((text) => / {2}| [,.)]|\( |undefined|null|NaN|\bno (?!longer)/.test(text))).toEqual([])
  expect(failing((text) => /\b(\w+) \1\b/.test(text))).toEqual([])
})

test('a thing has one place at most', () => {
  const bad = made.flatMap(({ facts, captions }) => {
    const [{ text }] = captions
    const places = text.replace(MOVE, 'from the left').match(PLACE)?.length ?? 0
    return facts.length === 1 && places > 1 ? [text] : []
  })
  expect(bad).toEqual([])
  expect(failing(hasTwoPlaces)).toEqual([])
})

test('links hold the noun of their region', () => {
  expect(
    made
      .flatMap(({ facts, captions }) => captions.flatMap((caption) => wrongLinks(facts, caption)))
      .slice(0, 3),
  ).toEqual([])
})

function wrongLinks(facts: readonly ChangeFact[], { text, links }: DescribedCaption): string[] {
  const ids = links.map(({ regionId }) => regionId)
  const isDoubled = new Set(ids).size !== ids.length
  const wrong = links.filter(({ start, end, regionId }) => {
    const linked = text.slice(start, end)
    const word = plainWord(facts.find((fact) => fact.regionId === regionId)?.word ?? '').replace(
      /^missing /,
      '',
    )
    const nouns = word === '' ? /object|area|most of the view/i : new RegExp(`${word}|${pluralOf(word)}`, 'i')
    return !nouns.test(linked) && !/^(another|one|.* ones?|.* others)$/.test(linked)
  })
  return isDoubled || wrong.length > 0 ? [text] : []
}

test('the short caption is no longer than the full one, which the measured one holds', () => {
  const bad = made.filter(({ captions }) => {
    const [full, short, measured] = captions.map(({ text }) => text)
    return short.length > full.length || measured.replaceAll(/ \([^)]* of the image\)/g, '') !== full
  })
  expect(bad.slice(0, 3).map(({ captions }) => captions)).toEqual([])
})

test('the same facts give the same captions', () => {
  expect(describeChanges(randomFacts(7))).toEqual(made[7].captions)
})

function hasWrongArticle(text: string): boolean {
  return [...text.matchAll(/\b(an?) (\S+)/gi)].some(
    ([, article, word]) => VOWEL_SOUND.test(word.replace(/[.,]$/, '')) !== (article.toLowerCase() === 'an'),
  )
}

function hasTwoPlaces(text: string): boolean {
  return text
    .replaceAll(/ \([^)]*\)/g, '')
    .split(/, and |, | and /)
    .some(
      (part) => (part.replace(/from the .* to the [a-z ]+/, 'from the left').match(PLACE)?.length ?? 0) > 1,
    )
}
