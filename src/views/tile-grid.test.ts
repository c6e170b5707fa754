import fc from 'fast-check'
import { expect, test, afterAll, beforeAll, describe } from 'vitest'
import { isTruncated, tilesOf } from './tile-grid'
import type { Raster } from '../images/raster'
import type { Rect } from '../mask/bitmap'
import { IMAGE_SIDE, MASK_SIDE } from '../models/layers/sizes'
import { startStopwatch } from '../process/stopwatch'
import { createDifferenceProposer } from '../models/difference/proposer'
import type { DifferenceProposer } from '../models/difference/proposer'
import { encodeWhole, detectInCrops } from './detect-in-crops'
import type { CropDetections } from './detect-in-crops'
import type { RegionDetector, DetectedRegion } from './located-region'
import type { PairPixels } from './crop-view'

const options = { share: 1 / 4, overlap: 2 / 5 }
const sides = fc.integer({ min: 200, max: 9000 })
const places = fc.double({ min: 0, max: 1, noNaN: true })

test('36 tiles of a quarter of the side, whatever the size; an object of a tenth of it lies whole in one', () => {
  fc.assert(
    fc.property(sides, sides, places, places, (width, height, right, down) => {
      const tiles = tilesOf({ width, height }, options)
      expect(tiles).toHaveLength(36)
      const size = { width: Math.ceil(width / 4), height: Math.ceil(height / 4) }
      for (const tile of tiles) {
        expect(tile).toMatchObject(size)
        expect(tile.x >= 0 && tile.x + tile.width <= width).toBe(true)
        expect(tile.y >= 0 && tile.y + tile.height <= height).toBe(true)
      }
      const [across, along] = [Math.floor(width / 10) - 1, Math.floor(height / 10) - 1]
      const [x, y] = [Math.floor(right * (width - across)), Math.floor(down * (height - along))]
      const holding = tiles.filter(
        (tile) =>
          tile.x <= x &&
          tile.y <= y &&
          tile.x + tile.width >= x + across &&
          tile.y + tile.height >= y + along,
      )
      expect(holding.length).toBeGreaterThan(0)
    }),
  )
})

test('one tile of the whole is the whole', () => {
  expect(tilesOf({ width: 300, height: 200 }, { share: 1, overlap: 0.5 })).toEqual([
    { x: 0, y: 0, width: 300, height: 200 },
  ])
})

test('a box is cut off where it reaches its part’s side, and not where that is the image’s own', () => {
  const image = { width: 800, height: 600 }
  const part = { x: 0, y: 300, width: 200, height: 150 }
  const isTruncatedAt = (x: number, y: number, width: number, height: number): boolean =>
    isTruncated({ x, y, width, height }, part, image, 0.02)
  expect(isTruncatedAt(50, 350, 40, 40)).toBe(false)
  expect(isTruncatedAt(0, 350, 40, 40)).toBe(false)
  expect(isTruncatedAt(50, 301, 40, 40)).toBe(true)
  expect(isTruncatedAt(50, 410, 40, 38)).toBe(true)
  expect(isTruncatedAt(160, 350, 39, 40)).toBe(true)
  expect(
    isTruncated({ x: 400, y: 560, width: 40, height: 40 }, { ...part, x: 350, y: 450 }, image, 0.02),
  ).toBe(false)
})

const LEVEL = 90
/** Too faint to be measured as a difference, in grey levels. */
const FAINT = 12
const object: Rect = { x: 610, y: 300, width: 30, height: 24 }

interface TileEncoding {
  readonly changeProbability: number
  readonly mask: Float32Array
}

/** Detects differences of more than `least` pixels of 128 x 128. */
class Comparing implements RegionDetector<TileEncoding, DetectedRegion> {
  readonly batches: number[] = []

  constructor(
    private readonly least: number,
    private readonly score = 0.9,
    /** Whether a view of one window alone, after the whole, shows all of it as changed. */
    private readonly isFickle = false,
  ) {}

  encode(pairs: readonly PairPixels[]): Promise<TileEncoding[]> {
    this.batches.push(pairs.length)
    const isWindow = pairs.length === 1 && this.batches.length > 1
    return Promise.resolve(
      pairs.map((pair) => {
        const encoding = this.compare(pair)
        if (this.isFickle && isWindow) {
          encoding.mask.fill(8)
        }
        return encoding
      }),
    )
  }

