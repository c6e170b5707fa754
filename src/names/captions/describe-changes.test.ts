import { describe, expect, test } from 'vitest'
import type { ChangeFact, Place } from './change-fact'
import { describeChanges } from './describe-changes'
import { madeFact } from './testing'

const LEFT: Place = { x: 0.1, y: 0.5 }
const CENTRE: Place = { x: 0.5, y: 0.5 }
const RIGHT: Place = { x: 0.9, y: 0.5 }
const TOP: Place = { x: 0.5, y: 0.1 }
const UPPER_RIGHT: Place = { x: 0.9, y: 0.1 }

type Fields = Partial<ChangeFact>

const person: Fields = { word: 'person', colour: 'blue' }
const car: Fields = { word: 'car', colour: 'red' }
const gone: Fields = { kind: 'no longer visible' }
const bus = { word: 'bus', colour: 'blue' }

function captions(fields: readonly Fields[]): Record<string, string> {
  const facts = fields.map((one, index) =>
    madeFact({ regionId: `r${index + 1}`, share: 0.03 - index / 1000, ...one }),
  )
  return Object.fromEntries(describeChanges(facts).map(({ length, text }) => [length, text]))
}

const full = (...fields: Fields[]): string => captions(fields).full
const short = (...fields: Fields[]): string => captions(fields).short
const measured = (...fields: Fields[]): string => captions(fields).measured

describe('one thing', () => {
  test.each<[Fields, string]>([
    [{ ...person, place: RIGHT }, 'A person appeared on the right.'],
    [{ word: 'van', colour: 'white', near: bus }, 'A white van appeared next to a blue bus.'],
    [{ ...car, near: { word: 'car', colour: 'red' } }, 'A red car appeared next to another red car.'],
    [{ ...car, near: { word: 'car', colour: null } }, 'A red car appeared next to another car.'],
    [{ ...car, ...gone, place: LEFT }, 'A red car is no longer visible on the left.'],
    [{ ...car, ...gone, near: bus }, 'A red car next to a blue bus is no longer visible.'],
    [{ ...car, kind: 'vanished', place: TOP }, 'A red car vanished from the top.'],
    [{ ...car, kind: 'vanished', near: bus }, 'A red car next to a blue bus vanished.'],
    [{ word: 'dog', kind: 'moved', from: LEFT, place: RIGHT }, 'A dog moved from the left to the right.'],
    [{ word: 'dog', kind: 'moved', from: RIGHT, place: { x: 0.7, y: 0.5 } }, 'A dog moved to the left.'],
    [{ word: 'dog', kind: 'moved', from: CENTRE, place: { x: 0.5, y: 0.4 } }, 'A dog moved up.'],
    [{ word: 'dog', kind: 'moved', from: CENTRE, place: { x: 0.51, y: 0.5 } }, 'A dog moved a little.'],
    [
      { word: 'dog', kind: 'moved', from: { x: 0.32, y: 0.5 }, place: { x: 0.36, y: 0.5 } },
      'A dog moved to the right.',
    ],
    [
      { word: 'dog', kind: 'moved', from: CENTRE, place: { x: 0.5, y: 0.6 }, near: bus },
      'A dog next to a blue bus moved down.',
    ],
    [{ word: 'dog', kind: 'moved' }, 'A dog moved.'],
    [
      { word: 'motorcycle', colour: null, kind: 'replaced', former: 'bicycle' },
      'A bicycle was replaced by a motorcycle in the centre.',
    ],
    [
      { ...car, kind: 'replaced', former: 'car', formerColour: 'blue' },
      'A blue car was replaced by a red car in the centre.',
    ],
    [
      { ...car, kind: 'replaced', former: 'car', colour: null },
      'A car was replaced by another car in the centre.',
    ],
    [
      { ...car, kind: 'replaced', former: 'truck', near: bus },
      'A truck next to a blue bus was replaced by a red car.',
    ],
    [
      { word: 'car', kind: 'changed colour', formerColour: 'red', colour: 'blue', place: LEFT },
      'A car on the left changed from red to blue.',
    ],
    [{ word: 'car', kind: 'changed colour', colour: null, place: LEFT }, 'A car on the left changed colour.'],
    [
      { word: 'red car', kind: 'changed colour', formerColour: 'red', colour: 'blue', place: LEFT },
      'A red car on the left turned blue.',
    ],
    [
      { ...person, kind: 'changed colour', formerColour: 'red', place: LEFT },
      'A person on the left looks different.',
    ],
    [
      { word: 'roof', kind: 'changed', formerColour: 'grey', colour: 'white' },
      'A roof in the centre turned from grey to white.',
    ],
    [{ word: 'roof', kind: 'changed', turn: 'detail' }, 'A roof in the centre looks different.'],
    [{ ...car, share: 0.6 }, 'A red car appeared.'],
    [{ word: 'missing resistor', place: UPPER_RIGHT }, 'A resistor is missing in the upper right.'],
    [{ word: 'new roof', colour: 'red' }, 'A new roof appeared in the centre.'],
    [{ word: 'orange', colour: 'orange' }, 'An orange appeared in the centre.'],
    [{ word: 'orange juice', colour: 'white' }, 'Orange juice appeared in the centre.'],
    [{ word: 'HGV', colour: null }, 'An HGV appeared in the centre.'],
    [{ word: 'scissors', colour: 'red' }, 'A pair of red scissors appeared in the centre.'],
    [{ word: 'scissors', colour: null, ...gone }, 'A pair of scissors is no longer visible in the centre.'],
    [{ word: 'solar panels', colour: null, ...gone }, 'Solar panels are no longer visible in the centre.'],
    [{ word: 'snow', ...gone }, 'Snow is no longer visible in the centre.'],
    [{ word: ' swimming_pool ', colour: 'blue' }, 'A blue swimming pool appeared in the centre.'],
  ])('%j', (fields, text) => {
    expect(full(fields)).toBe(text)
  })
})

