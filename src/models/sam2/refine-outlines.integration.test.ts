import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Raster } from '../../images/raster'
import { emptyBitmap } from '../../mask/bitmap'
import type { Bitmap, Rect } from '../../mask/bitmap'
import { maskIou } from '../../mask/measures'
import { decodeRle } from '../../mask/rle'
import type { Colour } from '../../names/colour'
import { DEFAULT_SETTINGS } from '../difference/settings'
import { makeScene } from '../difference/testing'
import { createDifferenceProposer } from '../difference/proposer'
import type { DifferenceProposer } from '../difference/proposer'
import { writeSyntheticModel } from './testing-model'
import { DEFAULT_OUTLINE_SETTINGS } from './outline-settings'
import { refineWith } from './refine-outlines'
import { SegmentAnything } from './segment-anything'

const size = { width: 320, height: 200 }
const left: Rect = { x: 30, y: 50, width: 60, height: 44 }
const right: Rect = { x: 220, y: 110, width: 60, height: 44 }
const red = [235, 15, 15] as const
/** Plain, so that the edges along an outline are the object's own. */
const ground = { rect: { x: 0, y: 0, ...size }, colour: [120, 130, 125] as const }

function scene(...rects: Rect[]): Raster {
  return makeScene({ ...size, noise: 2, things: [ground, ...rects.map((rect) => ({ rect, colour: red }))] })
}

function filled({ x, y, width, height }: Rect): Bitmap {
  const bitmap = emptyBitmap(size.width, size.height)
  for (let row = y; row < y + height; row += 1) {
    bitmap.data.fill(1, row * size.width + x, row * size.width + x + width)
  }
  return bitmap
}

describe('difference with outlines, with a made model', () => {
  let folder: string
  let models: SegmentAnything
  let proposer: DifferenceProposer
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'deltascribe-outlines-'))
    await writeSyntheticModel(folder)
    const location = { folder, id: 'made', cacheFolder: join(folder, 'cache') }
    models = new SegmentAnything(location, 'cpu', { threads: 1 })
    const refine = refineWith(models, { ...DEFAULT_OUTLINE_SETTINGS, faint: 0 })
    proposer = await createDifferenceProposer({ provider: 'cpu', threads: 1 }, DEFAULT_SETTINGS, refine)
  })
  afterAll(async () => {
    await proposer.release()
    await models.release()
    await rm(folder, { recursive: true })
  })

  test('what appeared has its outline, and no mask before', async () => {
    const { regions, captions, milliseconds } = await proposer.propose(scene(), scene(left))
    expect(regions).toHaveLength(1)
    expect(regions[0].beforeMask).toBeNull()
    expect(maskIou(decodeRle(regions[0].mask), filled(left))).toBeGreaterThan(0.85)
    expect(captions[0].text).toContain('A red object appeared')
    expect(milliseconds['outlines']).toBeGreaterThan(0)
  })

  test('what vanished has a mask in the before image', async () => {
    const { regions, captions } = await proposer.propose(scene(left), scene())
    expect(regions).toHaveLength(1)
    const { beforeMask } = regions[0]
    expect(beforeMask).not.toBeNull()
    expect(beforeMask === null ? 0 : maskIou(decodeRle(beforeMask), filled(left))).toBeGreaterThan(0.85)
    expect(captions[0].text).toContain('A red object vanished')
  })

  test('one object in two places moved: one region, a mask in each image', async () => {
    const { regions, captions } = await proposer.propose(scene(left), scene(right))
    expect(regions).toHaveLength(1)
    const { mask, beforeMask } = regions[0]
    expect(maskIou(decodeRle(mask), filled(right))).toBeGreaterThan(0.85)
    expect(beforeMask === null ? 0 : maskIou(decodeRle(beforeMask), filled(left))).toBeGreaterThan(0.85)
    expect(captions[0].text).toMatch(/^A red object moved from the .*left.* to the .*right/)
  })

  test('embeddings do not filter faint clusters where the ground itself differs', async () => {
    const strict = { ...DEFAULT_OUTLINE_SETTINGS, faint: Infinity, faintDistance: Infinity }
    const judged = await createDifferenceProposer(
      { provider: 'cpu', threads: 1 },
      DEFAULT_SETTINGS,
      refineWith(models, strict),
    )
    const after = scene(left)
    const darker = { ...after, data: after.data.map((value) => 0.75 * value) }
    expect((await judged.propose(scene(), after)).regions).toHaveLength(0)
    expect((await judged.propose(scene(), darker)).regions).toHaveLength(1)
    await judged.release()
  })

  test('between seasons only built structures count, as appeared or vanished', async () => {
    const bush: Rect = { x: 230, y: 20, width: 50, height: 50 }
    const season = (seed: number, soil: Colour, leaves: Colour, house: Rect): Raster =>
      makeScene({
        ...size,
        noise: 40,
        seed,
        things: [
          { rect: ground.rect, colour: soil },
          { rect: bush, colour: leaves },
          { rect: house, colour: [120, 120, 120] },
        ],
      })
    const before = season(1, [170, 130, 80], [200, 150, 70], left)
    const after = season(2, [70, 110, 50], [40, 100, 30], right)
    const { regions } = await proposer.propose(before, after)
    expect(regions).toHaveLength(2)
    const came = regions.find(({ beforeMask }) => beforeMask === null)
    const went = regions.find(({ beforeMask }) => beforeMask !== null)
    expect(came?.mask && maskIou(decodeRle(came.mask), filled(right))).toBeGreaterThan(0.85)
    expect(went?.beforeMask && maskIou(decodeRle(went.beforeMask), filled(left))).toBeGreaterThan(0.85)
  })

  test('where nothing differs no model runs', async () => {
    const { regions } = await proposer.propose(scene(left), scene(left))
    expect(regions).toEqual([])
  })
})
