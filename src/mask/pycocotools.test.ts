import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Bitmap } from './bitmap'
import { fillPolygons } from './fill-polygons'
import { boundingBox } from './measures'
import { rleToPolygons } from './polygons'
import { decodeRle, encodeRle, rleArea, RleError } from './rle'

interface Fixtures {
  masks: { size: [number, number]; bits: string; counts: string; area: number; bbox: number[] }[]
  polygons: { size: [number, number]; polygons: number[][]; counts: string }[]
}

const fixtures = JSON.parse(
  readFileSync(join(import.meta.dirname, 'fixtures/pycocotools.json'), 'utf8'),
) as Fixtures

describe('pycocotools', () => {
  test.each(fixtures.masks.map((mask) => [mask.size.join(' x '), mask] as const))(
    'has the same run lengths, area and box for a mask of %s pixels',
    (_, { size, bits, counts, area, bbox }) => {
      const bytes = Buffer.from(bits, 'base64')
      const [height, width] = size
      const data = Uint8Array.from(
        { length: width * height },
        (_, at) => (bytes[at >> 3] >> (7 - (at & 7))) & 1,
      )
      const rle = encodeRle({ width, height, data })
      expect(rle).toEqual({ size, counts })
      expect(decodeRle(rle).data).toEqual(data)
      expect(rleArea(rle)).toBe(area)
      expect(boundingBox(rle)).toEqual(bbox)
    },
  )

  test('fills polygons with the same pixels, crossing and leaving the image too', () => {
    for (const { size, polygons, counts } of fixtures.polygons) {
      expect(fillPolygons(polygons, size[1], size[0])).toEqual({ size, counts })
    }
  })
})

const bitmaps: fc.Arbitrary<Bitmap> = fc
  .tuple(fc.integer({ min: 1, max: 14 }), fc.integer({ min: 1, max: 14 }))
  .chain(([width, height]) =>
    fc
      .array(fc.constantFrom(0, 1, 1), { minLength: width * height, maxLength: width * height })
      .map((data) => ({ width, height, data: Uint8Array.from(data) })),
  )

describe('polygons of a mask', () => {
  test('give the mask back bit for bit, with holes, islands in holes and pixels that touch at corners', () => {
    fc.assert(
      fc.property(bitmaps, (bitmap) => {
        const rle = encodeRle(bitmap)
        expect(fillPolygons(rleToPolygons(rle), bitmap.width, bitmap.height)).toEqual(rle)
      }),
      { numRuns: 500 },
    )
  })

  test('go along a chain of thousands of holes, and a row of them', () => {
    for (const [width, height] of [
      [3, 20_001],
      [20_001, 3],
    ]) {
      const data = new Uint8Array(width * height).fill(1)
      for (let at = 1; at < Math.max(width, height) - 1; at += 2) {
        data[width === 3 ? at * 3 + 1 : width + at] = 0
      }
      const rle = encodeRle({ width, height, data })
      const polygons = rleToPolygons(rle)
      expect(polygons.map(({ length }) => length)).toEqual([8 + 10_000 * 14])
      expect(fillPolygons(polygons, width, height)).toEqual(rle)
    }
  })

  test('are none for an empty mask and four corners for one pixel', () => {
    expect(rleToPolygons(encodeRle({ width: 3, height: 2, data: new Uint8Array(6) }))).toEqual([])
    const data = Uint8Array.of(0, 0, 0, 0, 1, 0)
    expect(rleToPolygons(encodeRle({ width: 3, height: 2, data }))).toEqual([[2, 1, 2, 2, 1, 2, 1, 1]])
  })

  test('with too few corners or none that is a number are refused', () => {
    expect(() => fillPolygons([[1, 2, 3, 4]], 9, 9)).toThrow(RleError)
    expect(() => fillPolygons([[1, 2, 3, 4, 5, Number.NaN]], 9, 9)).toThrow(RleError)
  })
})
