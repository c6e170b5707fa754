import { describe, expect, test } from 'vitest'
import type { Rect } from '../../mask/bitmap'
import { detectionWindows, isCut, partAround } from './detection-windows'

const rect = (x: number, y: number, width: number, height: number): Rect => ({ x, y, width, height })

describe('windows', () => {
  const large = { width: 2000, height: 1000 }

  test('only a large image has them, inside of it', () => {
    expect(detectionWindows({ width: 768, height: 500 }, [rect(3, 4, 20, 20)])).toEqual([])
    expect(detectionWindows(large, [rect(10, 980, 20, 10)])).toEqual([rect(0, 680, 320, 320)])
    expect(detectionWindows(large, [rect(900, 400, 150, 100)])).toEqual([rect(675, 150, 600, 600)])
    expect(detectionWindows(large, [rect(900, 400, 600, 100)])).toEqual([])
    expect(detectionWindows(large, [rect(1000, 400, 300, 100)])).toEqual([rect(550, 0, 1200, 1000)])
  })

  test('near regions share one, far ones do not, and there is an end', () => {
    const near = [rect(500, 500, 20, 20), rect(560, 520, 20, 20), rect(1500, 100, 20, 20)]
    expect(detectionWindows(large, near)).toHaveLength(2)
    const many = Array.from({ length: 200 }, (_, at) => rect(at * 300, 200, 10, 10))
    expect(detectionWindows({ width: 60_000, height: 1000 }, many)).toHaveLength(24)
  })

  test('a box at the edge of a window is cut, unless the image ends there', () => {
    const window = rect(0, 300, 320, 320)
    expect(isCut(rect(0, 400, 30, 30), window, large)).toBe(false)
    expect(isCut(rect(280, 400, 39, 30), window, large)).toBe(true)
    expect(isCut(rect(50, 301, 39, 30), window, large)).toBe(true)
  })
})

describe('the part of an image about its regions', () => {
  const image = { width: 640, height: 480 }

  test('is a square about all of them, inside of the image, at the scale of the whole', () => {
    const side = Math.round(224 / (416 / 640))
    expect(partAround(image, [rect(300, 200, 40, 40)])).toEqual(rect(148, 48, side, side))
    expect(partAround(image, [rect(0, 0, 10, 10), rect(100, 60, 20, 20)])).toEqual(rect(0, 0, side, side))
    expect(partAround({ width: 640, height: 100 }, [rect(600, 0, 40, 100)])).toEqual(
      rect(640 - side, 0, side, 100),
    )
  })

  test('is none where they lie far apart, the image is large, or there are none', () => {
    expect(partAround(image, [rect(0, 0, 10, 10), rect(300, 60, 20, 20)])).toBeNull()
    expect(partAround({ width: 1000, height: 500 }, [rect(0, 0, 10, 10)])).toBeNull()
    expect(partAround(image, [])).toBeNull()
  })
})
