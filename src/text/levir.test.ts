import { expect, test } from 'vitest'
import { buildLevirVocabulary, levirTokens, levirWords } from './levir'

test('question marks and stops go, commas and semicolons are words', () => {
  expect(levirWords('A road, wide; is Built. Why?')).toEqual([
    'a',
    'road',
    ',',
    'wide',
    ';',
    'is',
    'built',
    'why',
  ])
})

test('words are numbered from 4 in order, rare ones left out', () => {
  const vocabulary = buildLevirVocabulary(['b a', 'a b', 'a c'], 1)
  expect([...vocabulary]).toEqual([
    ['a', 4],
    ['b', 5],
  ])
})

test('every word outside the vocabulary is the same number', () => {
  const vocabulary = new Map([['road', 4]])
  expect(levirTokens('a road appears', vocabulary)).toBe('1 4 1')
})
