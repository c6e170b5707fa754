import { expect, test } from 'vitest'
import { syntheticRateAt } from './progress'

const inSteps = (steps: number) => ({ rate: 1, minutes: 0, steps })
const at = (step: number, minutes = 0) => ({ step, minutes })

test('the rate has risen after 5 % of a short run, and after 400 steps of a long one', () => {
  const short = inSteps(1000)
  expect(syntheticRateAt(short, at(24))).toBeCloseTo(0.5, 2)
  expect(syntheticRateAt(short, at(48))).toBeLessThan(syntheticRateAt(short, at(49)))
  expect(syntheticRateAt(short, at(50))).toBeGreaterThan(0.99)
  const long = inSteps(100_000)
  expect(syntheticRateAt(long, at(0))).toBeCloseTo(1 / 400, 5)
  expect(syntheticRateAt(long, at(399))).toBeGreaterThan(0.99)
})

test('the fraction of a run in minutes is one of time', () => {
  const run = { rate: 1, minutes: 60, steps: null }
  expect(syntheticRateAt(run, at(9, 1.5))).toBeCloseTo(0.5, 2)
  expect(syntheticRateAt(run, at(9, 3))).toBeGreaterThan(0.99)
})
