import { expect, test } from 'vitest'
import { domainOf, nearestPoint, ticksOf } from './chart-scale'

test('ticks are round and hold the whole range', () => {
  expect(ticksOf({ low: 0, high: 1 })).toEqual([0, 0.5, 1])
  expect(ticksOf({ low: 0.13, high: 3.4 })).toEqual([0, 1, 2, 3, 4])
  expect(ticksOf({ low: 0, high: 0 })).toEqual([0])
  expect(ticksOf({ low: 0, high: 430 })).toEqual([0, 200, 400, 600])
})

test('values that are no numbers do not widen the range', () => {
  expect(domainOf([0.2, Number.NaN, 4, Number.POSITIVE_INFINITY], 0, 1)).toEqual({ low: 0, high: 4 })
})

test('the nearest point is found, the later one of two', () => {
  const points = [{ x: 0 }, { x: 10 }, { x: 20 }]
  expect(nearestPoint(points, 14)).toBe(points[1])
  expect(nearestPoint(points, 15)).toBe(points[2])
  expect(nearestPoint([], 1)).toBeNull()
})
