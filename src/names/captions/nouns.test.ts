import { describe, expect, test } from 'vitest'
import { COCO_NAMES } from '../coco-names'
import {
  withArticle,
  nounForm,
  plainWord,
  pluralOf,
  countPhrase,
  numberWord,
  pronounPhrase,
  takesPluralVerb,
} from './nouns'
import { captionColour } from './caption-colours'

/** Of those that do not take an "s" alone. */
const COCO_PLURALS: Readonly<Record<string, string>> = {
  person: 'people',
  bus: 'buses',
  bench: 'benches',
  sheep: 'sheep',
  'wine glass': 'wine glasses',
  knife: 'knives',
  sandwich: 'sandwiches',
  couch: 'couches',
  mouse: 'mice',
  toothbrush: 'toothbrushes',
}
const COCO_FORMS: Readonly<Record<string, string>> = { scissors: 'pair', skis: 'pair', broccoli: 'mass' }

test.each(COCO_NAMES)('%s', (name) => {
  const form = nounForm(name)
  expect(form).toBe(COCO_FORMS[name] ?? 'counted')
  expect(form === 'counted' ? pluralOf(name) : null).toBe(
    form === 'counted' ? (COCO_PLURALS[name] ?? `${name}s`) : null,
  )
  expect(withArticle(name)).toBe(
    `${/^(airplane|elephant|umbrella|apple|orange|oven)$/.test(name) ? 'an' : 'a'} ${name}`,
  )
})

test.each([
  ['HGV', 'HGVs'],
  ['LED', 'LEDs'],
  ['R12', 'R12s'],
  ['ROOF', 'ROOFS'],
  ['lens', 'lenses'],
  ['new roof', 'new roofs'],
  ['pile of sand', 'piles of sand'],
  ['van (parked)', 'vans (parked)'],
  ['chassis', 'chassis'],
])('several of %s are %s', (word, plural) => {
  expect(pluralOf(word)).toBe(plural)
})

test.each([
  ['snow', 'mass'],
  ['low vegetation', 'mass'],
  ['pile of snow', 'counted'],
  ['trees', 'plural'],
  ['people', 'plural'],
  ['cattle', 'plural'],
  ['sunglasses', 'pair'],
  ['glasses', 'pair'],
  ['wine glasses', 'plural'],
  ['LEDs', 'plural'],
  ['bus', 'counted'],
  ['canvas', 'counted'],
])('%s is %s', (word, form) => {
  expect(nounForm(word)).toBe(form)
})

test.each([
  'an hour hand',
  'an hourglass',
  'a unit',
  'a used tyre',
  'a European flag',
  'an HGV',
  'an SUV',
  'a UFO',
  'a USB-C port',
  'an M3 screw',
  'an A4 sheet',
  'an X-ray',
  'a U-turn sign',
  'a one-way sign',
  'an 18-wheeler',
  'an 8-pin chip',
  'a 10-pin chip',
  'a NEW ROOF',
  'an OLD ROOF',
  'a CAR',
  'an LED strip',
  'an e-bike',
  'an école',
  'a "stop" sign',
])('%s', (phrase) => {
  expect(withArticle(phrase.replace(/^an? /, ''))).toBe(phrase)
})

describe('phrases', () => {
  test('count', () => {
    expect(countPhrase({ word: 'car', colour: 'orange' }, 1, false)).toBe('an orange car')
    expect(countPhrase({ word: 'car', colour: 'orange' }, 1, true)).toBe('another orange car')
    expect(countPhrase({ word: 'skis', colour: 'red' }, 2, true)).toBe('two other pairs of red skis')
    expect(countPhrase({ word: 'snow', colour: null }, 5, true)).toBe('snow')
    expect([numberWord(10), numberWord(11)]).toEqual(['ten', '11'])
    expect([pronounPhrase(null, 3), pronounPhrase('orange', 1), pronounPhrase('red', 2)]).toEqual([
      'three others',
      'an orange one',
      'two red ones',
    ])
  })

  test('agree with their verb', () => {
    const words = ['car', 'skis', 'snow', 'trees']
    expect(words.map((word) => takesPluralVerb(word, 1))).toEqual([false, false, false, true])
    expect(words.map((word) => takesPluralVerb(word, 2))).toEqual([true, true, false, true])
  })

  test("a project's word stands without its article", () => {
    expect([' the  house ', 'A4 sheet', 'an', 'fire_hydrant'].map(plainWord)).toEqual([
      'house',
      'A4 sheet',
      'an',
      'fire hydrant',
    ])
  })
})

test.each([
  ['car', 'red', 'red'],
  ['teddy bear', 'brown', 'brown'],
  ['person', 'red', null],
  ['construction worker', 'orange', null],
  ['dog', 'brown', null],
  ['banana', 'yellow', null],
  ['orange', 'orange', null],
  ['greenhouse', 'dark green', null],
  ['greenhouse', 'white', 'white'],
  ['red car', 'orange', null],
  ['new roof', 'red', null],
  ['car', null, null],
])('%s of %s is called %s', (word, colour, said) => {
  expect(captionColour(word, colour)).toBe(said)
})

test.each(['constructor', '__proto__', 'toString'])('%s is a word like any other', (word) => {
  expect(withArticle(word)).toMatch(/^an? /)
  expect(nounForm(word)).toBe('counted')
  expect(pluralOf(word)).toMatch(/s$/)
})
