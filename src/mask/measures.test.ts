import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boundingBox } from './measures'
import { encodeRle } from './rle'

test('the box of any mask holds every set pixel and touches one on each side', () => {
  const bits = fc.array(fc.constantFrom(0, 0, 0, 1), { minLength: 30, maxLength: 30 })
  fc.assert(
    fc.property(bits, (given) => {
      const data = Uint8Array.from(given)
      const set = given.flatMap((bit, index) =>
        bit === 1 ? [{ x: index % 5, y: Math.floor(index / 5) }] : [],
      )
      const [xs, ys] = [set.map(({ x }) => x), set.map(({ y }) => y)]
      const [left, top] = [Math.min(...xs), Math.min(...ys)]
      const expected =
        set.length === 0 ? [0, 0, 0, 0] : [left, top, Math.max(...xs) - left + 1, Math.max(...ys) - top + 1]
      expect(boundingBox(encodeRle({ width: 5, height: 6, data }))).toEqual(expected)
    }),
  )
})
