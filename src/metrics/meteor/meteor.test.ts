import { describe, expect, test } from 'vitest'
import { Meteor } from './meteor'
import type { MeteorModule } from './meteor'
import { normalizeEnglish } from './normalize'
import {
  parseFunctionWords,
  parseNonbreakingPrefixes,
  parsePairs,
  parseWordNetIndex,
  synonymDictionary,
} from './resources'

const resources = {
  functionWords: parseFunctionWords('a\nthe\nis\n'),
  nonbreakingPrefixes: parseNonbreakingPrefixes('# titles\nDr\nNo #NUMERIC_ONLY#\n'),
  synonyms: synonymDictionary(
    new Map(parsePairs('car\n10 11\nauto\n11\nmouse\n20\nrodent\n20\ncity\n30\ntown\n30\n')),
    new Map([['mice', ['mouse']]]),
  ),
}
const all: MeteorModule[] = ['exact', 'stem', 'synonym']

function score(hypothesis: string, references: string[], modules = all): number {
  return new Meteor(resources, modules).score([hypothesis], [references]).perItem[0]
}

/** The formula of METEOR 1.5, English, task "rank". */
function formula(precision: number, recall: number, fragmentation: number): number {
  return (1 / (0.15 / precision + 0.85 / recall)) * (1 - 0.6 * fragmentation ** 0.2)
}

test('a caption that is its reference scores 1', () => {
  expect(score('the red car is gone', ['the red car is gone'])).toBe(1)
})

test('content words weigh .75, function words .25', () => {
  const precision = (2 * 0.75 + 0.25) / (2 * 0.75 + 0.25)
  const recall = (2 * 0.75 + 0.25) / (3 * 0.75 + 2 * 0.25)
  expect(score('a red car', ['a red car is gone'])).toBeCloseTo(formula(precision, recall, 1 / 3), 12)
})

test('a stem match weighs .6, a synonym match .8', () => {
  expect(score('houses', ['house'])).toBeCloseTo(0.6, 12)
  expect(score('auto', ['car'])).toBeCloseTo(0.8, 12)
  expect(score('auto', ['car'], ['exact', 'stem'])).toBe(0)
})

test('irregular and regular forms have synonyms', () => {
  expect(score('rodent', ['mice'])).toBeCloseTo(0.8, 12)
  expect(score('cities', ['town'])).toBeCloseTo(0.8, 12)
})

test('words in another order are more chunks', () => {
  const inOrder = score('red car gone', ['red car gone now'])
  expect(score('gone red car', ['red car gone now'])).toBeLessThan(inOrder)
  expect(inOrder).toBeCloseTo(formula(1, 3 / 4, 1 / 3), 12)
})

test('the best reference counts', () => {
  expect(score('red car', ['blue tree', 'red car', 'red'])).toBe(1)
})

test('a caption without words, or without a match, scores 0', () => {
  expect(score('', ['red car'])).toBe(0)
  expect(score('tree', ['red car'])).toBe(0)
})

test('the value of a set is the formula on sums, in which a perfect caption has no chunk', () => {
  const set = new Meteor(resources, all).score(['red car', 'red'], [['red car'], ['red tree']])
  expect(set.perItem[0]).toBe(1)
  expect(set.corpus).toBeCloseTo(formula(1, 3 / 4, 1 / 3), 12)
})

test('the synonym module is refused without synonyms', () => {
  const { functionWords, nonbreakingPrefixes } = resources
  expect(() => new Meteor({ functionWords, nonbreakingPrefixes }, all)).toThrow('needs WordNet')
})

describe('normalisation', () => {
  test.each([
    ["it's the dogs' bone", "it 's the dogs ' bone"],
    ['half-full U.S.-based', 'half full US based'],
    ['a car, 1,000 cars', 'a car , 1,000 cars'],
    ['by Dr. Who', 'by Dr. Who'],
    ['No. 7 says No.', 'No. 7 says No .'],
    ['the U.S. plane', 'the US plane'],
    ['wait... what', 'wait ... what'],
    ['“hi” (there)', '" hi " ( there )'],
    ['on st. james', 'on st. james'],
    ['the end.', 'the end .'],
  ])('%s', (line, expected) => {
    expect(normalizeEnglish(line, resources.nonbreakingPrefixes)).toBe(expected)
  })
})

test("WordNet's index files give the synsets of a word over all parts of speech", () => {
  const synsets = new Map<string, string>()
  parseWordNetIndex('  1 licence text  \ncar n 2 1 @ 2 1 02958343 02959942  \n', synsets)
  parseWordNetIndex('car v 1 0 1 0 00000007\n', synsets)
  expect(synsets.get('car')).toBe('02958343 02959942 00000007')
})
