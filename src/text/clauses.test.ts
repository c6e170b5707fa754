import { expect, test } from 'vitest'
import { firstClauses, splitClauses } from './clauses'

const text = 'a short at the top left, an open in the middle and a spur at the bottom'
const fits = (part: string): boolean => part.length < 50

test('of a text that is too long the first clauses stay', () => {
  expect(firstClauses(text, fits)).toBe('a short at the top left, an open in the middle')
  expect(firstClauses('a very long caption without an end that would fit', () => false)).toBeNull()
  expect(firstClauses('a short', fits)).toBe('a short')
})

test('clauses end at commas and "and"', () => {
  const clauses = splitClauses(`${text}, `).map(({ start, end }) => text.slice(start, end))
  expect(clauses).toEqual(['a short at the top left', 'an open in the middle', 'a spur at the bottom'])
  expect(splitClauses(' , ')).toEqual([])
})
