import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isCutOff, tilesOf } from './tile-grid'

const options = { share: 1 / 4, overlap: 2 / 5 }
const sides = fc.integer({ min: 200, max: 9000 })
const places = fc.double({ min: 0, max: 1, noNaN: true })

test('36 tiles of a quarter of the side, whatever the size; a thing of a tenth of it lies whole in one', () => {
  fc.assert(
    fc.property(sides, sides, places, places, (width, height, right, down) => {
      const tiles = tilesOf({ width, height }, options)
      expect(tiles).toHaveLength(36)
      const size = { width: Math.ceil(width / 4), height: Math.ceil(height / 4) }
      for (const tile of tiles) {
        expect(tile).toMatchObject(size)
        expect(tile.x >= 0 && tile.x + tile.width <= width).toBe(true)
        expect(tile.y >= 0 && tile.y + tile.height <= height).toBe(true)
      }
      const [across, along] = [Math.floor(width / 10) - 1, Math.floor(height / 10) - 1]
      const [x, y] = [Math.floor(right * (width - across)), Math.floor(down * (height - along))]
      const holding = tiles.filter(
        (tile) =>
          tile.x <= x &&
          tile.y <= y &&
          tile.x + tile.width >= x + across &&
          tile.y + tile.height >= y + along,
      )
      expect(holding.length).toBeGreaterThan(0)
    }),
  )
})

test('one tile of the whole is the whole', () => {
  expect(tilesOf({ width: 300, height: 200 }, { share: 1, overlap: 0.5 })).toEqual([
    { x: 0, y: 0, width: 300, height: 200 },
  ])
})

test('a box is cut off where it reaches its part’s side, and not where that is the image’s own', () => {
  const image = { width: 800, height: 600 }
  const part = { x: 0, y: 300, width: 200, height: 150 }
  const cut = (x: number, y: number, width: number, height: number): boolean =>
    isCutOff({ x, y, width, height }, part, image, 0.02)
  expect(cut(50, 350, 40, 40)).toBe(false)
  expect(cut(0, 350, 40, 40)).toBe(false)
  expect(cut(50, 301, 40, 40)).toBe(true)
  expect(cut(50, 410, 40, 38)).toBe(true)
  expect(cut(160, 350, 39, 40)).toBe(true)
  expect(isCutOff({ x: 400, y: 560, width: 40, height: 40 }, { ...part, x: 350, y: 450 }, image, 0.02)).toBe(
    false,
  )
})
