import { describe, expect, it } from 'vitest'
import { idsBetween, nearestLeft, neighbourOf, positionOf, windowAround } from './neighbours'

const ids = [40, 10, 30, 20, 50]

describe('neighbours in the present order', () => {
  it('follow the list, not the numbers', () => {
    expect(neighbourOf(ids, 10, 1)).toBe(30)
    expect(neighbourOf(ids, 10, -1)).toBe(40)
  })

  it('end at both ends', () => {
    expect(neighbourOf(ids, 50, 1)).toBeNull()
    expect(neighbourOf(ids, 40, -1)).toBeNull()
    expect(neighbourOf([], null, 1)).toBeNull()
  })

  it('begin at the first pair for one that the filter does not hold', () => {
    expect(neighbourOf(ids, 99, 1)).toBe(40)
    expect(neighbourOf(ids, null, 1)).toBe(40)
    expect(neighbourOf(ids, 99, -1)).toBeNull()
  })

  it('go on from the cursor for a pair that has left the list', () => {
    expect(neighbourOf(ids, 99, 1, 30)).toBe(30)
    expect(neighbourOf(ids, 99, -1, 30)).toBe(10)
    expect(neighbourOf(ids, 99, 1, 98)).toBe(40)
    expect(neighbourOf(ids, 99, -1, 40)).toBeNull()
  })
})

describe('the window of the filmstrip', () => {
  it('has the pair in the middle, except near the ends', () => {
    expect(windowAround(ids, 30, 3)).toEqual([10, 30, 20])
    expect(windowAround(ids, 40, 3)).toEqual([40, 10, 30])
    expect(windowAround(ids, 50, 3)).toEqual([30, 20, 50])
    expect(windowAround(ids, 30, 99)).toEqual(ids)
  })
})

describe('the cursor in a list found anew', () => {
  it('stays on its pair wherever that is now', () => {
    expect(nearestLeft(ids, 30, [30, 40, 10])).toBe(30)
  })

  it('goes to the next pair that is left, else to the last', () => {
    expect(nearestLeft(ids, 10, [40, 20, 50])).toBe(20)
    expect(nearestLeft(ids, 50, [40, 10])).toBe(10)
    expect(nearestLeft(ids, 50, [60, 70])).toBe(60)
  })

  it('begins at the first pair, where there is one', () => {
    expect(nearestLeft([], null, ids)).toBe(40)
    expect(nearestLeft(ids, 99, ids)).toBe(40)
    expect(nearestLeft(ids, 40, [])).toBeNull()
  })
})

it('selects between two rows in either direction', () => {
  expect(idsBetween(ids, 1, 3)).toEqual([10, 30, 20])
  expect(idsBetween(ids, 3, 1)).toEqual([10, 30, 20])
})

it('finds positions in 100,000 pairs at once', () => {
  const many = Array.from({ length: 100_000 }, (_, index) => index + 1)
  expect(positionOf(many, 99_999)).toBe(99_998)
  expect(positionOf(many, 5)).toBe(4)
  expect(positionOf(many, 0)).toBe(-1)
})
