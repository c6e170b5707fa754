import { expect, test } from 'vitest'
import { thresholdCounts } from './threshold-counts'

test('a pixel counts from its probability on', () => {
  const probabilities = Float32Array.of(0.75, 0.5, 0.25, 0)
  const marked = Uint8Array.of(1, 0, 1, 0)
  expect(thresholdCounts(probabilities, marked, [0.25, 0.5, 1])).toEqual([
    [2, 3],
    [1, 3],
    [0, 2],
  ])
})
