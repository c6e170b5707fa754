import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyBitmap } from '../../src/mask/bitmap'
import type { Bitmap, Rect } from '../../src/mask/bitmap'
import { maskIou } from '../../src/mask/measures'
import { mapRegions } from '../../src/models/change-map/regions'
import { makeScene } from '../../src/models/difference/testing'
import { SegmentAnything } from '../../src/models/sam2/segment-anything'
import { writeSyntheticModel } from '../../src/models/sam2/synthetic-model'
import { outlinesOf, withOutlines } from './map-outlines'

const size = { width: 320, height: 200 }
const thing: Rect = { x: 30, y: 50, width: 60, height: 44 }
/** What the network is sure of. */
const inner: Rect = { x: 36, y: 56, width: 48, height: 32 }
const ground = { rect: { x: 0, y: 0, ...size }, colour: [120, 130, 125] as const }
const settings = { minIou: 0.5, clear: 1.4, hinted: 0.2 }
const threshold = 0.5
let folder: string
let models: SegmentAnything

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-outlines-'))
  await writeSyntheticModel(folder)
  const location = { folder, id: 'made', cacheFolder: join(folder, 'cache') }
  models = new SegmentAnything(location, 'cpu', { threads: 1 })
})
afterAll(async () => {
  await models.release()
  await rm(folder, { recursive: true })
})

function filled({ x, y, width, height }: Rect): Bitmap {
  const bitmap = emptyBitmap(size.width, size.height)
  for (let row = y; row < y + height; row += 1) {
    bitmap.data.fill(1, row * size.width + x, row * size.width + x + width)
  }
  return bitmap
}

/** IoU with the thing, before and after, where its rim is so probable. */
async function ious(rim: number, least = settings.minIou): Promise<[number, number]> {
  const [whole, sure] = [filled(thing), filled(inner)]
  const values = Float32Array.from(sure.data, (value, at) => (value === 1 ? 0.9 : rim * whole.data[at]))
  const map = { ...size, values }
  const clusters = mapRegions(map, threshold)
  const pair = {
    before: makeScene({ ...size, noise: 2, things: [ground] }),
    after: makeScene({ ...size, noise: 2, things: [ground, { rect: thing, colour: [235, 15, 15] }] }),
    registered: { homography: null },
  }
  const outlines = await outlinesOf(pair, clusters, models)
  const refined = withOutlines(clusters, outlines, { map, threshold }, { ...settings, minIou: least })
  const iouOf = (labels: Int32Array): number =>
    maskIou({ ...size, data: Uint8Array.from(labels, Math.sign) }, whole)
  return [iouOf(clusters.labels), iouOf(refined.labels)]
}

test('a region grows to the outline of its thing where the rim is probable enough', async () => {
  const [before, after] = await ious(0.3)
  expect(before).toBeLessThan(0.65)
  expect(after).toBeGreaterThan(0.85)
})

test('what is improbable is not added', async () => {
  const [before, after] = await ious(0)
  expect(after).toBe(before)
})

test('an outline that disagrees with its region does not count', async () => {
  const [before, after] = await ious(0.3, 1)
  expect(after).toBe(before)
})
