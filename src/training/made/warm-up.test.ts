import { expect, test } from 'vitest'
import { LONG_WARM_UP, rateAt, SHORT_WARM_UP } from './made-run'

const inSteps = (steps: number) => ({ rate: 1, minutes: 0, steps })
const at = (step: number, minutes = 0) => ({ step, minutes })

test('the rate of a family has risen after 5 % of a short run, and after 400 steps of a long one', () => {
  const short = inSteps(1000)
  expect(rateAt(short, at(24), SHORT_WARM_UP)).toBeCloseTo(rateAt(short, at(24), { steps: 50, share: null }))
  expect(rateAt(short, at(48), SHORT_WARM_UP)).toBeLessThan(rateAt(short, at(49), SHORT_WARM_UP))
  const long = inSteps(100_000)
  for (const step of [0, 100, 399, 2000])
    expect(rateAt(long, at(step), SHORT_WARM_UP)).toBe(rateAt(long, at(step), LONG_WARM_UP))
})

test('of a run in minutes the share is one of time', () => {
  const run = { rate: 1, minutes: 60, steps: null }
  expect(rateAt(run, at(9, 1.5), SHORT_WARM_UP)).toBeCloseTo(0.5, 2)
  expect(rateAt(run, at(9, 3), SHORT_WARM_UP)).toBeGreaterThan(0.99)
  expect(rateAt(run, at(9, 3), LONG_WARM_UP)).toBeCloseTo(10 / 400, 3)
})
