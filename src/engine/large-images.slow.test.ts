import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PictureKind, PictureTile, PyramidMade } from '../contract/picture'
import { decodeImage } from '../images/decode'
import type { Raster } from '../images/raster'
import { createInferenceHandlers } from '../inference/inference-handlers'
import { rleIou } from '../mask/measures'
import { encodePlaced } from '../mask/placed-mask'
import { colourAt, makeLargeTiff } from '../tiles/testing'
import type { Patch } from '../tiles/testing'
import { joinParts } from './proposals/propose-parts'
import type { PartProposal } from './proposals/propose-parts'
import { partsOf } from '../tiles/parts'
import { startEngine } from './testing'
import type { StartedEngine } from './testing'

/** 140 megapixels: too many to be decoded whole. */
const LARGE = { width: 12_500, height: 11_200 }
const PATCHES: readonly Patch[] = [
  { x: 700, y: 900, width: 60, height: 40, colour: [250, 40, 40] },
  { x: 8000, y: 6000, width: 2200, height: 1300, colour: [20, 60, 240] },
]

let home: string
let started: StartedEngine
let pairId: number

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'deltascribe-large-'))
  const folder = join(home, 'pairs')
  await put(folder, 'scene.tif', LARGE, PATCHES)
  started = startEngine(join(home, 'user'), { isHeadless: true })
  await started.client.call('settings.set', { proposeAhead: false, provider: 'cpu', proposer: 'difference' })
  await started.client.call('project.open', { folder, reading: null })
  const filter = { states: null, search: '', hasProblem: null }
  ;[pairId] = (await started.client.call('pairs.find', { filter, order: 'key' })).ids
})
afterAll(async () => {
  started.engine.dispose()
  await rm(home, { recursive: true, force: true, maxRetries: 20 })
})

async function put(
  folder: string,
  name: string,
  size: { width: number; height: number },
  patches: readonly Patch[],
): Promise<{ before: string; after: string }> {
  const files = { before: join(folder, 'A', name), after: join(folder, 'B', name) }
  await mkdir(join(folder, 'A'), { recursive: true })
  await mkdir(join(folder, 'B'), { recursive: true })
  await writeFile(files.before, makeLargeTiff(size))
  await writeFile(files.after, makeLargeTiff({ ...size, patches }))
  return files
}

async function tile(kind: PictureKind, level: number, column: number, row: number): Promise<Raster> {
  const place: PictureTile = { level, column, row }
  return decodeImage((await started.engine.locatePicture({ pairId, kind, tile: place })).path)
}

const pixel = ({ width, data }: Raster, x: number, y: number): number[] => [
  ...data.subarray(3 * (y * width + x), 3 * (y * width + x) + 3),
]

test('a pair of large images has its size, and no problem', async () => {
  const { pair } = await started.client.call('pairs.get', { pairId })
  expect(pair).toMatchObject({ ...LARGE, problem: null })
})

test('its tiles have the pixels of the file, at the border too', async () => {
  const corner = await tile('after', 0, 24, 21)
  expect([corner.width, corner.height]).toEqual([212, 448])
  expect(pixel(corner, 211, 447)).toEqual([...colourAt([], 12_499, 11_199)])
  const patch = await tile('after', 0, 1, 1)
  expect(pixel(patch, 700 - 512, 900 - 512)).toEqual([250, 40, 40])
  expect(pixel(await tile('before', 0, 1, 1), 700 - 512, 900 - 512)).toEqual([...colourAt([], 700, 900)])
})

test('coarse tiles are means of the finer ones', async () => {
  const level = 4
  const coarse = await tile('after', level, 1, 0)
  expect([coarse.width, coarse.height]).toEqual([Math.ceil(12_500 / 16) - 512, 512])
  expect(pixel(coarse, 9008 / 16 - 512, 6400 / 16)).toEqual([20, 60, 240])
  const [x, y] = [12_000 / 16 - 512, 1600 / 16]
  const mean = meanOfGround(12_000, 1600, 16)
  pixel(coarse, x, y).forEach((value, channel) => expect(Math.abs(value - mean[channel])).toBeLessThan(2))
})

test('the first look at the whole says how far it is', async () => {
  const told: PyramidMade[] = []
  const stop = started.client.on('tiles.changed', (progress) => told.push(progress))
  const coarsest = await tile('before', 5, 0, 0)
  stop()
  expect([coarsest.width, coarsest.height]).toEqual([391, 350])
  // 7 x 6 tiles of level 2, 4 x 3 of level 3, 2 x 2 of level 4, and itself
  const total = 42 + 12 + 4 + 1
  expect(told.map(({ done }) => done)).toEqual(Array.from({ length: total + 1 }, (_, done) => done))
  expect(told.at(-1)).toEqual({ pairId, frame: 'before', done: total, total })
})

test('the difference of a tile shows what changed in it', async () => {
  const evidence = await tile('difference', 0, 1, 1)
  expect(pixel(evidence, 730 - 512, 920 - 512)[0]).toBeGreaterThan(100)
  expect(pixel(evidence, 20, 20)[0]).toBeLessThan(30)
})

test('there is no tile beside the image, and no whole picture', async () => {
  await expect(tile('after', 0, 25, 0)).rejects.toMatchObject({ failure: { code: 'not-found' } })
  await expect(tile('after', 6, 0, 0)).rejects.toMatchObject({ failure: { code: 'not-found' } })
  await expect(started.engine.locatePicture({ pairId, kind: 'after' })).rejects.toMatchObject({
    failure: { code: 'bad-image' },
  })
})

test('a region that crosses parts is one region of the whole image', async () => {
  const size = { width: 2300, height: 1200 }
  const patches: Patch[] = [
    { x: 880, y: 300, width: 500, height: 90, colour: [240, 30, 30] },
    { x: 2000, y: 1000, width: 70, height: 50, colour: [30, 30, 240] },
  ]
  const files = await put(join(home, 'parts'), 'wide.tif', size, patches)
  const worker = createInferenceHandlers({ threads: 1 })
  const proposer = { name: 'difference', folder: null }
  const parts: PartProposal[] = []
  for (const part of partsOf(size)) {
    parts.push({ part, proposal: await worker.propose({ ...files, provider: 'cpu', proposer, part }) })
  }
  const proposal = await joinParts(size, parts, null)
  expect(proposal).toMatchObject({ ...size, alignment: null, proposer: 'difference' })
  const truths = patches.map((rect) =>
    encodePlaced({ ...rect, data: new Uint8Array(rect.width * rect.height).fill(1) }, size),
  )
  expect(proposal.regions).toHaveLength(2)
  proposal.regions.forEach(({ mask }, index) => expect(rleIou(mask, truths[index])).toBeGreaterThan(0.9))
  expect(proposal.captions[0].text).toMatch(/red/)
})

function meanOfGround(left: number, top: number, side: number): number[] {
  const sums = [0, 0, 0]
  for (let y = top; y < top + side; y += 1) {
    for (let x = left; x < left + side; x += 1) {
      colourAt([], x, y).forEach((value, channel) => {
        sums[channel] += value / side ** 2
      })
    }
  }
  return sums
}
