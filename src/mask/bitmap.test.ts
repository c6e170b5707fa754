import { expect, test } from 'vitest'
import { emptyBitmap, cropBitmap, windowOfSet } from './bitmap'
import type { Bitmap } from './bitmap'

function bitmapWith(...pixels: readonly [x: number, y: number][]): Bitmap {
  const bitmap = emptyBitmap(10, 6)
  pixels.forEach(([x, y]) => (bitmap.data[y * 10 + x] = 1))
  return bitmap
}

test('the window holds every set pixel and a margin, cut at the border', () => {
  expect(windowOfSet(bitmapWith([4, 2]), 1)).toEqual({ x: 3, y: 1, width: 3, height: 3 })
  expect(windowOfSet(bitmapWith([4, 2], [6, 3]), 0)).toEqual({ x: 4, y: 2, width: 3, height: 2 })
  expect(windowOfSet(bitmapWith([0, 0], [9, 5]), 7)).toEqual({ x: 0, y: 0, width: 10, height: 6 })
})

test('where nothing is set the window is empty, and so is what is cropped by it', () => {
  const window = windowOfSet(bitmapWith(), 3)
  expect(window).toEqual({ x: 0, y: 0, width: 0, height: 0 })
  expect(cropBitmap(bitmapWith(), window)).toEqual({ width: 0, height: 0, data: new Uint8Array() })
})

test('a crop has the pixels of its rectangle', () => {
  const cropped = cropBitmap(bitmapWith([4, 2], [6, 3]), { x: 4, y: 2, width: 3, height: 2 })
  expect(cropped).toEqual({ width: 3, height: 2, data: Uint8Array.of(1, 0, 0, 0, 0, 1) })
})
