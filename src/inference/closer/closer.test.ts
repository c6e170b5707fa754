import { expect, test } from 'vitest'
import type { Raster } from '../../images/raster'
import type { Rect } from '../../mask/bitmap'
import { MASK_SIDE } from '../../systems/blocks/sizes'
import { startClock } from '../clock'
import type { DifferenceProposer } from '../propose'
import { lookAtWhole, lookCloser, type Closer } from './closer'
import type { Finds } from './finds'
import type { Frames } from './look'
import type { Found } from './placed'

const PIXELS = MASK_SIDE * MASK_SIDE
const SIDE = 256

interface Seen {
  readonly chance: number
  readonly after: Uint8Array
}

/** What has a colour is a thing: red, green, blue. `chances` of its looks in turn, the last one from then on. */
class Colours implements Finds<Seen, Found> {
  looks = 0

  constructor(private readonly chances: readonly number[] = [1]) {}

  see(pairs: readonly Frames[]): Promise<Seen[]> {
    return Promise.resolve(
      pairs.map(({ after }) => ({
        chance: this.chances[Math.min(this.looks++, this.chances.length - 1)],
        after,
      })),
    )
  }

  find({ after }: Seen): Promise<Found[]> {
    const found = ['red', 'green', 'blue'].map((category, channel) => {
      const mask = new Float32Array(2 * PIXELS).fill(-8)
      for (let at = 0; at < PIXELS; at++) if (after[3 * at + channel] > 100) mask[PIXELS + at] = 8
      return { category, score: 0.9, mask }
    })
    return Promise.resolve(found.filter(({ mask }) => mask.includes(8)))
  }
}

/** A frame with a red thing, a green and a blue one. */
function paint(boxes: readonly Rect[], side = SIDE): Raster {
  const data = new Uint8Array(3 * side * side)
  boxes.forEach(({ x, y, width, height }, channel) => {
    for (let row = y; row < y + height; row++) {
      for (let column = x; column < x + width; column++) data[3 * (row * side + column) + channel] = 200
    }
  })
  return { width: side, height: side, data }
}

function measuring(boxes: readonly Rect[] = []): DifferenceProposer {
  return {
    propose: () => Promise.reject(new Error('not asked for')),
    locate: () => Promise.resolve({ alignment: null, remarks: [], boxes: [...boxes] }),
    release: () => Promise.resolve(),
  }
}

async function look(
  network: Colours,
  after: Raster,
  measured: readonly Rect[] = [],
): Promise<Closer<Seen, Found>> {
  const frames = { before: paint([], after.width), after }
  const whole = await lookAtWhole(network, frames.before, after)
  const found = whole.seen.chance >= 0.5 ? await network.find(whole.seen) : []
  const options = { difference: measuring(measured), threshold: 0.8, clock: startClock() }
  return lookCloser(network, frames, whole, found, options)
}

test('a window around a small thing leaves the large region whose corner it shows', async () => {
  const large = { x: 100, y: 100, width: 120, height: 120 }
  const small = { x: 20, y: 20, width: 20, height: 20 }
  const { placed, looks } = await look(new Colours(), paint([large, small]))
  expect(placed.map(({ found, box }) => [found.category, box.width])).toEqual([
    ['red', 120],
    ['green', expect.closeTo(20, -1)],
  ])
  expect(placed.map((each) => looks.indexOf(each.look))).toEqual([0, 1])
})

test('a window that nearly counts as changed leaves the pair uncertain, not unchanged', async () => {
  const small = { x: 20, y: 20, width: 12, height: 12 }
  const scoreOf = async (chances: readonly number[]): Promise<number> => {
    const { placed, looks, score } = await look(new Colours(chances), paint([small]), [small])
    expect([placed.length, looks.length]).toEqual([0, 1])
    return score
  }
  expect(await scoreOf([0.02, 0.76])).toBeCloseTo(0.475)
  expect(await scoreOf([0.02, 0.08])).toBeCloseTo(0.05)
  expect(await scoreOf([0.3, 0.08])).toBe(0.3)
})

test('what a window showed is not looked at once more where a tile shows it too', async () => {
  const network = new Colours([0, 1])
  const small = { x: 300, y: 310, width: 30, height: 30 }
  const { placed, looks } = await look(network, paint([small], 600), [small])
  expect([placed.length, looks.length]).toEqual([1, 2])
  // the whole, the window, 36 tiles
  expect(network.looks).toBe(38)
})
