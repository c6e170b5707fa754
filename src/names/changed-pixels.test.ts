import { expect, test } from 'vitest'
import type { Homography } from '../domain/pair'
import { emptyRle, encodeCounts } from '../mask/rle'
import type { Rle } from '../mask/rle'
import { ChangedPixels } from './changed-pixels'

const SIZE = { width: 4000, height: 3000 }

/** Columns of 20 rows, from a place on. */
function square(left: number, top: number): Rle {
  const counts: number[] = []
  let last = 0
  for (let column = left; column < left + 20; column += 1) {
    const start = column * SIZE.height + top
    counts.push(start - last, 20)
    last = start + 20
  }
  counts.push(SIZE.width * SIZE.height - last)
  return { size: [SIZE.height, SIZE.width], counts: encodeCounts(counts) }
}

test('what appeared lies in the before frame where the alignment brings it', () => {
  const shift: Homography = [1, 0, 100, 0, 1, 50, 0, 0, 1]
  const there = { mask: square(300, 200), beforeMask: null }
  const outside = { mask: square(10, 10), beforeMask: null }
  const vanished = { mask: emptyRle(SIZE.width, SIZE.height), beforeMask: square(700, 600) }
  const pixels = ChangedPixels.ofBefore([there, outside, vanished], SIZE, shift)
  expect([0, 1, 2].map((region) => pixels.areaOf(region))).toEqual([400, 0, 400])
  expect(pixels.shareOf({ x: 200, y: 150, width: 20, height: 20 }, 0)).toBe(1)
  expect(pixels.regionIn({ x: 700, y: 600, width: 20, height: 20 })).toBe(2)
})
