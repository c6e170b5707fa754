import { expect, test } from 'vitest'
import { MASK_SIDE, TOKENS } from '../../systems/blocks/sizes'
import { carryGone } from './carried'

const PIXELS = MASK_SIDE * MASK_SIDE
/** The other frame's same place is 4 mask pixels to the left for the after frame. */
const moved = Float32Array.from({ length: 4 * TOKENS }, (_, at) => {
  const step = at < 2 * TOKENS ? 4 : -4
  return at % 2 === 0 ? (step * 2) / MASK_SIDE : 0
})

function masks(after: readonly [x: number, y: number][]): Float32Array {
  const out = new Float32Array(2 * PIXELS).fill(-5)
  for (let y = 20; y < 30; y++) for (let x = 10; x < 20; x++) out[y * MASK_SIDE + x] = 3
  for (const [x, y] of after) out[PIXELS + y * MASK_SIDE + x] = 2
  return out
}

const set = (mask: Float32Array): number[] => [...mask.keys()].filter((at) => mask[at] > 0)

test('what is gone covers the place where it would be', () => {
  const result = carryGone(masks([]), moved)
  expect(result.subarray(0, PIXELS)).toEqual(masks([]).subarray(0, PIXELS))
  const expected = set(masks([]).subarray(0, PIXELS)).map((at) => at + 4)
  expect(set(result.subarray(PIXELS))).toEqual(expected)
})

test('what the after frame shows stays as it was seen', () => {
  const seen = masks(Array.from({ length: 40 }, (_, at) => [40 + (at % 8), 40 + Math.floor(at / 8)]))
  expect(carryGone(seen, moved)).toEqual(seen)
  const empty = new Float32Array(2 * PIXELS).fill(-5)
  expect(carryGone(empty, moved)).toEqual(empty)
})
