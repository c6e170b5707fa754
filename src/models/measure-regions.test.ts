import { expect, test } from 'vitest'
import { emptyBitmap } from '../mask/bitmap'
import type { Rect } from '../mask/bitmap'
import { emptyRle, encodeRle } from '../mask/rle'
import type { Rle } from '../mask/rle'
import { makeScene } from './difference/testing'
import { boxColours, measureRegions } from './measure-regions'

const SIZE = { width: 60, height: 40 }
const red: readonly [number, number, number] = [200, 30, 30]
const blue: readonly [number, number, number] = [60, 60, 200]
const rect: Rect = { x: 10, y: 10, width: 12, height: 8 }
const [plain, withRed, withBlue] = [null, red, blue].map((colour) => ({
  ...makeScene({
    ...SIZE,
    things: [
      { rect: { x: 0, y: 0, ...SIZE }, colour: [120, 120, 120] },
      ...(colour === null ? [] : [{ rect, colour }]),
    ],
  }),
}))

function maskOf({ x, y, width, height }: Rect): Rle {
  const bitmap = emptyBitmap(SIZE.width, SIZE.height)
  for (let row = y; row < y + height; row += 1) {
    bitmap.data.fill(1, row * SIZE.width + x, row * SIZE.width + x + width)
  }
  return encodeRle(bitmap)
}

test.each([
  ['appeared', plain, withRed],
  ['vanished', withRed, plain],
  ['changed', withBlue, withRed],
] as const)('edges along the outline tell what %s', (kind, before, after) => {
  const region = { mask: maskOf(rect), beforeMask: null }
  const [change] = measureRegions([region], before, after)
  const colourAt = ({ data }: typeof before) => [...data.subarray(3 * (14 * 60 + 16), 3 * (14 * 60 + 16) + 3)]
  expect(change).toEqual({
    kind,
    before: colourAt(before),
    after: colourAt(after),
    x: 16 / 60,
    y: 14 / 40,
    share: 96 / 2400,
  })
})

test('regions may overlap, and one that has left is measured where it was', () => {
  const regions = [
    { mask: maskOf(rect), beforeMask: null },
    { mask: emptyRle(SIZE.width, SIZE.height), beforeMask: maskOf(rect) },
    { mask: maskOf({ ...rect, width: 20 }), beforeMask: null },
  ]
  const [first, left, wide] = measureRegions(regions, withRed, plain)
  expect(left).toEqual(first)
  expect(wide.share).toBeCloseTo(160 / 2400)
  expect(wide.before[2]).toBeGreaterThan(first.before[2])
})

test('a region without a pixel is nothing', () => {
  const none = { mask: emptyRle(SIZE.width, SIZE.height), beforeMask: null }
  expect(measureRegions([none], plain, withRed)).toMatchObject([{ kind: 'changed', share: 0 }])
})

test('the colour of a box is that of its middle, as far as it is in the image', () => {
  const colourOf = boxColours(withRed)
  expect(colourOf({ x: 4, y: 6, width: 24, height: 16 })).toEqual(colourOf(rect))
  expect(colourOf(rect)[0]).toBeGreaterThan(190)
  expect(colourOf({ x: 40, y: 30, width: 30, height: 20 })).toEqual(
    colourOf({ x: 58, y: 38, width: 1, height: 1 }),
  )
})
