import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeScene } from '../../models/difference/testing'
import { compose, IDENTITY, invert, project } from '../../domain/homography'
import { uniformAt } from '../../graph/random'
import type { Rect } from '../../mask/bitmap'
import type { Raster } from '../raster'
import { isPlausible, rescale, warp } from './homography'
import { register } from './register'
import { englishOf } from '../../messages/message'

const view = [1.03, 0.04, -8, -0.03, 0.99, 11, 4e-5, -3e-5, 1] // before to after
const near = fc.tuple(
  ...view.map((value, at) =>
    fc.double({ min: value - 1e-3, max: value + 1e-3, noNaN: true }).map((x) => (at === 8 ? 1 : x)),
  ),
)

describe('homographies', () => {
  test('go there and back', () => {
    fc.assert(
      fc.property(near, (h) => {
        const both = compose([...h], invert([...h]) ?? [])
        both.forEach((value, at) => {
          expect(value).toBeCloseTo(IDENTITY[at], 9)
        })
      }),
    )
  })

  test('mean the same at another scale', () => {
    const large = rescale(view, 4, 2)
    // the centre of a before pixel at a quarter of the size lies at 4 x + 1.5 of the full image
    const small = project(view, { x: 20, y: 30 })
    const full = project(large, { x: 4 * 20 + 1.5, y: 4 * 30 + 1.5 })
    expect(full.x).toBeCloseTo(2 * small.x + 0.5, 9)
    expect(full.y).toBeCloseTo(2 * small.y + 0.5, 9)
  })

  test('that flip, fold, collapse or blow up are refused', () => {
    expect(isPlausible(view, 300, 200)).toBe(true)
    expect(isPlausible([-1, 0, 300, 0, 1, 0, 0, 0, 1], 300, 200)).toBe(false)
    expect(isPlausible([0.1, 0, 0, 0, 0.1, 0, 0, 0, 1], 300, 200)).toBe(false)
    expect(isPlausible([1, 0, 0, 0, 1, 0, -0.01, 0, 1], 300, 200)).toBe(false)
    expect(isPlausible([Number.NaN, 0, 0, 0, 1, 0, 0, 0, 1], 300, 200)).toBe(false)
    expect(invert([1, 2, 0, 2, 4, 0, 0, 0, 1])).toBeNull()
  })
})

describe('registration', () => {
  test('finds a moved view to within a pixel, and knows what has no counterpart', async () => {
    const before = makeScene({ width: 320, height: 240, noise: 2 })
    const { image: after } = warp(before, invert(view) ?? IDENTITY, 320, 240)
    const { homography, valid, view: seen, remarks } = await register(before, after)
    expect(seen).toBe('moved')
    for (const corner of [
      { x: 20, y: 20 },
      { x: 300, y: 20 },
      { x: 20, y: 220 },
      { x: 300, y: 220 },
    ]) {
      const [found, expected] = [project(homography ?? IDENTITY, corner), project(view, corner)]
      expect(Math.hypot(found.x - expected.x, found.y - expected.y)).toBeLessThan(1)
    }
    const known = valid?.reduce((sum, value) => sum + value, 0) ?? 0
    expect(known / (320 * 240)).toBeGreaterThan(0.85)
    expect(known).toBeLessThan(320 * 240)
    expect(remarks).toHaveLength(1)
  })

  test('leaves a view that did not move as it is, whatever changed in it', async () => {
    const before = makeScene({ width: 200, height: 160, noise: 3 })
    const things = [{ rect: { x: 40, y: 30, width: 110, height: 90 }, colour: [200, 20, 20] as const }]
    const found = await register(before, makeScene({ width: 200, height: 160, noise: 3, seed: 2, things }))
    expect(found).toMatchObject({ homography: null, valid: null, view: 'same', remarks: [] })
    expect(found.aligned).toBe(before)
  })

  test('takes a thing that moved before another ground for no movement of the view', async () => {
    const [before, after] = [mottled(1), mottled(2)]
    const thing = { x: 0, y: 160, width: 160, height: 128 }
    paste(before, mottled(3), { ...thing, x: 416 })
    paste(after, mottled(3), thing)
    const { homography, aligned } = await register(before, after)
    expect(homography).toBeNull()
    expect(aligned).toBe(before)
  })

  test('says so where a soft view is shifted and has no features to align it by', async () => {
    const [before, after] = [softScene(0), softScene(24)]
    const { homography, view: seen, remarks } = await register(before, after)
    expect(homography).toBeNull()
    expect(seen).toBe('same')
    expect(remarks.map(englishOf)).toEqual([
      expect.stringContaining('looks shifted by a little and could not be aligned'),
    ])
    expect((await register(before, softScene(0))).remarks).toEqual([])
  })

  test('says so where two pictures have nothing in common', async () => {
    const before = makeScene({ width: 200, height: 160 })
    const random = makeScene({ width: 200, height: 160, noise: 60, seed: 4 })
    const after = {
      ...random,
      data: random.data.map((value, at) => (at % 600 < 300 ? 255 - value : value / 2)),
    }
    const flipped = { ...after, data: after.data.toReversed() }
    const { homography, view: seen, remarks } = await register(before, flipped)
    expect(homography).toBeNull()
    expect(seen).toBe('unknown')
    expect(englishOf(remarks[0])).toContain('could not be aligned')
  })
})

/** Grey rectangles at random. */
function mottled(seed: number): Raster {
  const [width, height] = [640, 480]
  const data = new Uint8Array(width * height * 3)
  for (let count = 0; count < 3600; count += 1) {
    const [x, y, w, h, grey] = [0, 1, 2, 3, 4].map((at) => uniformAt(seed, 5 * count + at))
    const [left, right] = [Math.floor(x * 628), Math.floor(x * 628 + 4 + 8 * w)]
    for (let row = Math.floor(y * 468); row < y * 468 + 4 + 8 * h; row += 1) {
      data.fill(255 * grey, 3 * (row * width + left), 3 * (row * width + right))
    }
  }
  return { width, height, data }
}

/** The upper left corner of `source`, laid into the image. */
function paste(image: Raster, source: Raster, { x, y, width, height }: Rect): void {
  for (let row = 0; row < height; row += 1) {
    const from = 3 * row * source.width
    image.data.set(source.data.subarray(from, from + 3 * width), 3 * ((y + row) * image.width + x))
  }
}

/** Grey waves without a corner, seen so many pixels further right. */
function softScene(right: number): Raster {
  const [width, height] = [1024, 768]
  const data = new Uint8Array(width * height * 3)
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const [x, y] = [(pixel % width) + right, Math.floor(pixel / width)]
    const broad = 50 * Math.sin(x / 45) * Math.cos(y / 58)
    const slanted = 30 * Math.sin((x + 1.7 * y) / 31) + 20 * Math.sin((0.6 * x - y) / 20)
    data.fill(120 + broad + slanted, 3 * pixel, 3 * pixel + 3)
  }
  return { width, height, data }
}
