import { expect, test } from 'vitest'
import { buildSolids } from './blocks/solids'
import { interpolateSolids } from './blocks/pair'
import { makePair } from './make'
import type { PairSpec } from './make'
import type { RgbImage } from './image'
import type { SyntheticPair } from './pair'

const ORDER = { seed: 6, width: 96, height: 64, inTurn: true } as const
const blocks: PairSpec = { ...ORDER, world: 'blocks', profile: 'clevr-change' }
const aerial: PairSpec = { ...ORDER, world: 'aerial', profile: 'blocks' }

/** Mean difference in grey levels. */
function apart(a: RgbImage, b: RgbImage): number {
  return a.data.reduce((sum, value, at) => sum + Math.abs(value - b.data[at]), 0) / a.data.length
}

/** One of each change that a world has, clean pictures. */
function pairs(order: PairSpec, count: number): SyntheticPair[] {
  return Array.from({ length: count }, (_, index) => makePair(order, index))
}

test.each([
  ['blocks', blocks, 6],
  ['aerial', aerial, 8],
])('pictures between the frames of %s begin at the one and end at the other', (_, order, count) => {
  const shares: number[] = []
  for (const pair of pairs(order, count)) {
    const [early, middle, late] = [0.002, 0.5, 0.998].map(pair.renderBetween)
    // what is left is the noise of two pictures, and of JPEG none
    expect(apart(early, pair.before)).toBeLessThan(2)
    expect(apart(late, pair.after)).toBeLessThan(2)
    const ends = apart(pair.before, pair.after)
    expect(apart(middle, pair.before) + apart(middle, pair.after)).toBeLessThan(2.2 * ends + 2)
    // of ends that differ much neither: what differs is on its way
    const nearest = Math.min(apart(middle, pair.before), apart(middle, pair.after))
    shares.push(ends > 8 ? nearest / ends : 1)
    expect(pair.renderBetween(0.5).data).toEqual(middle.data)
  }
  expect(Math.min(...shares)).toBeGreaterThan(0.2)
  expect(Math.min(...shares)).toBeLessThan(1)
})

test('things move, turn, grow and change colour linearly', () => {
  const thing = {
    id: 3,
    shape: 'cube',
    color: 'gray',
    material: 'rubber',
    size: 'small',
    x: -1,
    y: 2,
    angleRad: 0,
  } as const
  const goal = { ...thing, color: 'red', size: 'large', x: 3, angleRad: Math.PI / 4 } as const
  const [from, to] = [buildSolids([thing]), buildSolids([goal])]
  const middle = interpolateSolids(from, to, 0.5)
  expect(middle.ids).toEqual(from.ids)
  expect([middle.x[0], middle.y[0]]).toEqual([1, 2])
  expect(middle.half[0]).toBeCloseTo((from.half[0] + to.half[0]) / 2)
  expect(middle.albedo[0]).toBeCloseTo((from.albedo[0] + to.albedo[0]) / 2)
  expect(Math.atan2(middle.sin[0], middle.cos[0])).toBeCloseTo(Math.PI / 8)
})
