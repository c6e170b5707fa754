import { expect, test } from 'vitest'
import { syntheticSchedule } from './synthetic-run'

const inSteps = (steps: number) => ({ rate: 1, minutes: 0, steps })
const at = (step: number, minutes = 0) => ({ step, seconds: 60 * minutes })

test('the rate has risen after 5 % of a short run, and after 400 steps of a long one', () => {
  const short = inSteps(1000)
  expect(syntheticSchedule(short).rate(at(24))).toBeCloseTo(0.5, 2)
  expect(syntheticSchedule(short).rate(at(48))).toBeLessThan(syntheticSchedule(short).rate(at(49)))
  expect(syntheticSchedule(short).rate(at(50))).toBeGreaterThan(0.99)
  const long = inSteps(100_000)
  expect(syntheticSchedule(long).rate(at(0))).toBeCloseTo(1 / 400, 5)
  expect(syntheticSchedule(long).rate(at(399))).toBeGreaterThan(0.99)
})

test('the fraction of a run in minutes is one of time', () => {
  const run = { rate: 1, minutes: 60, steps: null }
  expect(syntheticSchedule(run).rate(at(9, 1.5))).toBeCloseTo(0.5, 2)
  expect(syntheticSchedule(run).rate(at(9, 3))).toBeGreaterThan(0.99)
})
