import { expect, test } from 'vitest'
import { MASK_SIDE } from '../../systems/blocks/sizes'
import { coverageOfAll } from './coverage'
import { coverageOf, type FoundRegion } from './regions'

/** Over the first rows of the before frame. */
function regionOf(rows: number): FoundRegion {
  const mask = new Float32Array(2 * MASK_SIDE ** 2).fill(-9).fill(9, 0, rows * MASK_SIDE)
  return { mask } as FoundRegion
}

test('what regions cover is made once for the same ones, and anew for others', () => {
  const [first, second] = [regionOf(8), regionOf(40)]
  const both = coverageOfAll([first, second])
  expect(both).toEqual(coverageOf([first.mask, second.mask]))
  expect(coverageOfAll([{ ...first, score: 1 }, second])).toBe(both)
  expect(coverageOfAll([first])).toEqual(coverageOf([first.mask]))
  expect(coverageOfAll([first, regionOf(12)])).toEqual(coverageOf([first.mask, regionOf(12).mask]))
  expect(coverageOfAll([])).toEqual(coverageOf([]))
})
