import { expect, it, test } from 'vitest'
import { developPicture } from './degrade'
import type { Degradation } from './degrade'
import { buildSolids } from './blocks/thing'
import { interpolateSolids } from './blocks/pair'
import { makePair } from './make'
import type { PairSpec } from './make'
import type { RgbImage, SyntheticPair } from './pair'

const CLEAN: Degradation = { defocus: 0, noise: 0, jpeg: null }
const WIDTH = 60
const HEIGHT = 43

/** A picture of soft waves with a sharp bright square. */
function picture(): Float32Array {
  const light = new Float32Array(3 * WIDTH * HEIGHT)
  for (let i = 0; i < light.length; i++) {
    const x = Math.floor(i / 3) % WIDTH
    const y = Math.floor(i / 3 / WIDTH)
    light[i] = x > 20 && x < 34 && y > 10 && y < 24 ? 220 : 100 + ((x * 7 + y * 3 + (i % 3) * 11) % 40)
  }
  return light
}

function deviation(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) {
    sum += (a[i] - b[i]) ** 2
  }
  return Math.sqrt(sum / a.length)
}

function mean(a: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) {
    sum += a[i]
  }
  return sum / a.length
}

it('leaves a picture alone when nothing is asked for', () => {
  expect(deviation(developPicture(picture(), WIDTH, HEIGHT, CLEAN, 1, 1), picture())).toBe(0)
})

it('adds noise of the deviation asked for, within 5 %, another for another stream', () => {
  const grey = new Float32Array(3 * 100 * 100).fill(100)
  const a = developPicture(grey, 100, 100, { ...CLEAN, noise: 4 }, 1, 1)
  expect(Math.abs(deviation(a, grey) / 4 - 1)).toBeLessThan(0.05)
  expect(developPicture(grey, 100, 100, { ...CLEAN, noise: 4 }, 1, 2)).not.toEqual(a)
})

it('defocus keeps the mean within 1 level and lowers contrast', () => {
  const sharp = picture()
  const soft = developPicture(sharp, WIDTH, HEIGHT, { ...CLEAN, defocus: 12 }, 1, 1)
  expect(Math.abs(mean(soft) - mean(sharp))).toBeLessThan(1)
  const flat = new Float32Array(sharp.length).fill(mean(sharp))
  expect(deviation(soft, flat)).toBeLessThan(0.9 * deviation(sharp, flat))
})

it('JPEG loses more the lower its quality, and little at 95', () => {
  const loss = [95, 70, 40, 10].map((jpeg) =>
    deviation(developPicture(picture(), WIDTH, HEIGHT, { ...CLEAN, jpeg }, 1, 1), picture()),
  )
  expect(loss[0]).toBeLessThan(5)
  expect([...loss].sort((a, b) => a - b)).toEqual(loss)
})

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
