import { expect, test } from 'vitest'
import { seededRandom } from '../metrics/set-score'
import type { Bitmap } from './bitmap'
import { encodeRuns, runsAt, runsOfPlaced, shareAPixel, uniteRuns } from './column-runs'
import { decodePlaced } from './placed-mask'
import { decodeRle, encodeRle, intersectRle, rleArea, unionRle } from './rle'
import type { Rle } from './rle'

const SIZE = { width: 23, height: 17 }
const ORIGIN = { x: 0, y: 0 }
const random = seededRandom(11)

function madeMask(share: number): Rle {
  const bitmap: Bitmap = {
    ...SIZE,
    data: Uint8Array.from({ length: SIZE.width * SIZE.height }, () => Number(random() < share)),
  }
  return encodeRle(bitmap)
}

const masks = [0, 0.02, 0.2, 0.5, 0.95, 1].flatMap((share) => [madeMask(share), madeMask(share)])

test('masks of any shape are the same as runs, be they read from run lengths or from pixels', () => {
  for (const mask of masks) {
    const runs = runsAt(mask, ORIGIN)
    expect(encodeRuns(runs, SIZE)).toEqual(mask)
    expect(runs.area).toBe(rleArea(mask))
    expect(runsOfPlaced(decodePlaced(mask))).toEqual(runs)
  }
})

test('two masks share a pixel where their bitmaps do, and are united as these are', () => {
  for (const one of masks) {
    for (const other of masks) {
      const [a, b] = [runsAt(one, ORIGIN), runsAt(other, ORIGIN)]
      expect(shareAPixel(a, b)).toBe(rleArea(intersectRle(one, other)) > 0)
      expect(encodeRuns(uniteRuns([a, b]), SIZE)).toEqual(unionRle(one, other))
    }
  }
})

test('a mask of a part lies where the part does', () => {
  const whole = { width: 60, height: 50 }
  const [mask] = masks.slice(4)
  const moved = decodeRle(encodeRuns(runsAt(mask, { x: 30, y: 20 }), whole))
  const own = decodeRle(mask)
  const set = [...moved.data.entries()].filter(([, bit]) => bit === 1).map(([at]) => at)
  expect(set).toHaveLength(rleArea(mask))
  expect(set.every((at) => own.data[(Math.floor(at / 60) - 20) * SIZE.width + (at % 60) - 30] === 1)).toBe(
    true,
  )
})
