import { expect, test, vi } from 'vitest'
import { decodeRle, encodeRle } from '../../src/mask/rle'

vi.stubGlobal('window', {})

const { maskAtSize } = await import('./Picture')

const drawn = { width: 40, height: 30, data: new Uint8Array(1200) }
for (let y = 5; y < 20; y += 1) {
  drawn.data.fill(1, y * 40 + 10, y * 40 + 25)
}

test('at its own size a mask is what it was', () => {
  const rle = encodeRle(drawn)
  expect(maskAtSize(rle, 40, 30)).toEqual(decodeRle(rle).data)
})

test('at another size it keeps its place and its share', () => {
  const small = maskAtSize(encodeRle(drawn), 20, 15)
  expect(small[5 * 20 + 6]).toBe(1)
  expect(small[1 * 20 + 1]).toBe(0)
  const share = small.reduce((sum, bit) => sum + bit, 0) / small.length
  expect(share).toBeCloseTo((15 * 15) / 1200, 1)
})

test('an empty mask is empty at any size', () => {
  expect(maskAtSize(encodeRle({ width: 3, height: 2, data: new Uint8Array(6) }), 5, 5)).toEqual(
    new Uint8Array(25),
  )
})
