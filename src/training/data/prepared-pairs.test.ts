import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { houseMask, putScene, sceneAt } from '../../frames/testing'
import { UTM_32 } from '../../georeference/testing'
import { encodeRle } from '../../mask/rle'
import { FineTuneError } from './corrected-pair'
import type { CorrectedPair } from './corrected-pair'
import { loadCrop, preparePairs, WINDOWS_OF_128 } from './prepared-pairs'

const GRID = { transform: sceneAt(0, 6, 0.4), width: 215, height: 185 }

let folder: string
let item: CorrectedPair
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-prepared-'))
  const [before, after] = [join(folder, 'a.tif'), join(folder, 'b.tif')]
  await putScene(before, { transform: sceneAt(-10, 6, 0.4), width: 240, height: 230, hasHouse: false })
  await putScene(after, { transform: UTM_32, width: 200, height: 160, hasHouse: true })
  const data = houseMask(GRID).map((value) => (value === 0 ? 0 : 1))
  const mask = encodeRle({ width: GRID.width, height: GRID.height, data })
  item = {
    pairId: 1,
    key: 'scene',
    before,
    after,
    regions: [{ category: 'house', mask, beforeMask: null }],
    isUnchanged: false,
    captions: ['a house is new'],
    links: [],
    isHeldOut: true,
  }
})
afterEach(() => rm(folder, { recursive: true }))

test('crops of frames that are laid over each other show the same ground, with the mask in its place', async () => {
  const [pair] = await preparePairs(
    join(folder, 'run'),
    [item],
    { seed: 1, cropping: WINDOWS_OF_128 },
    () => undefined,
  )
  expect(pair.movement).toBe(null)
  const whole = pair.crops.find(({ kind }) => kind === 'whole')!
  const { crop } = loadCrop(pair, whole)
  const mask = crop.regions[0].after!
  const pixels = Array.from(mask, (value, pixel) => ({
    value,
    before: crop.before[pixel * 3],
    after: crop.after[pixel * 3],
  }))
  const ground = pixels.filter(({ value }) => value === 0)
  const most = Math.max(...mask)
  const house = pixels.filter(({ value }) => value === most)
  const mean = (all: typeof pixels): number =>
    all.reduce((sum, { before, after }) => sum + Math.abs(before - after), 0) / all.length
  expect(mean(ground)).toBeLessThan(6)
  expect(mean(house)).toBeGreaterThan(60)
})

test('a pair whose frames no longer lie on one map ends the run in words', async () => {
  await putScene(item.before, { transform: sceneAt(900, 0, 0.4), width: 240, height: 230, hasHouse: false })
  const failure = await preparePairs(
    join(folder, 'run'),
    [item],
    { seed: 1, cropping: WINDOWS_OF_128 },
    () => undefined,
  ).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(FineTuneError)
  expect((failure as FineTuneError).message).toMatch(
    /^scene: The frames have two sizes .* they do not overlap on the map/,
  )
})
