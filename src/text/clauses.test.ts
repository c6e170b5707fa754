import { expect, test } from 'vitest'
import { firstClauses, mostThings, splitClauses } from './clauses'

const text = 'a short at the top left, an open in the middle and a spur at the bottom'
const fits = (part: string): boolean => part.length < 50

test('of a text that is too long the first clauses stay', () => {
  expect(firstClauses(text, fits)).toBe('a short at the top left, an open in the middle')
  expect(firstClauses('a very long caption without an end that would fit', () => false)).toBeNull()
  expect(firstClauses('a short', fits)).toBe('a short')
})

test.each([
  ['a car is gone', 1],
  ['this bus was moved', 1],
  ['a car is gone and a tree has grown, a house is built', 3],
  ['', 1],
  ['cars have gone', Infinity],
  ['a car is gone and two ships moved', Infinity],
  ['some grass and people are gone', Infinity],
])('"%s" speaks of %s things at most', (caption, most) => {
  expect(mostThings(caption)).toBe(most)
})

test('clauses end at commas and "and"', () => {
  const clauses = splitClauses(`${text}, `).map(({ start, end }) => text.slice(start, end))
  expect(clauses).toEqual(['a short at the top left', 'an open in the middle', 'a spur at the bottom'])
  expect(splitClauses(' , ')).toEqual([])
})
