import { expect, test } from 'vitest'
import { project } from '../../domain/homography'
import type { Homography } from '../../domain/pair'
import { fitAffine } from './fit-affine'
import type { PointPair } from './fit-affine'

const MAP: Homography = [1.001, -0.004, 12, 0.003, 0.999, -7, 0, 0, 1]
const POINTS = Array.from({ length: 16 }, (_, index): PointPair => {
  const from = { x: 300 * (index % 4), y: 250 * Math.floor(index / 4) }
  return { from, to: project(MAP, from) }
})

test('the map that most points agree with is found, whatever the others say', () => {
  const wrong = POINTS.slice(0, 6).map(({ from }) => ({ from, to: { x: from.x + 90, y: from.y - 60 } }))
  const fit = fitAffine([...wrong, ...POINTS.slice(6)], 3)
  expect(fit?.agreeing).toHaveLength(10)
  fit?.homography.forEach((value, at) => expect(value).toBeCloseTo(MAP[at], 6))
})

test('points that lean by a pixel are fitted in the middle of them', () => {
  const leaning = POINTS.map(({ from, to }, index) => ({ from, to: { ...to, x: to.x + (index % 2) } }))
  const fit = fitAffine(leaning, 3)
  expect(fit?.agreeing).toHaveLength(16)
  expect(fit?.worst).toBeLessThan(1)
})

test.each([
  ['too few', POINTS.slice(0, 3)],
  ['on a line', POINTS.slice(0, 4)],
  [
    'at odds',
    POINTS.map(({ from }, index) => ({
      from,
      to: { x: (index ** 3 * 7919) % 1009, y: (index ** 4 * 104_729) % 997 },
    })),
  ],
])('points that are %s give no map', (_, points) => {
  expect(fitAffine(points, 3)).toBeNull()
})
