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

test('a rate that begins anew rises again, and falls to its lowest before and at the end', () => {
  const run = syntheticSchedule(inSteps(1000), [0, 0.25])
  expect(run.rate(at(0))).toBeLessThan(0.1)
  expect(run.rate(at(249))).toBeLessThan(0.011)
  // 750 steps are left, of which 5 % rise
  expect(run.rate(at(250))).toBeCloseTo(1 / 37.5, 2)
  expect(run.rate(at(288))).toBeGreaterThan(0.99)
  expect(run.rate(at(625))).toBeCloseTo(0.505, 2)
  expect(run.rate(at(999))).toBeLessThan(0.011)
  const inTime = syntheticSchedule({ rate: 1, minutes: 60, steps: null }, [0, 0.5])
  expect(inTime.rate(at(70_000, 30))).toBeLessThan(0.01)
  expect(inTime.rate(at(70_000, 32))).toBeGreaterThan(0.98)
})
