import { expect, it } from 'vitest'
import type { Reading } from '../../src/contract/project'
import { isAmbiguous } from './ambiguous-readings'

function reading(pairCount: number, leftOutCount = 0): Reading {
  return { id: 'x', title: 'x', pairCount, labelCount: 0, leftOutCount, leftOut: [], examples: [] }
}

it('opens at once where one reading fits well', () => {
  expect(isAmbiguous([reading(100)])).toBe(false)
  expect(isAmbiguous([reading(100, 3), reading(10)])).toBe(false)
})

it('asks where two readings find about as many pairs', () => {
  expect(isAmbiguous([reading(100), reading(80)])).toBe(true)
})

it('asks where many files belong to no pair', () => {
  expect(isAmbiguous([reading(10, 50)])).toBe(true)
})

it('has nothing to ask where nothing was found', () => {
  expect(isAmbiguous([])).toBe(false)
})
