import { describe, expect, test } from 'vitest'
import { PHOTO_TILES } from '../photo/predictor/change-map'
import { coverTiles } from './tiles'

describe('windows of an image', () => {
  test('an image of a megapixel is seen whole', () => {
    const whole = { x: 0, y: 0, width: 1024, height: 1024 }
    expect(coverTiles(1024, 1024, PHOTO_TILES)).toEqual([{ ...whole, inner: whole }])
  })

  test.each([
    [1920, 1280],
    [769, 4000],
    [60, 80_000],
    [2500, 2500],
  ])('each pixel of %d x %d belongs to one window, which lies inside of the image', (width, height) => {
    const tiles = coverTiles(width, height, PHOTO_TILES)
    const area = tiles.reduce((sum, { inner }) => sum + inner.width * inner.height, 0)
    expect(area).toBe(width * height)
    for (const { x, y, inner, ...tile } of tiles) {
      expect(x >= 0 && y >= 0 && x + tile.width <= width && y + tile.height <= height).toBe(true)
      expect(inner.x >= x && inner.x + inner.width <= x + tile.width).toBe(true)
      expect(inner.y >= y && inner.y + inner.height <= y + tile.height).toBe(true)
      expect(inner.width > 0 && inner.height > 0).toBe(true)
      expect(inner.x === 0 || inner.x - x >= 64).toBe(true)
    }
    expect(new Set(tiles.map((tile) => `${tile.width} ${tile.height}`)).size).toBe(1)
  })
})
