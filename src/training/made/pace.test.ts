import { expect, test } from 'vitest'
import { rateAt } from './pace'

const inSteps = (steps: number) => ({ rate: 1, minutes: 0, steps })
const at = (step: number, minutes = 0) => ({ step, minutes })

test('the rate has risen after 5 % of a short run, and after 400 steps of a long one', () => {
  const short = inSteps(1000)
  expect(rateAt(short, at(24))).toBeCloseTo(0.5, 2)
  expect(rateAt(short, at(48))).toBeLessThan(rateAt(short, at(49)))
  expect(rateAt(short, at(50))).toBeGreaterThan(0.99)
  const long = inSteps(100_000)
  expect(rateAt(long, at(0))).toBeCloseTo(1 / 400, 5)
  expect(rateAt(long, at(399))).toBeGreaterThan(0.99)
})

test('of a run in minutes the share is one of time', () => {
  const run = { rate: 1, minutes: 60, steps: null }
  expect(rateAt(run, at(9, 1.5))).toBeCloseTo(0.5, 2)
  expect(rateAt(run, at(9, 3))).toBeGreaterThan(0.99)
})
