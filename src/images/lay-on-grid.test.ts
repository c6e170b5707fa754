import { describe, expect, test } from 'vitest'
import type { GeoTransform } from '../domain/affine'
import { eachRun } from './grid-runs'
import type { ToImage } from './grid-runs'
import { bilinearOnto, nearestOnto } from './lay-on-grid'
import { cropPixels } from './pixels'
import type { Pixels } from './pixels'

function affine([t0, t1, t2, t3, t4, t5]: GeoTransform): ToImage {
  return {
    affine: [t0, t1, t2, t3, t4, t5],
    at: (column, row) => [t0 + t1 * column + t2 * row, t3 + t4 * column + t5 * row],
  }
}

function grey(rows: readonly (readonly number[])[], lost: readonly number[] = []): Pixels<Uint8Array> {
  const [width, height] = [rows[0].length, rows.length]
  const missing = lost.length === 0 ? null : new Uint8Array(width * height)
  lost.forEach((pixel) => missing!.set([1], pixel))
  return { width, height, channels: 1, colours: 1, data: Uint8Array.from(rows.flat()), missing }
}

const IMAGE = grey([
  [0, 100, 200],
  [40, 140, 240],
])

describe('bilinear', () => {
  test('whole pixels stay as they are, to the bit', async () => {
    const laid = await bilinearOnto(IMAGE, affine([1, 1, 0, 0, 0, 1]), { width: 2, height: 2 }, Uint8Array, 9)
    expect([[...laid.data], laid.missing]).toEqual([[100, 200, 140, 240], null])
  })

  test('between pixels values are mixed by distance, and rounded', async () => {
    const shifted = await bilinearOnto(
      IMAGE,
      affine([0.5, 1, 0, 0.5, 0, 1]),
      { width: 2, height: 1 },
      Uint8Array,
      9,
    )
    expect([...shifted.data]).toEqual([70, 170])
    const finer = await bilinearOnto(
      IMAGE,
      affine([0, 0.5, 0, 0, 0, 1]),
      { width: 6, height: 1 },
      Uint8Array,
      9,
    )
    expect([...finer.data]).toEqual([0, 25, 75, 125, 175, 200])
    const exact = await bilinearOnto(
      IMAGE,
      affine([0.3, 1, 0, 0, 0, 1]),
      { width: 1, height: 1 },
      Float32Array,
      NaN,
    )
    expect(exact.data[0]).toBeCloseTo(30, 4)
  })

  test('rows may go up, and grids may be turned', async () => {
    const up = await bilinearOnto(IMAGE, affine([0, 1, 0, 2, 0, -1]), { width: 3, height: 2 }, Uint8Array, 9)
    expect([...up.data]).toEqual([40, 140, 240, 0, 100, 200])
    const turned = await bilinearOnto(
      IMAGE,
      affine([3, 0, -1, 0, 1, 0]),
      { width: 2, height: 3 },
      Uint8Array,
      9,
    )
    expect([...turned.data]).toEqual([200, 240, 100, 140, 0, 40])
  })

  test('what the image does not reach is missing', async () => {
    const laid = await bilinearOnto(
      IMAGE,
      affine([-1, 1, 0, 1, 0, 1]),
      { width: 2, height: 2 },
      Uint8Array,
      128,
    )
    expect([...laid.data]).toEqual([128, 40, 128, 128])
    expect([...laid.missing!]).toEqual([1, 0, 1, 1])
  })

  test('pixels without a measure are missing where they are the nearest, and have no weight beside others', async () => {
    const holed = grey([[0, 100, 200]], [1])
    const laid = await bilinearOnto(
      holed,
      affine([0.25, 1, 0, 0, 0, 1]),
      { width: 3, height: 1 },
      Uint8Array,
      128,
    )
    expect([...laid.data]).toEqual([0, 128, 200])
    expect([...laid.missing!]).toEqual([0, 1, 0])
  })

  test('colours stay together; alpha is left out', async () => {
    const data = Uint16Array.from([1000, 2000, 3000, 9, 3000, 4000, 5000, 9])
    const image = { width: 2, height: 1, channels: 4, colours: 3, data, missing: null }
    const grid = { width: 1, height: 1 }
    const laid = await bilinearOnto(image, affine([0.5, 1, 0, 0, 0, 1]), grid, Float32Array, NaN)
    expect([...laid.data]).toEqual([2000, 3000, 4000])
    expect([...cropPixels(image, { x: 1, y: 0 }, grid, Float32Array).data]).toEqual([3000, 4000, 5000])
  })

  test('pixels that are finer than the grid are averaged', async () => {
    const checks = grey(
      Array.from({ length: 8 }, (_, y) => Array.from({ length: 8 }, (__, x) => ((x + y) % 2) * 200)),
    )
    const laid = await bilinearOnto(
      checks,
      affine([0, 4, 0, 0, 0, 4]),
      { width: 2, height: 2 },
      Uint8Array,
      9,
    )
    expect([...laid.data]).toEqual([100, 100, 100, 100])
  })
})

test('the nearest pixel of a mask', () => {
  const mask = { width: 3, height: 1, data: Uint8Array.of(0, 1, 0) }
  const finer = nearestOnto(mask, affine([-1, 0.5, 0, 0, 0, 1]), { width: 10, height: 1 })
  expect([...finer]).toEqual([0, 0, 0, 0, 1, 1, 0, 0, 0, 0])
})

test('a part of an image keeps its missing pixels, where it has any', () => {
  const holed = grey(
    [
      [1, 2, 3],
      [4, 5, 6],
    ],
    [5],
  )
  const part = cropPixels(holed, { x: 1, y: 0 }, { width: 2, height: 2 }, Uint8Array)
  expect([[...part.data], [...part.missing!]]).toEqual([
    [2, 3, 5, 6],
    [0, 0, 0, 1],
  ])
  expect(cropPixels(holed, { x: 0, y: 0 }, { width: 3, height: 1 }, Uint8Array).missing).toBe(null)
})

/** As strongly bent as a map may be, and torn at column 70. */
function bent(strength: number, counter = { calls: 0 }): ToImage {
  return {
    affine: null,
    at(column, row) {
      counter.calls += 1
      return column > 70 && column < 71
        ? null
        : [column + strength * Math.sin(row / 20), row + (column > 70 ? 50 : 0)]
    },
  }
}

function worst(map: ToImage, size: { width: number; height: number }): { error: number; count: number } {
  let [error, count] = [0, 0]
  eachRun(
    map,
    { width: size.width, first: 0, end: size.height },
    (row, column, length, [x, y], [stepX, stepY]) => {
      for (let index = 0; index < length; index += 1) {
        const exact = map.at(column + index + 0.5, row + 0.5)
        expect(exact).not.toBe(null)
        error = Math.max(error, Math.hypot(x + index * stepX - exact![0], y + index * stepY - exact![1]))
        count += 1
      }
    },
  )
  return { error, count }
}

describe('places that a projection gives', () => {
  test.each([0, 0.2, 5, 100])(
    'are interpolated within a fraction of a pixel: bent by %d pixels',
    (strength) => {
      const { error, count } = worst(bent(strength), { width: 100, height: 64 })
      expect(error).toBeLessThan(0.2)
      // every pixel but those that have no place
      expect(count).toBe(99 * 64)
    },
  )

  test('are asked for seldom where the map is nearly flat', () => {
    const counter = { calls: 0 }
    eachRun(bent(0.01, counter), { width: 64, first: 0, end: 640 }, () => undefined)
    expect(counter.calls).toBeLessThan((64 * 640) / 100)
  })
})
