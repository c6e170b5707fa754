import { rectOf } from '../mask/measures'
import { expect, test } from 'vitest'
import type { Homography } from '../domain/pair'
import type { Raster } from '../images/raster'
import { MASK_SIDE } from '../models/layers/sizes'
import { createDifferenceProposer } from '../models/difference/proposer'
import { startStopwatch } from '../process/stopwatch'
import { encodeWhole, detectInCrops } from './detect-in-crops'
import { encodeCrops } from './crop-view'
import { wholeOf } from '../mask/rect'
import type { PairPixels } from './crop-view'
import { toRegion } from './located-region'
import type { DetectedRegion } from './located-region'

const side = 256
const PIXELS = MASK_SIDE * MASK_SIDE
/** The after view shows everything 40 pixels further right and 16 further down. */
const alignment: Homography = [1, 0, 40, 0, 1, 16, 0, 0, 1]
const wide: Homography = [1.25, 0, 10, 0, 1.25, 5, 0, 0, 1]

function plain(): Raster {
  return { width: side, height: side, data: new Uint8Array(3 * side * side).fill(90) }
}

/** Present in the before frame alone, in pixels [left, left + 16) x [top, top + 16) of 128. */
function vanished(left: number, top: number): DetectedRegion {
  const mask = new Float32Array(2 * PIXELS).fill(-8)
  for (let y = top; y < top + 16; y++) {
    mask.fill(8, y * MASK_SIDE + left, y * MASK_SIDE + left + 16)
  }
  return { category: 'removed', score: 0.9, mask }
}

const network = {
  encode: (pairs: readonly PairPixels[]) => Promise.resolve(pairs.map(() => ({ changeProbability: 0 }))),
}

test.each([
  ['with no known way', null, { x: 80, y: 80, width: 32, height: 32 }],
  ['of a shifted view', alignment, { x: 120, y: 96, width: 32, height: 32 }],
  ['of a closer view', wide, { x: 110, y: 105, width: 40, height: 40 }],
])('what vanished %s has its mask where it would be in the after frame', async (_, homography, expected) => {
  const [before, after] = [plain(), plain()]
  const [view] = await encodeCrops(network, before, after, [wholeOf(after)], homography)
  const region = toRegion('one', vanished(40, 40), { ...view, before: wholeOf(before) }, before, after)
  expect(rectOf(region.beforeMask!)).toEqual({ x: 80, y: 80, width: 32, height: 32 })
  const box = rectOf(region.mask)
  for (const name of ['x', 'y', 'width', 'height'] as const) {
    expect(Math.abs(box[name] - expected[name])).toBeLessThanOrEqual(1)
  }
})

test('what vanished is moved with its window, and is nowhere where its place is out of the picture', async () => {
  const [before, after] = [plain(), plain()]
  const window = { x: 100, y: 64, width: 128, height: 128 }
  const [view] = await encodeCrops(network, before, after, [window], alignment)
  expect(view.before).toEqual({ x: 60, y: 48, width: 128, height: 128 })
  const region = toRegion('one', vanished(32, 16), view, before, after)
  expect(rectOf(region.beforeMask!)).toEqual({ x: 92, y: 64, width: 16, height: 16 })
  expect(rectOf(region.mask)).toEqual({ x: 132, y: 80, width: 16, height: 16 })
  const [whole] = await encodeCrops(network, before, after, [wholeOf(after)], null)
  const gone = toRegion('two', vanished(112, 40), { ...whole, alignment }, before, after)
  expect(rectOf(gone.mask).width).toBe(0)
})

test('what is faint and small still has pixels', async () => {
  const [before, after] = [plain(), plain()]
  const [view] = await encodeCrops(network, before, after, [wholeOf(after)], null)
  const mask = new Float32Array(2 * PIXELS).fill(-8)
  mask[PIXELS + 40 * MASK_SIDE + 20] = 0.1
  const region = toRegion('one', { category: 'added', score: 0.5, mask }, view, before, after)
  expect(rectOf(region.mask)).toEqual({ x: 40, y: 80, width: 2, height: 2 })
})

test('the view of the whole gets the alignment that the crops were made with', async () => {
  const [before, after] = [textured(0, 0), textured(12, 6)]
  const difference = await createDifferenceProposer({ provider: 'cpu', threads: 1 })
  try {
    const whole = await encodeWhole(network, before, after)
    expect(whole.alignment).toBeNull()
    const regions = [vanished(40, 40)]
    const detector = { ...network, detect: () => Promise.resolve([]) }
    const options = { difference, threshold: 0.5, stopwatch: startStopwatch() }
    const inCrops = await detectInCrops(detector, { before, after }, whole, regions, options)
    expect(inCrops.alignment).not.toBeNull()
    expect(whole.alignment).toBe(inCrops.alignment)
    expect(inCrops.located[0].box.x).toBeCloseTo(92, -1)
    const region = toRegion('one', regions[0], inCrops.located[0].view, before, after)
    expect(Math.abs(rectOf(region.mask).x - 92)).toBeLessThanOrEqual(1)
    expect(Math.abs(rectOf(region.mask).y - 86)).toBeLessThanOrEqual(1)
  } finally {
    await difference.release()
  }
}, 120_000)

/** Squares of many greys, everything so far to the right and down. */
function textured(right: number, down: number): Raster {
  const image = plain()
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const [column, row] = [Math.floor((x - right + 64) / 16), Math.floor((y - down + 64) / 16)]
      image.data.fill(
        40 + ((column * 37 + row * 91 + column * row * 13) % 180),
        3 * (y * side + x),
        3 * (y * side + x) + 3,
      )
    }
  }
  return image
}
