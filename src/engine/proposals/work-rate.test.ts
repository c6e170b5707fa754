import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WorkRate } from './work-rate'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** @param ends seconds from the first ending on */
function paceOf(...ends: number[]): WorkRate {
  const pace = new WorkRate()
  const start = Date.now()
  for (const seconds of ends) {
    vi.setSystemTime(start + 1000 * seconds)
    pace.record()
  }
  return pace
}

test('one after the other: known from the second ending on', () => {
  expect(paceOf().rate(1)).toBeNull()
  expect(paceOf(0).rate(1)).toBeNull()
  expect(paceOf(0, 4).rate(1)).toBe(0.25)
  expect(paceOf(0, 4, 8).rate(1)).toBe(0.25)
})

test('two that began together end together: known from the third on', () => {
  expect(paceOf(0, 0.1).rate(2)).toBeNull()
  expect(paceOf(0, 0.1, 10).rate(2)).toBe(0.2)
})

test('the last twenty count, also where as many or more are worked on at once', () => {
  const slowThenFast = [...Array.from({ length: 30 }, (_, at) => 10 * at), 291, 292]
  expect(paceOf(...slowThenFast).rate(1)).toBe(19 / (292 - 120))
  expect(paceOf(...slowThenFast).rate(64)).toBe(19 / (292 - 120))
})

test('after a reset nothing is known', () => {
  const pace = paceOf(0, 1, 2)
  pace.reset()
  expect(pace.rate(1)).toBeNull()
})
