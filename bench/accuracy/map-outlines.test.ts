import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyBitmap } from '../../src/mask/bitmap'
import type { Bitmap, Rect } from '../../src/mask/bitmap'
import { maskIou } from '../../src/mask/measures'
import { mapRegions } from '../../src/models/change-map/regions'
import type { Clusters } from '../../src/models/difference/clusters'
import { makeScene } from '../../src/models/difference/testing'
import type { ChangeMap } from '../../src/models/model-proposer'
import { SegmentAnything } from '../../src/models/sam2/segment-anything'
import { writeSyntheticModel } from '../../src/models/sam2/testing-model'
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

/** Regions of a network that is sure of the inner part, and of the rim by so much. */
function regionsWithRim(rim: number): { clusters: Clusters; map: ChangeMap } {
  const [whole, sure] = [filled(thing), filled(inner)]
  const values = Float32Array.from(sure.data, (value, at) => (value === 1 ? 0.9 : rim * whole.data[at]))
  const map = { ...size, values }
  return { map, clusters: mapRegions(map, threshold) }
}

/** IoU with the thing, before and after, where its rim is so probable and its outline is known. */
function ious(rim: number, iou: number): [number, number] {
  const { map, clusters } = regionsWithRim(rim)
  const outline = { extent: clusters.extents[0], mask: { mask: filled(thing), bounds: thing }, iou }
  const refined = withOutlines(clusters, [outline], { map, threshold }, settings)
  const iouOf = (labels: Int32Array): number =>
    maskIou({ ...size, data: Uint8Array.from(labels, Math.sign) }, filled(thing))
  return [iouOf(clusters.labels), iouOf(refined.labels)]
}

test('a region grows to the outline of its thing where the rim is probable enough', () => {
  const [before, after] = ious(0.3, 0.6)
  expect(before).toBeLessThan(0.65)
  expect(after).toBe(1)
})

test('what is improbable is not added', () => {
  const [before, after] = ious(0, 0.6)
  expect(after).toBe(before)
})

test('an outline that disagrees with its region does not count', () => {
  const [before, after] = ious(0.3, 0.4)
  expect(after).toBe(before)
})

test('each region has the outline of the frame that agrees better with it, and its IoU', async () => {
  const { clusters } = regionsWithRim(0.3)
  const pair = {
    before: makeScene({ ...size, noise: 2, things: [ground] }),
    after: makeScene({ ...size, noise: 2, things: [ground, { rect: inner, colour: [235, 15, 15] }] }),
    registered: { homography: null },
  }
  const outlines = await outlinesOf(pair, clusters, models)
  expect(outlines).toHaveLength(1)
  const [{ mask, iou }] = outlines
  expect(iou).toBeCloseTo(maskIou(mask.mask, filled(inner)), 6)
  expect(iou).toBeGreaterThan(0.85)
})