describe('one thing without a name', () => {
  test.each<[Fields, string]>([
    [{ place: LEFT }, 'A grey object appeared on the left.'],
    [{ colour: null }, 'An object appeared in the centre.'],
    [{ kind: 'vanished', colour: 'orange', place: LEFT }, 'An orange object vanished from the left.'],
    [
      { kind: 'changed', formerColour: 'grey', colour: 'white', place: UPPER_RIGHT },
      'An area in the upper right turned from grey to white.',
    ],
    [{ kind: 'changed', turn: 'brighter' }, 'An area in the centre became brighter.'],
    [{ kind: 'changed', turn: 'darker' }, 'An area in the centre became darker.'],
    [{ kind: 'changed', turn: 'detail' }, 'An area in the centre changed its detail.'],
    [
      { kind: 'changed', formerColour: 'grey', colour: 'white', share: 0.6 },
      'Most of the view turned from grey to white.',
    ],
    [{ kind: 'replaced', former: 'bench' }, 'A bench was replaced by a grey object in the centre.'],
    [{ kind: 'replaced' }, 'A grey object appeared in the centre.'],
    [{ kind: 'moved', from: LEFT, place: RIGHT }, 'A grey object moved from the left to the right.'],
  ])('%j', (fields, text) => {
    expect(full(fields)).toBe(text)
  })
})

describe('several things of a word', () => {
  const atRight = { ...person, place: RIGHT }
  const times = (count: number, fields: Fields): Fields[] => Array.from({ length: count }, () => fields)

  test.each<[Fields[], string]>([
    [times(2, atRight), 'Two people appeared on the right.'],
    [times(11, atRight), '11 people appeared on the right.'],
    [[atRight, { ...person, place: LEFT }], 'A person appeared on the right and another on the left.'],
    [[...times(2, atRight), { ...person, place: LEFT }], 'Three people appeared.'],
    [
      [
        { ...atRight, near: bus },
        { ...person, place: LEFT },
      ],
      'A person appeared on the left and another next to a blue bus.',
    ],
    [times(2, { ...car, ...gone }), 'Two red cars are no longer visible in the centre.'],
    [[car, { ...car, colour: 'blue' }], 'Two cars appeared in the centre.'],
    [
      [car, { ...car, colour: 'blue', place: LEFT }],
      'A red car appeared in the centre and a blue one on the left.',
    ],
    [
      [
        { ...car, ...gone },
        { ...car, ...gone, place: LEFT },
      ],
      'A red car in the centre and another on the left are no longer visible.',
    ],
    [
      times(2, { word: 'scissors', colour: null, ...gone }),
      'Two pairs of scissors are no longer visible in the centre.',
    ],
    [[{ word: 'snow' }, { word: 'snow', place: LEFT }], 'Snow appeared in the centre and on the left.'],
    [
      [
        { word: 'snow', ...gone },
        { word: 'snow', ...gone, place: LEFT },
      ],
      'Snow in the centre and on the left is no longer visible.',
    ],
    [
      [
        { word: 'trees', colour: null },
        { word: 'trees', colour: null, place: LEFT },
        { word: 'trees', colour: null, place: RIGHT },
      ],
      'Trees appeared in three places.',
    ],
    [
      times(2, { ...car, kind: 'replaced', former: 'bus' }),
      'Two buses were replaced by two red cars in the centre.',
    ],
    [
      times(2, { word: 'car', kind: 'changed colour', formerColour: 'red', colour: 'blue' }),
      'Two cars in the centre changed from red to blue.',
    ],
    [times(3, { place: LEFT }), 'Three grey objects appeared on the left.'],
    [times(2, { kind: 'changed', turn: 'detail' }), 'Two areas in the centre changed their detail.'],
  ])('%j', (facts, text) => {
    expect(full(...facts)).toBe(text)
  })
})

