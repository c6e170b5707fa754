import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Homography } from '../domain/pair'
import type { Rect } from '../mask/bitmap'
import { chooseWindows, followWindow } from './crop-windows'

const sides = fc.integer({ min: 40, max: 4000 })
const boxes = fc.array(
  fc.record({
    x: fc.integer({ min: -50, max: 4000 }),
    y: fc.integer({ min: -50, max: 4000 }),
    width: fc.integer({ min: 1, max: 300 }),
    height: fc.integer({ min: 1, max: 300 }),
  }),
  { maxLength: 60 },
)
const right = ({ x, width }: Rect): number => x + width
const bottom = ({ y, height }: Rect): number => y + height

test('windows are few, inside the image, in its aspect ratio, and hold their candidates', () => {
  fc.assert(
    fc.property(sides, sides, boxes, fc.integer({ min: 1, max: 9 }), (width, height, candidates, limit) => {
      const { windows, whole, left } = chooseWindows({ width, height }, candidates, { limit })
      expect(windows.length).toBeLessThanOrEqual(limit)
      const all = [...windows.flatMap((window) => window.candidates), ...whole, ...left]
      expect(all.sort((a, b) => a - b)).toEqual([...candidates.keys()])
      for (const window of windows) {
        expect(window.x).toBeGreaterThanOrEqual(0)
        expect(window.y).toBeGreaterThanOrEqual(0)
        expect(right(window)).toBeLessThanOrEqual(width)
        expect(bottom(window)).toBeLessThanOrEqual(height)
        expect(Math.min(window.width, window.height)).toBeGreaterThanOrEqual(Math.min(128, width, height))
        const tolerance = 1 / Math.min(width, height)
        expect(Math.abs(window.width / width - window.height / height)).toBeLessThanOrEqual(tolerance)
        for (const index of window.candidates) {
          const box = candidates[index]
          expect(window.x).toBeLessThanOrEqual(Math.max(0, box.x))
          expect(window.y).toBeLessThanOrEqual(Math.max(0, box.y))
          expect(right(window)).toBeGreaterThanOrEqual(Math.min(width, right(box)))
          expect(bottom(window)).toBeGreaterThanOrEqual(Math.min(height, bottom(box)))
        }
      }
    }),
  )
})

test('a window is three to six times its candidates, unless that is under 128 pixels', () => {
  fc.assert(
    fc.property(boxes, (candidates) => {
      const size = { width: 4000, height: 3000 }
      const inside = candidates.filter(
        (box) => box.x >= 0 && box.y >= 0 && right(box) <= 4000 && bottom(box) <= 3000,
      )
      const { windows } = chooseWindows(size, inside, { limit: 1000 })
      for (const { width, height, candidates: indices } of windows) {
        const shares = indices.map((index) =>
          Math.max(inside[index].width / size.width, inside[index].height / size.height),
        )
        const times = shares.map((share) => width / size.width / share)
        expect(Math.min(...times)).toBeGreaterThanOrEqual(3)
        expect(height <= 129 || Math.max(...times) <= 6.1).toBe(true)
      }
    }),
  )
})

test('near candidates share a window, far ones and those of another size do not', () => {
  const size = { width: 1920, height: 1280 }
  const { windows } = chooseWindows(size, [
    { x: 400, y: 400, width: 30, height: 20 },
    { x: 440, y: 410, width: 25, height: 25 },
    { x: 1500, y: 900, width: 30, height: 30 },
    { x: 380, y: 380, width: 150, height: 100 },
  ])
  expect(windows.map(({ candidates }) => candidates)).toEqual([[0, 1], [2], [3]])
  expect(windows[0]).toMatchObject({ width: 192, height: 128 })
})

test('a large change is left to the whole image, and so is all of a small one', () => {
  const box = { x: 10, y: 10, width: 500, height: 300 }
  expect(chooseWindows({ width: 1920, height: 1280 }, [box]).whole).toEqual([0])
  const small = chooseWindows({ width: 128, height: 128 }, [{ x: 5, y: 5, width: 4, height: 4 }])
  expect(small).toEqual({ windows: [], whole: [0], left: [] })
})

test('with more candidates than windows the first ones get a window', () => {
  const many = Array.from({ length: 30 }, (_, index) => ({
    x: 600 * (index % 6),
    y: 600 * Math.floor(index / 6),
    width: 20,
    height: 20,
  }))
  const { windows, left } = chooseWindows({ width: 4000, height: 3000 }, many, { limit: 5 })
  expect(windows.flatMap(({ candidates }) => candidates)).toEqual([0, 1, 2, 3, 4])
  expect(left).toHaveLength(25)
})

test('what lies outside the image has no window', () => {
  const outside = [
    { x: 900, y: 0, width: 10, height: 10 },
    { x: 0, y: 0, width: 0, height: 0 },
    { x: NaN, y: 0, width: 5, height: 5 },
  ]
  expect(chooseWindows({ width: 800, height: 600 }, outside)).toEqual({
    windows: [],
    whole: [],
    left: [0, 1, 2],
  })
})

test('in the other frame the window follows the view and stays inside', () => {
  const window = { x: 100, y: 50, width: 192, height: 128 }
  const size = { width: 960, height: 640 }
  const shift: Homography = [1, 0, 30, 0, 1, -20, 0, 0, 1]
  expect(followWindow(window, shift, size)).toEqual({ ...window, x: 130, y: 30 })
  const far: Homography = [1, 0, -500, 0, 1, 5000, 0, 0, 1]
  expect(followWindow(window, far, size)).toEqual({ ...window, x: 0, y: 512 })
})
