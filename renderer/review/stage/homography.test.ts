import { expect, test } from 'vitest'
import { invert } from '../../../src/domain/homography'
import { throughHomography, imagePoint } from './camera'

const moved = [1.1, 0.05, 20, -0.04, 0.97, -8, 1e-4, -5e-5, 1]

test('a point goes to the other frame and comes back', () => {
  const there = throughHomography(moved, imagePoint(120, 340))
  const inverse = invert(moved)
  const back = there === null || inverse === null ? null : throughHomography(inverse, there)
  expect(back?.x).toBeCloseTo(120, 6)
  expect(back?.y).toBeCloseTo(340, 6)
})

test('a point at infinity goes nowhere', () => {
  expect(throughHomography([1, 0, 0, 0, 1, 0, 1, 0, -5], imagePoint(5, 0))).toBeNull()
})
