import { expect, test } from 'vitest'
import type { PlacedMask } from '../mask/placed-mask'
import { carryPlaced } from './carry-placed'
import { IDENTITY, project } from './homography'
import type { Homography } from './pair'

const FRAME = { width: 400, height: 300 }
const MASK: PlacedMask = {
  x: 100,
  y: 50,
  width: 40,
  height: 30,
  data: new Uint8Array(1200).fill(1),
  area: 1200,
}

test('a mask is carried to where it lies in the other frame, and no memory is spent on the rest', () => {
  const toMask: Homography = [1, -0.02, 30, 0.02, 1, -12, 0, 0, 1]
  const there = carryPlaced(MASK, toMask, FRAME)!
  expect(there.area).toBeGreaterThan(1150)
  expect(there.area).toBeLessThan(1250)
  expect(there.data.length).toBeLessThan(45 * 35)
  const middle = project(toMask, { x: there.x + there.width / 2, y: there.y + there.height / 2 })
  expect(Math.hypot(middle.x - 120, middle.y - 65)).toBeLessThan(2)
})

function shifted(x: number): Homography {
  return [1, 0, x, 0, 1, 0, 0, 0, 1]
}

test('it is cut at the border of that frame, and null beside it', () => {
  expect(carryPlaced(MASK, shifted(120), FRAME)).toMatchObject({ x: 0, width: 20, area: 600 })
  expect(carryPlaced(MASK, shifted(200), FRAME)).toBeNull()
  expect(carryPlaced(MASK, IDENTITY, FRAME)).toMatchObject({ x: 100, y: 50, area: 1200 })
})
