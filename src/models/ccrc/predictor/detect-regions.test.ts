import { expect, test } from 'vitest'
import { MASK_SIDE } from '../../layers/sizes'
import { regionCoverage, coverageOf } from './ccrc-region'
import type { CcrcRegion } from './ccrc-region'

/** Over the first rows of the before frame. */
function regionOf(rows: number): CcrcRegion {
  const mask = new Float32Array(2 * MASK_SIDE ** 2).fill(-9).fill(9, 0, rows * MASK_SIDE)
  return { mask } as CcrcRegion
}

test('what regions cover is made once for the same ones, and anew for others', () => {
  const [first, second] = [regionOf(8), regionOf(40)]
  const both = regionCoverage([first, second])
  expect(both).toEqual(coverageOf([first.mask, second.mask]))
  expect(regionCoverage([{ ...first, score: 1 }, second])).toBe(both)
  expect(regionCoverage([first])).toEqual(coverageOf([first.mask]))
  expect(regionCoverage([first, regionOf(12)])).toEqual(coverageOf([first.mask, regionOf(12).mask]))
  expect(regionCoverage([])).toEqual(coverageOf([]))
})
