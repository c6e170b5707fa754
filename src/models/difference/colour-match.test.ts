import { expect, test } from 'vitest'
import type { Raster } from '../../images/raster'
import { matchColours } from './colour-match'
import { makeScene } from './testing'

const size = { width: 250, height: 180, noise: 3 }
const red = { rect: { x: 150, y: 100, width: 34, height: 26 }, colour: [230, 30, 30] as const }

function copyOf(image: Raster): Raster {
  return { ...image, data: image.data.slice() }
}

test.each([
  ['everywhere known', null],
  ['known in part', Uint8Array.from({ length: 250 * 180 }, (_, at) => (at % 250 < 190 ? 1 : 0))],
])('a view that was not aligned, %s, gives to the bit what an equal image as aligned gives', (_, valid) => {
  const before = makeScene(size)
  const after = makeScene({ ...size, seed: 2, shift: { x: 40, y: 25 }, things: [red] })
  const twice = matchColours(before, copyOf(before), valid, after)
  expect(matchColours(before, before, valid, after)).toEqual(twice)
  expect(twice.strength).toBeGreaterThan(0)
})