  detect({ mask }: TileEncoding): Promise<DetectedRegion[]> {
    return Promise.resolve([{ category: 'change', score: this.score, mask }])
  }

  private compare({ before, after }: PairPixels): TileEncoding {
    const mask = new Float32Array(2 * MASK_SIDE * MASK_SIDE).fill(-8)
    let count = 0
    for (let pixel = 0; pixel < IMAGE_SIDE * IMAGE_SIDE; pixel++) {
      if (Math.abs(after[3 * pixel] - before[3 * pixel]) <= FAINT / 2) {
        continue
      }
      count++
      mask[MASK_SIDE * MASK_SIDE + pixel] = 8
    }
    return { changeProbability: count > this.least ? 1 : 0, mask }
  }
}

describe('large images', () => {
  let difference: DifferenceProposer
  beforeAll(async () => {
    difference = await createDifferenceProposer({ provider: 'cpu', threads: 1 })
  })
  afterAll(() => difference.release())

  const view = async (
    network: Comparing,
    width: number,
    height: number,
  ): Promise<CropDetections<TileEncoding, DetectedRegion>> => {
    const frames = { before: plain(width, height, []), after: plain(width, height, [object]) }
    const whole = await encodeWhole(network, frames.before, frames.after)
    expect(whole.encoding.changeProbability).toBe(0)
    return detectInCrops(network, frames, whole, [], {
      difference,
      threshold: 0.8,
      stopwatch: startStopwatch(),
    })
  }

  test('what neither the whole nor measured difference shows is found in a tile', async () => {
    const network = new Comparing(40)
    const { located, views, score } = await view(network, 960, 640)
    expect(located).toHaveLength(1)
    const [{ box, view: inCrops }] = located
    // two pixels of the window's view
    for (const side of ['x', 'y', 'width', 'height'] as const) {
      expect(Math.abs(box[side] - object[side])).toBeLessThanOrEqual((2 * inCrops.after.width) / MASK_SIDE)
    }
    // seven times the object, around its middle
    expect(inCrops.after.width / object.width).toBeLessThan(9.5)
    expect(Math.abs(inCrops.after.x + inCrops.after.width / 2 - 625)).toBeLessThanOrEqual(4)
    expect(views).toHaveLength(2)
    expect(views[1]).toBe(inCrops)
    expect(score).toBe(1)
    // the whole, 36 tiles, one window
    expect(network.batches.reduce((sum, count) => sum + count, 0)).toBe(38)
    expect(Math.max(...network.batches)).toBeLessThanOrEqual(8)
  }, 120_000)

  test('what a window around it does not show again does not count', async () => {
    // the window is somewhat larger than a tile
    const tileShows = (object.width * object.height * IMAGE_SIDE ** 2) / (240 * 160)
    const { located, views, score } = await view(new Comparing(0.85 * tileShows), 960, 640)
    expect([located.length, views.length, score]).toEqual([0, 1, 0])
  }, 120_000)

  test.each([
    ['surely enough', new Comparing(40, 0.75)],
    ['in the same place', new Comparing(40, 0.9, true)],
  ])(
    'nor does what it does not show %s',
    async (_, network) => {
      const { located, views } = await view(network, 960, 640)
      expect([located.length, views.length]).toEqual([0, 1])
      expect(network.batches).toEqual([1, 6, 6, 6, 6, 6, 6, 1])
    },
    120_000,
  )

  test('images of a shorter side under 512 are not tiled', async () => {
    const network = new Comparing(40)
    const { located } = await view(network, 960, 511)
    expect(located).toHaveLength(0)
    expect(network.batches).toEqual([1])
  }, 120_000)
})

function plain(width: number, height: number, objects: readonly Rect[]): Raster {
  const data = new Uint8Array(3 * width * height).fill(LEVEL)
  for (const { x, y, width: across, height: down } of objects) {
    for (let row = y; row < y + down; row++) {
      data.fill(LEVEL + FAINT, 3 * (row * width + x), 3 * (row * width + x + across))
    }
  }
  return { width, height, data }
}