describe('several clauses', () => {
  const appeared = { ...person, place: RIGHT }
  const left = { ...car, ...gone, place: LEFT }

  test('largest first, the named before what has no name', () => {
    expect(full(appeared, left)).toBe(
      'A person appeared on the right, and a red car is no longer visible on the left.',
    )
    expect(full({ share: 0.05 }, { ...left, share: 0.04 })).toBe(
      'A red car is no longer visible on the left, and a grey object appeared in the centre.',
    )
    expect(full({ share: 0.3 }, { ...left, share: 0.04 })).toMatch(/^A grey object/)
  })

  test('what happened alike shares a verb', () => {
    const dog = { word: 'dog', place: RIGHT }
    expect(full(appeared, dog)).toBe('A person and a dog appeared on the right.')
    expect(full(appeared, { ...dog, place: LEFT })).toBe(
      'A person appeared on the right and a dog on the left.',
    )
    expect(full(left, { ...dog, ...gone })).toBe(
      'A red car on the left and a dog on the right are no longer visible.',
    )
    expect(full({ ...appeared, near: bus }, { ...dog, place: LEFT })).toBe(
      'A dog appeared on the left and a person next to a blue bus.',
    )
  })

  test('several subjects take a plural verb, whatever they are', () => {
    expect(full({ word: 'snow', ...gone }, { ...left })).toBe(
      'Snow in the centre and a red car on the left are no longer visible.',
    )
  })

  test('directions and paths do not share a verb', () => {
    const moved = { word: 'cow', kind: 'moved', from: CENTRE, place: { x: 0.5, y: 0.4 } } as const
    expect(full(moved, { word: 'dog', kind: 'moved', from: LEFT, place: RIGHT })).toBe(
      'A cow moved up, and a dog moved from the left to the right.',
    )
  })

  test('a second thing of a word is another', () => {
    expect(full(left, { ...car, colour: null, place: RIGHT })).toBe(
      'A red car is no longer visible on the left, and another car appeared on the right.',
    )
  })

  test('the fourth and all after it are counted', () => {
    const words = ['cat', 'kite', 'bench', 'bowl', 'vase'].map((word) => ({ word, colour: null }))
    const kinds = [{}, gone, { kind: 'vanished' as const }, { kind: 'moved' as const }, {}]
    const facts = words.map((word, index) => ({ ...word, ...kinds[index] }))
    const told =
      'A cat appeared in the centre, a kite is no longer visible in the centre, a bench vanished from the centre'
    expect(full(...facts.slice(0, 4))).toBe(`${told}, and there is one smaller change.`)
    expect(full(...facts)).toBe(`${told}, and there are two smaller changes.`)
    expect(full(...facts.slice(0, 3), { ...facts[3], share: 0.3, score: 0.01 })).toBe(
      `${told}, and there is one other change.`,
    )
  })

  test('shares from a thousandth on stand behind what they measure', () => {
    expect(measured({ ...appeared, share: 0.008 }, { ...left, share: 0.0003 })).toBe(
      'A person appeared on the right (0.8 % of the image), ' +
        'and a red car is no longer visible on the left.',
    )
    expect(measured({ ...appeared, share: 0.02 }, { ...appeared, share: 0.03 })).toBe(
      'Two people appeared on the right (5 % of the image).',
    )
  })
})

describe('the short caption', () => {
  const blueCar = { ...car, ...gone, colour: 'blue', place: LEFT }

  test.each<[Fields[], string]>([
    [
      [
        { ...person, place: RIGHT },
        { ...car, ...gone },
      ],
      'A person appeared and a car is gone.',
    ],
    [[person, { ...car, place: LEFT }, { ...gone, ...bus }], 'A person and a car appeared.'],
    [[car, blueCar], 'A red car appeared and a blue one is gone.'],
    [
      [person, { ...person, ...gone, place: LEFT }],
      'A person appeared in the centre and another is gone from the left.',
    ],
    [[person, { ...person, ...gone }], 'A person appeared and another is gone.'],
    [[person, { ...person, ...gone }, { ...person, ...gone }], 'A person appeared and two others are gone.'],
    [[{ ...car, kind: 'vanished' }, blueCar], 'Two cars are gone.'],
    [[{ place: LEFT }], 'A grey object appeared.'],
  ])('%j', (facts, text) => {
    const [first, ...rest] = facts
    expect(short({ ...first, share: 0.1 }, ...rest)).toBe(text)
  })
})

test('no change is one caption', () => {
  expect(describeChanges([])).toEqual([{ length: 'full', text: 'No change was found.', links: [] }])
})

test('links are of the noun phrase, one for each region', () => {
  const facts = [
    madeFact({ ...car, regionId: 'a' }),
    madeFact({ ...car, regionId: 'b' }),
    madeFact({ ...person, ...gone, regionId: 'c', place: LEFT, share: 0.001 }),
  ]
  for (const { text, links } of describeChanges(facts)) {
    const linked = links.map(({ start, end, regionId }) => [regionId, text.slice(start, end)])
    const cars = text.includes('red car') ? 'Two red cars' : 'Two cars'
    expect(linked).toEqual([
      ['a', cars],
      ['b', cars],
      ['c', 'a person'],
    ])
  }
})
