import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Raster } from '../images/raster'
import { emptyProbabilities, likelyPixels, pasteLogits } from './paste-logits'
import { coverageInWindow, resampleWindow } from '../images/resample-window'

function rasterOf(
  width: number,
  height: number,
  value: (x: number, y: number, channel: number) => number,
): Raster {
  const data = Uint8Array.from({ length: width * height * 3 }, (_, at) => {
    const pixel = Math.floor(at / 3)
    return value(pixel % width, Math.floor(pixel / width), at % 3)
  })
  return { width, height, data }
}

/** The mean over [x0, x1) x [y0, y1) with shares of pixels, one value at a time. */
function areaMean(image: Raster, channel: number, [x0, x1, y0, y1]: readonly number[]): number {
  let [sum, area] = [0, 0]
  for (let y = Math.floor(y0); y < y1; y += 1) {
    for (let x = Math.floor(x0); x < x1; x += 1) {
      const share = (Math.min(x1, x + 1) - Math.max(x0, x)) * (Math.min(y1, y + 1) - Math.max(y0, y))
      sum += share * image.data[(y * image.width + x) * 3 + channel]
      area += share
    }
  }
  return sum / area
}

const noise = rasterOf(
  61,
  47,
  (x, y, channel) => (x * 37 + y * 91 + channel * 53 + ((x * y) % 17) * 11) % 256,
)

test('shrinking takes the mean of each cell’s area', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 20 }),
      fc.integer({ min: 0, max: 20 }),
      fc.integer({ min: 9, max: 41 }),
      fc.integer({ min: 7, max: 27 }),
      (x, y, width, height) => {
        const [columns, rows] = [7, 5]
        const small = resampleWindow(noise, { x, y, width, height }, columns, rows)
        for (let cell = 0; cell < columns * rows; cell += 1) {
          const [column, row] = [cell % columns, Math.floor(cell / columns)]
          const area = [
            x + (column * width) / columns,
            x + ((column + 1) * width) / columns,
            y + (row * height) / rows,
            y + ((row + 1) * height) / rows,
          ]
          for (const channel of [0, 1, 2]) {
            const actual = small.data[cell * 3 + channel]
            expect(Math.abs(actual - areaMean(noise, channel, area))).toBeLessThan(0.51)
          }
        }
      },
    ),
  )
})

test('at its own size a window is copied', () => {
  const window = { x: 3, y: 5, width: 16, height: 8 }
  const copy = resampleWindow(noise, window, 16, 8)
  const expected = rasterOf(16, 8, (x, y, channel) => noise.data[((y + 5) * 61 + x + 3) * 3 + channel])
  expect(copy).toEqual(expected)
  const whole = resampleWindow(copy, { x: 0, y: 0, width: 16, height: 8 }, 16, 8)
  expect(whole).toEqual(copy)
  expect(whole.data).not.toBe(copy.data)
})

test('enlarging keeps a slope straight', () => {
  const slope = rasterOf(16, 16, (x, _y, channel) => (channel === 0 ? x * 10 : 100))
  const large = resampleWindow(slope, { x: 2, y: 2, width: 8, height: 8 }, 32, 32)
  for (let x = 0; x < 32; x += 1) {
    expect(Math.abs(large.data[x * 3] - (2 + (x + 0.5) / 4 - 0.5) * 10)).toBeLessThan(0.51)
    expect(large.data[x * 3 + 1]).toBe(100)
  }
})

test('images of one pixel, and windows that are not inside', () => {
  const dot = rasterOf(1, 1, () => 7)
  expect(
    resampleWindow(dot, { x: 0, y: 0, width: 1, height: 1 }, 4, 4).data.every((value) => value === 7),
  ).toBe(true)
  const line = rasterOf(300, 1, () => 9)
  expect(resampleWindow(line, { x: 0, y: 0, width: 300, height: 1 }).data.every((value) => value === 9)).toBe(
    true,
  )
  expect(() => resampleWindow(dot, { x: 0, y: 0, width: 2, height: 1 })).toThrow(RangeError)
})

test('a mask in a window is the share of each cell', () => {
  const mask = { width: 8, height: 4, data: new Uint8Array(32) }
  mask.data.fill(1, 8, 12)
  expect([...coverageInWindow(mask, { x: 2, y: 0, width: 4, height: 4 }, 2, 2)]).toEqual([0.5, 0, 0, 0])
})

test('a logit map lies in its window, and nowhere else', () => {
  const map = emptyProbabilities(20, 10)
  const logits = { width: 2, height: 1, data: Float32Array.of(6, -6) }
  pasteLogits(map, logits, { x: 4, y: 2, width: 8, height: 4 })
  const row = [...map.data.subarray(3 * 20, 4 * 20)]
  expect(row.slice(0, 4)).toEqual([0, 0, 0, 0])
  expect(row.slice(12)).toEqual(Array(8).fill(0))
  expect(row[4]).toBe(Math.round(255 / (1 + Math.exp(-6))))
  // centres of the cells are at 6 and 10: between pixels 7 and 8 it is even
  expect(row[7]).toBe(Math.round(255 / (1 + Math.exp(-1.5))))
  expect(row[7] + row[8]).toBe(255)
  const bitmap = likelyPixels(map, 0.5)
  expect([...bitmap.data.subarray(60, 80)]).toEqual([0, 0, 0, 0, 1, 1, 1, 1, ...Array<number>(12).fill(0)])
  expect(bitmap.data.subarray(0, 40).every((value) => value === 0)).toBe(true)
})

const flat = (logit: number) => ({ width: 1, height: 1, data: Float32Array.of(logit) })

test('where windows meet the larger counts, unless the new one replaces', () => {
  const map = emptyProbabilities(4, 4)
  const window = { x: 0, y: 0, width: 4, height: 4 }
  pasteLogits(map, flat(2), window)
  const high = map.data[0]
  pasteLogits(map, flat(-2), window)
  expect(map.data[0]).toBe(high)
  pasteLogits(map, flat(-2), window, 'replace')
  expect(map.data[0]).toBe(255 - high)
  pasteLogits(map, flat(100), window)
  expect(map.data[5]).toBe(255)
})

test('a mask that is shrunk and pasted back is where it was', () => {
  const mask = { width: 240, height: 160, data: new Uint8Array(240 * 160) }
  for (let y = 40; y < 90; y += 1) {
    mask.data.fill(1, y * 240 + 100, y * 240 + 160)
  }
  const window = { x: 60, y: 20, width: 144, height: 96 }
  const cover = coverageInWindow(mask, window, 64, 64)
  const map = emptyProbabilities(240, 160)
  pasteLogits(map, { width: 64, height: 64, data: cover.map((share) => (share - 0.5) * 20) }, window)
  const back = likelyPixels(map, 0.5).data
  let [both, either] = [0, 0]
  for (const [at, value] of mask.data.entries()) {
    both += value & back[at]
    either += value | back[at]
  }
  expect(both / either).toBeGreaterThan(0.95)
})
