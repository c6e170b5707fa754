import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Raster } from '../../images/raster'
import type { Rect } from '../../mask/bitmap'
import { IMAGE_SIDE, MASK_SIDE } from '../../systems/blocks/sizes'
import { startClock } from '../clock'
import { createDifferenceProposer, type DifferenceProposer } from '../propose'
import { lookAtWhole, lookCloser, type Closer } from './closer'
import type { Finds } from './finds'
import type { Frames } from './look'
import type { Found } from './placed'

const LEVEL = 90
/** Too faint to be measured as a difference, in grey levels. */
const FAINT = 12
const thing: Rect = { x: 610, y: 300, width: 30, height: 24 }

interface Seen {
  readonly chance: number
  readonly mask: Float32Array
}

/** Sees what differs, if it covers more than `least` pixels of 128 x 128. */
class Comparing implements Finds<Seen, Found> {
  readonly batches: number[] = []

  constructor(
    private readonly least: number,
    private readonly score = 0.9,
    /** Whether a look at one window alone, after the whole, shows all of it as changed. */
    private readonly isFickle = false,
  ) {}

  see(pairs: readonly Frames[]): Promise<Seen[]> {
    this.batches.push(pairs.length)
    const isWindow = pairs.length === 1 && this.batches.length > 1
    return Promise.resolve(
      pairs.map((pair) => {
        const seen = this.compare(pair)
        if (this.isFickle && isWindow) seen.mask.fill(8)
        return seen
      }),
    )
  }

  find({ mask }: Seen): Promise<Found[]> {
    return Promise.resolve([{ category: 'change', score: this.score, mask }])
  }

  private compare({ before, after }: Frames): Seen {
    const mask = new Float32Array(2 * MASK_SIDE * MASK_SIDE).fill(-8)
    let count = 0
    for (let pixel = 0; pixel < IMAGE_SIDE * IMAGE_SIDE; pixel++) {
      if (Math.abs(after[3 * pixel] - before[3 * pixel]) <= FAINT / 2) continue
      count++
      mask[MASK_SIDE * MASK_SIDE + pixel] = 8
    }
    return { chance: count > this.least ? 1 : 0, mask }
  }
}

describe('large images', () => {
  let difference: DifferenceProposer
  beforeAll(async () => {
    difference = await createDifferenceProposer({ provider: 'cpu', threads: 1 })
  })
  afterAll(() => difference.release())

  const look = async (network: Comparing, width: number, height: number): Promise<Closer<Seen, Found>> => {
    const frames = { before: plain(width, height, []), after: plain(width, height, [thing]) }
    const whole = await lookAtWhole(network, frames.before, frames.after)
    expect(whole.seen.chance).toBe(0)
    return lookCloser(network, frames, whole, [], { difference, threshold: 0.8, clock: startClock() })
  }

  test('what neither the whole nor measured difference shows is found in a tile', async () => {
    const network = new Comparing(40)
    const { placed, looks, score } = await look(network, 960, 640)
    expect(placed).toHaveLength(1)
    const [{ box, look: closer }] = placed
    // two pixels of the closer look
    for (const side of ['x', 'y', 'width', 'height'] as const) {
      expect(Math.abs(box[side] - thing[side])).toBeLessThanOrEqual((2 * closer.after.width) / MASK_SIDE)
    }
    // seven times the thing, around its middle
    expect(closer.after.width / thing.width).toBeLessThan(9.5)
    expect(Math.abs(closer.after.x + closer.after.width / 2 - 625)).toBeLessThanOrEqual(4)
    expect(looks).toHaveLength(2)
    expect(looks[1]).toBe(closer)
    expect(score).toBe(1)
    // the whole, 36 tiles, one window
    expect(network.batches.reduce((sum, count) => sum + count, 0)).toBe(38)
    expect(Math.max(...network.batches)).toBeLessThanOrEqual(8)
  }, 120_000)

  test('what a window around it does not show again does not count', async () => {
    // the window is somewhat larger than a tile
    const tileShows = (thing.width * thing.height * IMAGE_SIDE ** 2) / (240 * 160)
    const { placed, looks, score } = await look(new Comparing(0.85 * tileShows), 960, 640)
    expect([placed.length, looks.length, score]).toEqual([0, 1, 0])
  }, 120_000)

  test.each([
    ['surely enough', new Comparing(40, 0.75)],
    ['in the same place', new Comparing(40, 0.9, true)],
  ])(
    'nor does what it does not show %s',
    async (_, network) => {
      const { placed, looks } = await look(network, 960, 640)
      expect([placed.length, looks.length]).toEqual([0, 1])
      expect(network.batches).toEqual([1, 6, 6, 6, 6, 6, 6, 1])
    },
    120_000,
  )

  test('images of a shorter side under 512 are not looked at in tiles', async () => {
    const network = new Comparing(40)
    const { placed } = await look(network, 960, 511)
    expect(placed).toHaveLength(0)
    expect(network.batches).toEqual([1])
  }, 120_000)
})

function plain(width: number, height: number, things: readonly Rect[]): Raster {
  const data = new Uint8Array(3 * width * height).fill(LEVEL)
  for (const { x, y, width: across, height: down } of things) {
    for (let row = y; row < y + down; row++) {
      data.fill(LEVEL + FAINT, 3 * (row * width + x), 3 * (row * width + x + across))
    }
  }
  return { width, height, data }
}
