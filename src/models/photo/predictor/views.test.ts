import { expect, test } from 'vitest'
import { FULL_SIZE, meanOfViews, VIEWS_IN_USE } from './views'

const twice = (first: number, second: number): number =>
  meanOfViews([Float32Array.of(first), Float32Array.of(second)], VIEWS_IN_USE)[0]

test('weights of the views in use add up to 1', () => {
  expect(VIEWS_IN_USE.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 12)
})

test('one view stays as it is', () => {
  const map = Float32Array.of(0, 1e-5, 0.3, 1)
  expect(meanOfViews([map], FULL_SIZE)).toEqual(map)
})

test('two views give the mean of their log odds, two parts of full size and one of half', () => {
  expect(twice(0.5, 0.5)).toBeCloseTo(0.5, 6)
  // odds of 4 and 1/16 give (4² / 16) ^ (1/3)
  expect(twice(0.8, 1 / 17)).toBeCloseTo(0.5, 6)
  expect(twice(0.9, 0.5)).toBeCloseTo(81 ** (1 / 3) / (1 + 81 ** (1 / 3)), 6)
})

test('what both rule out is nothing, and a view that is sure of nothing keeps the other one its say', () => {
  expect(twice(0, 0.001)).toBe(0)
  expect(twice(0.999, 0)).toBeGreaterThan(0.5)
  expect(twice(0, 0.999)).toBeLessThan(0.5)
  expect(twice(0, 0.999)).toBeGreaterThan(0.1)
})
