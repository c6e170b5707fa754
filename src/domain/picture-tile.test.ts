import { describe, expect, it } from 'vitest'
import { countLevels, finerTiles, isServedInTiles, levelSize, tileRect } from './picture-tile'

describe('levels of a large image', () => {
  const image = { width: 20_000, height: 13_001 }

  it('end with the first that is one tile', () => {
    expect(countLevels(image)).toBe(7)
    expect(levelSize(image, 6)).toEqual({ width: 313, height: 204 })
    expect(countLevels({ width: 512, height: 512 })).toBe(1)
    expect(countLevels({ width: 513, height: 1 })).toBe(2)
  })

  it('have tiles that are cut at the right and the bottom, and no others', () => {
    expect(tileRect(image, { level: 0, column: 39, row: 25 })).toEqual({
      x: 19_968,
      y: 12_800,
      width: 32,
      height: 201,
    })
    expect(tileRect(image, { level: 0, column: 40, row: 0 })).toBeNull()
    expect(tileRect(image, { level: 7, column: 0, row: 0 })).toBeNull()
  })

  it('have finer tiles under each', () => {
    expect(finerTiles(image, { level: 1, column: 19, row: 12 })).toEqual([
      { level: 0, column: 38, row: 24 },
      { level: 0, column: 39, row: 24 },
      { level: 0, column: 38, row: 25 },
      { level: 0, column: 39, row: 25 },
    ])
    expect(finerTiles({ width: 600, height: 100 }, { level: 1, column: 0, row: 0 })).toHaveLength(2)
  })

  it('are of images that are too large to be decoded whole', () => {
    expect([isServedInTiles(image), isServedInTiles({ width: 10_980, height: 10_980 })]).toEqual([
      true,
      false,
    ])
  })
})
