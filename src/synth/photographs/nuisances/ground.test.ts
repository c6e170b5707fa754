import { expect, test } from 'vitest'
import type { Canvas } from '../canvas'
import type { GroundPart } from '../planned'
import { applyGround } from './ground'

const SIDE = 40

/** Grey of a place; all three channels are alike. */
function greyCanvas(level: (x: number, y: number) => number): Canvas {
  const data = new Float32Array(3 * SIDE * SIDE)
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      data.fill(level(x, y), 3 * (y * SIDE + x), 3 * (y * SIDE + x) + 3)
    }
  }
  return { width: SIDE, height: SIDE, data }
}

const STILL = { levels: 0, cell: 8, seed: 1 }
const AS_IT_WAS: GroundPart = { share: 0.5, gain: [1, 1, 1], offset: 0, texture: 1, mottling: STILL }

/** Squares in opposite corners: a half of the picture. */
const isDark = (x: number, y: number): boolean => x < SIDE / 2 === y < SIDE / 2

const striped = (): Canvas => greyCanvas((x) => (x % 2 === 0 ? 90 : 110))

test('what is dark changes alike wherever it is, and what is bright stays as it was', () => {
  const canvas = greyCanvas((x, y) => (isDark(x, y) ? 60 : 180))
  const dry: GroundPart = { ...AS_IT_WAS, gain: [1.2, 1, 0.5], offset: 10 }
  applyGround(canvas, { frame: 'after', axis: [1, 0, 0], parts: [dry, AS_IT_WAS] })
  const at = (x: number, y: number): number[] => [...canvas.data.subarray(3 * (y * SIDE + x)).subarray(0, 3)]
  for (const corner of [5, 34]) {
    at(corner, corner).forEach((value, channel) => expect(value).toBeCloseTo([82, 70, 40][channel], 3))
    at(corner, SIDE - 1 - corner).forEach((value) => expect(value).toBeCloseTo(180, 3))
  }
})

function contrastAfter(texture: number): number {
  const canvas = striped()
  const part = { ...AS_IT_WAS, share: 1, texture }
  applyGround(canvas, { frame: 'before', axis: [1, 0, 0], parts: [part] })
  const [even, odd] = [canvas.data[3 * (20 * SIDE + 20)], canvas.data[3 * (20 * SIDE + 21)]]
  return odd - even
}

test('texture is kept as far as the part says', () => {
  expect(contrastAfter(1)).toBeCloseTo(20, 3)
  // the surroundings of both are near 100
  expect(contrastAfter(0)).toBeLessThan(2)
})

test('mottling adds no more than its levels', () => {
  const canvas = greyCanvas(() => 100)
  const mottled = { ...AS_IT_WAS, share: 1, mottling: { levels: 15, cell: 4, seed: 3 } }
  applyGround(canvas, { frame: 'after', axis: [1, 0, 0], parts: [mottled] })
  const differences = canvas.data.map((value) => Math.abs(value - 100))
  expect(Math.max(...differences)).toBeLessThanOrEqual(15.001)
  expect(Math.max(...differences)).toBeGreaterThan(8)
})
