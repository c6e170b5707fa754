import { expect, test } from 'vitest'
import { bootstrapIntervals, pairedBootstrap, seededRandom, meanScore, pooledScore } from './set-score'

const random = seededRandom(7)
const noise = Array.from({ length: 200 }, () => random())

test('the interval of a mean agrees with the normal approximation', () => {
  const mean = noise.reduce((sum, value) => sum + value, 0) / noise.length
  const variance = noise.reduce((sum, value) => sum + (value - mean) ** 2, 0) / noise.length
  const halfWidth = 1.96 * Math.sqrt(variance / noise.length)
  const [{ low, high }] = bootstrapIntervals([meanScore(noise)], { resamples: 4000 })
  expect(Math.abs(low - (mean - halfWidth))).toBeLessThan(0.1 * halfWidth)
  expect(Math.abs(high - (mean + halfWidth))).toBeLessThan(0.1 * halfWidth)
})

test('the same seed gives the same interval, another a near one', () => {
  const scores = [meanScore(noise)]
  expect(bootstrapIntervals(scores, { seed: 3 })).toEqual(bootstrapIntervals(scores, { seed: 3 }))
  expect(bootstrapIntervals(scores, { seed: 4 })).not.toEqual(bootstrapIntervals(scores, { seed: 3 }))
})

test('a steady gain on every item is found, however much the items vary', () => {
  const [test] = pairedBootstrap([[meanScore(noise), meanScore(noise.map((value) => value + 0.01))]])
  expect(test.difference).toBeCloseTo(0.01, 12)
  expect(test.interval.low).toBeCloseTo(0.01, 12)
  expect(test.pValue).toBe(0.001)
})

test('two equal systems do not differ', () => {
  const [test] = pairedBootstrap([[meanScore(noise), meanScore(noise)]])
  expect(test.difference).toBe(0)
  expect(test.pValue).toBe(1)
})

test('chance differences come out below .05 about as often as they should', () => {
  const draw = seededRandom(11)
  let found = 0
  for (let trial = 0; trial < 100; trial++) {
    const first = meanScore(Array.from({ length: 50 }, () => draw()))
    const second = meanScore(Array.from({ length: 50 }, () => draw()))
    const [test] = pairedBootstrap([[first, second]], { resamples: 200, seed: trial })
    found += test.pValue < 0.05 ? 1 : 0
  }
  expect(found).toBeLessThan(15)
})

/** Of 16 items two have a value. */
const shares = (good: number): Float64Array[] =>
  Array.from({ length: 16 }, (_, item) => (item < 2 ? Float64Array.of(good, 10) : Float64Array.of(0, 0)))
const shareOf = ([hits, all]: Float64Array): number => hits / all

test('resamples without a value do not count', () => {
  const [first, second] = [pooledScore(shares(2), shareOf), pooledScore(shares(6), shareOf)]
  expect(bootstrapIntervals([first])).toEqual([{ low: 0.2, high: 0.2 }])
  const [test] = pairedBootstrap([[first, second]])
  expect(test.interval.low).toBeCloseTo(0.4, 12)
  expect(test.interval.high).toBeCloseTo(0.4, 12)
  const nothing = pooledScore([Float64Array.of(0, 0)], shareOf)
  expect(bootstrapIntervals([nothing])).toEqual([{ low: NaN, high: NaN }])
})

test('different numbers of items are refused', () => {
  expect(() => pairedBootstrap([[meanScore([1]), meanScore([1, 2])]])).toThrow('same items: 1 and 2')
})
