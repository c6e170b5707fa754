import { expect, test } from 'vitest'
import { PLAIN_LOOK } from '../planned'
import type { FrameLook } from '../planned'
import { finish } from './finish'

const SIZE = { width: 32, height: 32 }

/** Red of each pixel of a frame with this look, row-major. */
function finished(level: (x: number, y: number) => number, look: Partial<FrameLook>): number[] {
  const shown = new Float32Array(3 * 32 * 32)
  for (let pixel = 0; pixel < 32 * 32; pixel++) {
    shown.fill(level(pixel % 32, Math.floor(pixel / 32)), 3 * pixel, 3 * pixel + 3)
  }
  const bytes = finish(shown, { ...PLAIN_LOOK, ...look }, false, SIZE, 1, 2)
  return Array.from({ length: 32 * 32 }, (_, pixel) => bytes[3 * pixel])
}

test('a scan is black under its level, and else white', () => {
  const levels = finished((x) => 8 * x, { bilevel: 120 })
  expect(new Set(levels)).toEqual(new Set([0, 255]))
  expect(levels.slice(0, 32).filter((level) => level === 0)).toHaveLength(15)
})

test('a camera that moves to the side smears what stands and not what lies', () => {
  const shaken = { right: 6, down: 0 }
  const standing = finished((x) => (x < 16 ? 0 : 200), { shaken })
  expect(new Set(standing.slice(0, 32)).size).toBeGreaterThan(5)
  const lying = finished((_, y) => (y < 16 ? 0 : 200), { shaken })
  expect(new Set(lying)).toEqual(new Set([0, 200]))
})

test('smearing keeps the light of a picture', () => {
  const one = finished((x, y) => (x === 16 && y === 16 ? 240 : 0), { shaken: { right: 3, down: 0 } })
  expect(one.reduce((sum, level) => sum + level, 0)).toBe(240)
})
