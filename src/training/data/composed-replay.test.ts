import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encode } from 'fast-png'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { encodeRle } from '../../mask/rle'
import { ComposedReplay } from './composed-replay'
import type { CorrectedPair } from './corrected-pair'
import { readPixels } from './training-set'

const SIZE = { width: 200, height: 160 }

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'composed-replay-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A pair of even green images, the after one with a red box that its only region covers. */
function correctedPair(): CorrectedPair {
  const { width, height } = SIZE
  const mask = new Uint8Array(width * height)
  const pixels = new Uint8Array(3 * width * height)
  const paths = ['before', 'after'].map((frame) => {
    for (let pixel = 0; pixel < mask.length; pixel++) {
      const [x, y] = [pixel % width, Math.floor(pixel / width)]
      mask[pixel] = x >= 60 && x < 110 && y >= 50 && y < 90 ? 1 : 0
      pixels.set(frame === 'after' && mask[pixel] === 1 ? [230, 20, 20] : [30, 140, 40], 3 * pixel)
    }
    const path = join(folder, `${frame}.png`)
    writeFileSync(path, encode({ ...SIZE, data: pixels, channels: 3 }))
    return path
  })
  return {
    pairId: 1,
    key: 'one',
    before: paths[0],
    after: paths[1],
    regions: [{ category: 'box', mask: encodeRle({ ...SIZE, data: mask }), beforeMask: null }],
    isUnchanged: false,
    captions: [],
    links: [],
    isHeldOut: false,
  }
}

test('pairs are composed of the images of the run and what their corrections outline, and kept', async () => {
  const item = correctedPair()
  const replay = new ComposedReplay(folder, [{ item }], { side: 192, seed: 4 })
  expect(replay.size).toBeGreaterThan(100)
  const pairs = await Promise.all([0, 1, 2, 3, 4, 5].map((number) => replay.pair(number)))
  expect(pairs.every(({ record }) => record.world === 'photographs' && record.width === 192)).toBe(true)
  const changed = pairs.filter(({ record }) => record.categories.length > 0)
  expect(changed.length).toBeGreaterThan(2)
  const pixels = readPixels(pairs[0])
  // the images are gone, and the pairs are not
  const again = await new ComposedReplay(folder, [{ item: { ...item, after: join(folder, 'no.png') } }], {
    side: 192,
    seed: 4,
  }).pair(0)
  expect(readPixels(again)).toEqual(pixels)
})

test('another seed composes other pairs', async () => {
  const item = correctedPair()
  const one = await new ComposedReplay(join(folder, 'one'), [{ item }], { side: 192, seed: 4 }).pair(3)
  const other = await new ComposedReplay(join(folder, 'other'), [{ item }], { side: 192, seed: 5 }).pair(3)
  expect(readPixels(one).after).not.toEqual(readPixels(other).after)
})

test('without a training pair there is nothing to replay', () => {
  expect(new ComposedReplay(folder, [], { side: 192, seed: 4 }).size).toBe(0)
})
