import { describe, expect, test } from 'vitest'
import { expectedIou, mapRegions, pairProbability, regionProbability } from './regions'

const width = 60
const height = 40

/** .9 in the rectangles, nothing elsewhere. */
function mapOf(...rectangles: readonly (readonly [x: number, y: number, side: number])[]): {
  width: number
  height: number
  values: Float32Array
} {
  const values = new Float32Array(width * height)
  for (const [x, y, side] of rectangles) {
    for (let row = y; row < y + side; row += 1) {
      values.fill(0.9, row * width + x, row * width + x + side)
    }
  }
  return { width, height, values }
}

describe('regions of a map', () => {
  test('are its parts over the threshold; what is tiny is none', () => {
    const map = mapOf([5, 5, 10], [40, 20, 8], [30, 2, 2])
    const { extents, ...clusters } = mapRegions(map, 0.5)
    expect(extents.map(({ area }) => area).sort((a, b) => a - b)).toEqual([64, 100])
    expect(regionProbability(map, { extents, ...clusters }, extents[0])).toBeCloseTo(0.9)
    expect(mapRegions(map, 0.95).extents).toEqual([])
  })

  test('are filled where they have holes', () => {
    const map = mapOf([5, 5, 10])
    map.values[9 * width + 9] = 0
    expect(mapRegions(map, 0.5).extents[0].area).toBe(100)
  })
})

test('a pair is as probable as its most probable small square', () => {
  expect(pairProbability(mapOf())).toBe(0)
  expect(pairProbability(mapOf([5, 5, 10]))).toBeCloseTo(0.9)
  expect(pairProbability(mapOf([55, 35, 5]))).toBeCloseTo(0.9)
  expect(pairProbability(mapOf([20, 20, 2]))).toBeCloseTo((4 * 0.9) / 25)
})

describe('the expected IoU of a mask', () => {
  const map = mapOf([5, 5, 10])
  const expected = (threshold: number): number | null => expectedIou(map, mapRegions(map, threshold))

  test('is the share of what it marks that is right, where nothing is left out', () => {
    expect(expected(0.5)).toBeCloseTo(0.9)
  })

  test('falls by what it leaves out', () => {
    map.values.fill(0.3, 30 * width, 31 * width)
    expect(expected(0.5)).toBeCloseTo((0.9 * 100) / (100 + 0.3 * width))
    expect(expected(0.25)).toBeCloseTo((0.9 * 100 + 0.3 * width) / (100 + width))
  })

  test('is unknown without a mask', () => {
    expect(expected(0.95)).toBeNull()
  })
})
