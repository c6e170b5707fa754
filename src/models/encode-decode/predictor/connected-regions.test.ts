import { expect, test } from 'vitest'
import { MASK_SIDE } from '../../layers/sizes'
import { connectedRegions } from './connected-regions'

const PIXELS = MASK_SIDE * MASK_SIDE

/** Squares of 6 x 6 at columns and rows, before or after. */
function map(...squares: readonly (readonly ['before' | 'after', number, number])[]): Float32Array {
  const changed = new Float32Array(2 * PIXELS).fill(-5)
  for (const [frame, column, row] of squares) {
    for (let y = row; y < row + 6; y++) {
      changed.fill(
        2,
        (frame === 'after' ? PIXELS : 0) + y * MASK_SIDE + column,
        (frame === 'after' ? PIXELS : 0) + y * MASK_SIDE + column + 6,
      )
    }
  }
  return changed
}

const sizes = (mask: Float32Array): number[] =>
  [mask.subarray(0, PIXELS), mask.subarray(PIXELS)].map((frame) => frame.filter((value) => value > 0).length)

test('parts that overlap across the frames are one region, and separate parts are two', () => {
  const regions = connectedRegions(map(['before', 10, 10], ['after', 12, 12], ['after', 40, 40]))
  expect(regions.map(({ mask }) => sizes(mask))).toEqual([
    [36, 36],
    [0, 36],
  ])
  expect(regions[0].score).toBeCloseTo(1 / (1 + Math.exp(-2)), 5)
})

test('two parts of a frame that one part of the other joins are one region', () => {
  const changed = map(['before', 10, 10], ['before', 17, 10])
  changed.fill(2, PIXELS + 12 * MASK_SIDE + 10, PIXELS + 12 * MASK_SIDE + 23)
  expect(connectedRegions(changed).map(({ mask }) => sizes(mask))).toEqual([[72, 13]])
})

test('specks are no regions, and of many the twelve largest count', () => {
  const speck = new Float32Array(2 * PIXELS).fill(-5)
  speck.fill(3, 100, 120)
  expect(connectedRegions(speck)).toEqual([])
  const many = Array.from({ length: 16 }, (_, at) => ['after', 8 * (at % 8), 8 * Math.floor(at / 8)] as const)
  expect(connectedRegions(map(...many))).toHaveLength(12)
})
