import fc from 'fast-check'
import { expect, test } from 'vitest'
import { signedArea } from './polygons'
import { fillRings, maskToRings } from './rings'
import { encodeRle, rleArea } from './rle'
import type { Rle } from './rle'

const masks = fc
  .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }))
  .chain(([width, height]) =>
    fc
      .array(fc.boolean(), { minLength: width * height, maxLength: width * height })
      .map((bits): Rle => encodeRle({ width, height, data: Uint8Array.from(bits, Number) })),
  )

function maskOf(...rows: string[]): Rle {
  const data = Uint8Array.from(rows.join(''), (letter) => (letter === '#' ? 1 : 0))
  return encodeRle({ width: rows[0].length, height: rows.length, data })
}

test('polygons give back the very mask, and their area is its count of pixels', () => {
  fc.assert(
    fc.property(masks, (mask) => {
      const polygons = maskToRings(mask)
      expect(fillRings(polygons, mask.size[1], mask.size[0])).toEqual(mask)
      const area = polygons.flat().reduce((sum, ring) => sum + signedArea([...ring]), 0)
      expect(area).toBe(rleArea(mask))
    }),
    { numRuns: 400 },
  )
})

test('no ring passes a point twice, and each polygon is one outer ring with its holes', () => {
  fc.assert(
    fc.property(masks, (mask) => {
      for (const [outer, ...holes] of maskToRings(mask)) {
        expect(signedArea([...outer])).toBeGreaterThan(0)
        for (const hole of holes) {
          expect(signedArea([...hole])).toBeLessThan(0)
        }
        for (const ring of [outer, ...holes]) {
          const corners = Array.from(
            { length: ring.length / 2 },
            (_, at) => `${ring[2 * at]} ${ring[2 * at + 1]}`,
          )
          expect(new Set(corners).size).toBe(corners.length)
        }
      }
    }),
    { numRuns: 400 },
  )
})

test('a hole that opens at a corner only is a hole that touches the outer ring', () => {
  const polygons = maskToRings(maskOf('###.', '#.#.', '##..', '....'))
  expect(polygons).toHaveLength(1)
  expect(polygons[0]).toHaveLength(2)
  expect(polygons[0][1]).toHaveLength(8)
})

test('pixels that touch at a corner only are two polygons; a part in a hole is its own', () => {
  expect(maskToRings(maskOf('#.', '.#'))).toHaveLength(2)
  const nested = maskToRings(maskOf('#####', '#...#', '#.#.#', '#...#', '#####'))
  expect(nested.map(({ length }) => length)).toEqual([2, 1])
})

test('a slanted polygon has the pixels whose middles lie in it, also where it leaves the image', () => {
  expect(fillRings([[[0, 0, 4, 0, 0, 4]]], 4, 4)).toEqual(maskOf('###.', '##..', '#...', '....'))
  expect(rleArea(fillRings([[[-10, -10, 20, -10, 20, 20, -10, 20]]], 3, 2))).toBe(6)
})
