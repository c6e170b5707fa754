import { expect, test } from 'vitest'
import type { Raster } from '../images/raster'
import type { Rect } from '../mask/bitmap'
import { MASK_SIDE } from '../models/layers/sizes'
import { startStopwatch } from '../process/stopwatch'
import type { DifferenceProposer } from '../models/difference/proposer'
import { encodeWhole, detectInCrops } from './detect-in-crops'
import type { CropDetections } from './detect-in-crops'
import type { RegionDetector, DetectedRegion } from './located-region'
import type { PairPixels } from './crop-view'

const PIXELS = MASK_SIDE * MASK_SIDE
const SIDE = 256

interface ColourEncoding {
  readonly changeProbability: number
  readonly after: Uint8Array
}

/** Detects red, green and blue objects. `probabilities` of its views in order, the last one from then on. */
class Colours implements RegionDetector<ColourEncoding, DetectedRegion> {
  views = 0

  constructor(private readonly probabilities: readonly number[] = [1]) {}

  encode(pairs: readonly PairPixels[]): Promise<ColourEncoding[]> {
    return Promise.resolve(
      pairs.map(({ after }) => ({
        changeProbability: this.probabilities[Math.min(this.views++, this.probabilities.length - 1)],
        after,
      })),
    )
  }

  detect({ after }: ColourEncoding): Promise<DetectedRegion[]> {
    const regions = ['red', 'green', 'blue'].map((category, channel) => {
      const mask = new Float32Array(2 * PIXELS).fill(-8)
      for (let at = 0; at < PIXELS; at++) {
        if (after[3 * at + channel] > 100) {
          mask[PIXELS + at] = 8
        }
      }
      return { category, score: 0.9, mask }
    })
    return Promise.resolve(regions.filter(({ mask }) => mask.includes(8)))
  }
}

/** A frame with a red object, a green and a blue one. */
function paint(boxes: readonly Rect[], side = SIDE): Raster {
  const data = new Uint8Array(3 * side * side)
  boxes.forEach(({ x, y, width, height }, channel) => {
    for (let row = y; row < y + height; row++) {
      for (let column = x; column < x + width; column++) {
        data[3 * (row * side + column) + channel] = 200
      }
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

async function view(
  network: Colours,
  after: Raster,
  measured: readonly Rect[] = [],
): Promise<CropDetections<ColourEncoding, DetectedRegion>> {
  const frames = { before: paint([], after.width), after }
  const whole = await encodeWhole(network, frames.before, after)
  const regions = whole.encoding.changeProbability >= 0.5 ? await network.detect(whole.encoding) : []
  const options = { difference: measuring(measured), threshold: 0.8, stopwatch: startStopwatch() }
  return detectInCrops(network, frames, whole, regions, options)
}

test('a window around a small object leaves the large region whose corner it shows', async () => {
  const large = { x: 100, y: 100, width: 120, height: 120 }
  const small = { x: 20, y: 20, width: 20, height: 20 }
  const { located, views } = await view(new Colours(), paint([large, small]))
  expect(located.map(({ region, box }) => [region.category, box.width])).toEqual([
    ['red', 120],
    ['green', expect.closeTo(20, -1)],
  ])
  expect(located.map((each) => views.indexOf(each.view))).toEqual([0, 1])
})

test('a window that nearly counts as changed leaves the pair uncertain, not unchanged', async () => {
  const small = { x: 20, y: 20, width: 12, height: 12 }
  const scoreOf = async (probabilities: readonly number[]): Promise<number> => {
    const { located, views, score } = await view(new Colours(probabilities), paint([small]), [small])
    expect([located.length, views.length]).toEqual([0, 1])
    return score
  }
  expect(await scoreOf([0.02, 0.76])).toBeCloseTo(0.475)
  expect(await scoreOf([0.02, 0.08])).toBeCloseTo(0.05)
  expect(await scoreOf([0.3, 0.08])).toBe(0.3)
})

test('a region of a window is not encoded once more where a tile shows it too', async () => {
  const network = new Colours([0, 1])
  const small = { x: 300, y: 310, width: 30, height: 30 }
  const { located, views } = await view(network, paint([small], 600), [small])
  expect([located.length, views.length]).toEqual([1, 2])
  // the whole, the window, 36 tiles
  expect(network.views).toBe(38)
})
