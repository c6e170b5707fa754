import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emptyBitmap } from '../../../src/mask/bitmap'
import type { Bitmap, Rect } from '../../../src/mask/bitmap'
import { encodeRle, RleError, xorRle } from '../../../src/mask/rle'
import { areaOf, createTileMask, tileBounds } from './tile-mask'
import { decodeTiles, encodeTiles, flipTiles } from './tile-rle'

const sizes = fc.constantFrom([1, 1], [7, 5], [256, 256], [257, 300], [600, 90], [90, 600])

/** Masks of a few rectangles, which meet and cross the tiles' borders. */
const masks = sizes.chain(([width, height]) => fc.tuple(maskOf(width, height), maskOf(width, height)))

function maskOf(width: number, height: number): fc.Arbitrary<Bitmap> {
  const rects = fc.record({
    x: fc.integer({ min: 0, max: width - 1 }),
    y: fc.integer({ min: 0, max: height - 1 }),
    width: fc.integer({ min: 1, max: width }),
    height: fc.integer({ min: 1, max: height }),
  })
  return fc.array(rects, { maxLength: 5 }).map((list) => {
    const bitmap = emptyBitmap(width, height)
    list.forEach((rect) => flipRect(bitmap, rect))
    return bitmap
  })
}

function flipRect({ width, height, data }: Bitmap, rect: Rect): void {
  for (let y = rect.y; y < Math.min(height, rect.y + rect.height); y += 1) {
    for (let x = rect.x; x < Math.min(width, rect.x + rect.width); x += 1) {
      data[y * width + x] ^= 1
    }
  }
}

describe('a tiled mask', () => {
  test('encodes to the same text as the plain bitmap', () => {
    fc.assert(
      fc.property(masks, ([bitmap]) => {
        const rle = encodeRle(bitmap)
        expect(encodeTiles(decodeTiles(rle))).toEqual(rle)
      }),
    )
  })

  test('flipped by a second mask is the exclusive or of both', () => {
    fc.assert(
      fc.property(masks, ([a, b]) => {
        const mask = decodeTiles(encodeRle(a))
        flipTiles(mask, encodeRle(b))
        expect(encodeTiles(mask)).toEqual(xorRle(encodeRle(a), encodeRle(b)))
      }),
    )
  })

  test('flipped twice is as it was, and counts its pixels', () => {
    fc.assert(
      fc.property(masks, ([a, b]) => {
        const mask = decodeTiles(encodeRle(a))
        flipTiles(mask, encodeRle(b))
        flipTiles(mask, encodeRle(b))
        expect(encodeTiles(mask)).toEqual(encodeRle(a))
        expect(areaOf(mask)).toBe(a.data.reduce((sum, value) => sum + value, 0))
      }),
    )
  })

  test('tells the rectangle that a flip changed', () => {
    const bitmap = emptyBitmap(600, 400)
    flipRect(bitmap, { x: 250, y: 10, width: 20, height: 30 })
    const mask = createTileMask(600, 400)
    expect(flipTiles(mask, encodeRle(bitmap))).toEqual({ x: 250, y: 10, width: 20, height: 30 })
    expect(tileBounds(mask)).toEqual({ x: 0, y: 0, width: 512, height: 256 })
    expect(flipTiles(mask, encodeRle(emptyBitmap(600, 400)))).toBeNull()
  })

  test('holds only tiles that are touched', () => {
    const bitmap = emptyBitmap(2048, 2048)
    flipRect(bitmap, { x: 1000, y: 1000, width: 10, height: 10 })
    expect(decodeTiles(encodeRle(bitmap)).tiles.size).toBe(1)
  })

  test('refuses a mask of another size', () => {
    expect(() => flipTiles(createTileMask(8, 8), encodeRle(emptyBitmap(8, 9)))).toThrow(RleError)
  })
})
