import { expect, test } from 'vitest'
import { calmestThreshold, histogramOf, otsuThreshold, shareThreshold } from './thresholds'

/** A map whose probabilities are those of the list, each so many times. */
function mapOf(counts: readonly (readonly [probability: number, count: number])[]) {
  const values = Float32Array.from(counts.flatMap(([p, count]) => Array.from({ length: count }, () => p)))
  return { width: values.length, height: 1, values }
}

test('the calmest threshold is the one about which no pixel lies', () => {
  const map = mapOf([0.1, 0.2, 0.3, 0.4, 0.46, 0.62, 0.7, 0.8, 0.9].map((p) => [p, 10]))
  expect(calmestThreshold(histogramOf([map]))).toBe(0.55)
})

test('the threshold of Otsu parts two heaps', () => {
  const threshold = otsuThreshold(
    histogramOf([
      mapOf([
        [0.1, 50],
        [0.2, 50],
        [0.7, 20],
        [0.8, 20],
      ]),
    ]),
  )
  expect(threshold).toBeGreaterThan(0.2)
  expect(threshold).toBeLessThanOrEqual(0.7)
})

test('where less changed than usual the threshold rises, and where more did it falls', () => {
  const usual = 0.1
  const rare = histogramOf([
    mapOf([
      [0.005, 990],
      [0.6, 10],
    ]),
  ])
  const common = histogramOf([
    mapOf([
      [0.1, 500],
      [0.9, 500],
    ]),
  ])
  expect(shareThreshold(rare, usual)).toBeGreaterThan(0.5)
  expect(shareThreshold(common, usual)).toBeLessThan(0.5)
})
