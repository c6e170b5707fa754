import { expect, test } from 'vitest'
import { MaskRefinement, WordConditioning, withRegionsOfNext, withoutRegions } from './region-conditioning'

const batch = {
  before: { data: Float32Array.of(1, 2, 3), shape: [3, 1] },
  masks: { data: Float32Array.of(1, 1, 2, 2, 3, 3), shape: [3, 2] },
  anchors: { data: BigInt64Array.of(4n, 5n, 6n), shape: [3, 1] },
  valid: { data: Float32Array.of(1, 0, 1), shape: [3, 1] },
  unconditioned: { data: Float32Array.of(0, 0, 0), shape: [3] },
}

test('other regions are those of the next pair, and pictures stay', () => {
  const other = withRegionsOfNext(batch)
  expect(other.before).toEqual(batch.before)
  expect(other.masks.data).toEqual(Float32Array.of(2, 2, 3, 3, 1, 1))
  expect(other.anchors.data).toEqual(BigInt64Array.of(5n, 6n, 4n))
  expect(other.valid.data).toEqual(Float32Array.of(0, 1, 1))
  expect(batch.masks.data[0]).toBe(1)
  expect(withoutRegions(batch).unconditioned.data).toEqual(Float32Array.of(1, 1, 1))
})

test('words weigh alike, whatever the batch', () => {
  const words = new WordConditioning()
  words.add(3, 1, 2)
  words.add(1, 5, 2)
  expect(words.score()).toEqual({ value: -2, baseline: -2 })
})

test('masks are compared over both frames of all pairs', () => {
  const [truth, proposed, refined] = [0, 1, 2].map(() => new Float32Array(2 * 128 * 128))
  truth.fill(1, 100, 200)
  proposed.fill(3, 100, 150)
  refined.fill(3, 100, 225)
  const masks = new MaskRefinement()
  masks.add(truth, proposed, refined)
  expect(masks.score()).toEqual({ value: 100 / 125, baseline: 1 / 2 })
  expect(() => masks.add(truth, proposed.subarray(1), refined)).toThrow(RangeError)
})
