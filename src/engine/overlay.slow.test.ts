import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenPair } from '../contract/pairs'
import { LABEL_PROPOSER } from '../contract/proposal'
import type { ExportReport, Job } from '../contract/work'
import { houseMask, HOUSE, putScene, sceneAt } from '../frames/testing'
import { converterOf } from '../georeference/ground'
import { knownCrs, UTM_32 } from '../georeference/testing'
import { decodeImage } from '../images/decode'
import { encodeGreyPng } from '../images/raster'
import { encodeRle } from '../mask/rle'
import { rleIou } from '../mask/measures'
import type { Rle } from '../mask/rle'
import { startEngine } from './testing'
import type { StartedEngine } from './testing'

/** Half a metre a pixel; the before frame has 0.4 m, begins elsewhere and reaches less far east. */
const AFTER = { transform: UTM_32, width: 200, height: 160 }
const BEFORE = { transform: sceneAt(-10, 6, 0.4), width: 240, height: 230 }
/** What both show, in pixels of the before frame: 86 m by 74 m. */
const GRID = { transform: sceneAt(0, 6, 0.4), width: 215, height: 185 }

const PAIRS = ['pictures.png', 'scene.tif'] as const

let home: string
let started: StartedEngine
let pairIds: number[]

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'deltascribe-overlay-'))
  const folder = join(home, 'pairs')
  for (const name of PAIRS) {
    await putScene(join(folder, 'A', name), { ...BEFORE, hasHouse: false })
    await putScene(join(folder, 'B', name), { ...AFTER, hasHouse: true })
  }
  await mkdir(join(folder, 'label'))
  const { width, height } = AFTER
  await writeFile(
    join(folder, 'label', 'scene.png'),
    await encodeGreyPng({ width, height, data: houseMask(AFTER) }),
  )
  started = startEngine(join(home, 'user'), { isHeadless: true })
  await started.client.call('settings.set', { proposeAhead: false, provider: 'cpu', proposer: 'difference' })
  pairIds = await openFolder(folder)
})
afterAll(async () => {
  started.engine.dispose()
  await rm(home, { recursive: true, force: true, maxRetries: 20 })
})

async function openFolder(folder: string): Promise<number[]> {
  await started.client.call('project.open', { folder, reading: null })
  const filter = { states: null, search: '', hasProblem: null }
  return (await started.client.call('pairs.find', { filter, order: 'key' })).ids
}

const pair = (pairId: number): Promise<OpenPair> => started.client.call('pairs.get', { pairId })

const house = (): Rle => {
  const data = houseMask(GRID).map((value) => (value === 0 ? 0 : 1))
  return encodeRle({ width: GRID.width, height: GRID.height, data })
}

async function ended(id: number): Promise<Job> {
  const job = async (): Promise<Job | undefined> =>
    (await started.client.call('jobs.list', {})).find((one) => one.id === id)
  await expect.poll(async () => (await job())?.state, { timeout: 30_000 }).not.toBe('running')
  return (await job())!
}

async function exported(format: string, out: string, images?: 'copy' | 'reference'): Promise<ExportReport> {
  const states = ['accepted', 'corrected'] as const
  const options = { format, out, states: [...states], ...(images === undefined ? {} : { images }) }
  const { id } = await started.client.call('export.start', options)
  const job = await ended(id)
  expect(job).toMatchObject({ state: 'done' })
  return job.exportReport!
}

test('a pair has the size of what both frames show, and is proposed for there', async () => {
  for (const pairId of pairIds) {
    await started.client.call('proposals.make', { pairId })
    const { pair: opened, document } = await pair(pairId)
    expect(opened).toMatchObject({ width: GRID.width, height: GRID.height, problem: null })
    expect(document.regions).toHaveLength(1)
    expect(rleIou(document.regions[0].mask, house())).toBeGreaterThan(0.85)
  }
})

test('a mask of the after image comes onto the common grid', async () => {
  const scene = pairIds[1]
  const offer = (await started.client.call('proposals.list', { pairId: scene })).find(
    ({ proposer }) => proposer === LABEL_PROPOSER,
  )
  const proposal = await started.client.call('proposals.get', { proposalId: offer?.id ?? 0 })
  expect(proposal.regions).toHaveLength(1)
  expect(rleIou(proposal.regions[0].mask, house())).toBeGreaterThan(0.97)
})

test('all pictures are on the common grid, also of files that a browser shows by itself', async () => {
  for (const pairId of pairIds) {
    for (const kind of ['before', 'after', 'aligned', 'difference'] as const) {
      const { path } = await started.engine.locatePicture({ pairId, kind })
      const { width, height } = await decodeImage(path)
      expect([kind, width, height]).toEqual([kind, GRID.width, GRID.height])
    }
    const { path } = await started.engine.locatePicture({ pairId, kind: 'after-thumbnail' })
    expect(await decodeImage(path)).toMatchObject({ width: GRID.width, height: GRID.height })
  }
})

test('a picture is another one once a world file says another place', async () => {
  const [pictures] = pairIds
  const path = async (): Promise<string> =>
    (await started.engine.locatePicture({ pairId: pictures, kind: 'before' })).path
  const first = await path()
  expect(await path()).toBe(first)
  const world = join(home, 'pairs', 'A', 'pictures.wld')
  const text = await readFile(world, 'utf8')
  await writeFile(world, text.replace('599990.2', '599991.2'))
  expect(await path()).not.toBe(first)
  await writeFile(world, text)
  expect(await path()).toBe(first)
})

test('both frames lie on the common grid on the map, and it is told how they came there', async () => {
  const found = await started.client.call('pairs.georeference', { pairId: pairIds[1] })
  expect(found?.after).toMatchObject({ crs: { code: 32_632 }, metresPerPixel: 0.4 })
  expect(found?.after?.transform.map((value) => Number(value.toFixed(6)))).toEqual(GRID.transform)
  expect(found?.before).toEqual(found?.after)
  expect(found?.overlay).toEqual(
    'Laid over each other by the map: 0.4 m a pixel before, 0.5 m after, shown at 0.4 m. They share 80 % of the after frame.',
  )
})

test('polygons lie where the house is, images are written on the common grid, and come back as they were', async () => {
  for (const [index, pairId] of pairIds.entries()) {
    const eventId = `accept-00${index}`
    await started.client.call('pairs.decide', { pairId, eventId, decision: 'accept', milliseconds: 1 })
  }
  const out = join(home, 'out')
  const { pairCount, leftOut, notices } = await exported('geojson', out, 'reference')
  expect({ pairCount, leftOut }).toEqual({ pairCount: 2, leftOut: [] })
  expect(notices).toContainEqual(
    '2 pairs were laid over each other: the images are written anew as 8-bit RGB PNG on their common grid, also where links were asked for.',
  )
  const { features } = JSON.parse(await readFile(join(out, 'changes.geojson'), 'utf8')) as {
    features: { geometry: { coordinates: [number, number][][][] }; properties: { area_m2: number } }[]
  }
  const converter = converterOf(await knownCrs(32_632))
  for (const { geometry, properties } of features) {
    const corners = geometry.coordinates
      .flat(2)
      .map(([longitude, latitude]) => converter.toMap({ longitude, latitude })!)
    const [east, south] = [corners.map(([x]) => x - UTM_32[0]), corners.map(([, y]) => UTM_32[3] - y)]
    expect(Math.abs(Math.min(...east) - HOUSE.west)).toBeLessThan(1.3)
    expect(Math.abs(Math.max(...east) - HOUSE.east)).toBeLessThan(1.3)
    expect(Math.abs(Math.min(...south) - HOUSE.north)).toBeLessThan(1.3)
    expect(Math.abs(Math.max(...south) - HOUSE.south)).toBeLessThan(1.3)
    expect(properties.area_m2).toBeGreaterThan(0.85 * 18 * 12)
  }
  const documents = await Promise.all(
    pairIds.map(async (id) => (await pair(id)).document.regions.map(({ mask }) => mask)),
  )
  const into = join(home, 'into')
  const { id } = await started.client.call('import.start', { source: out, into, format: null })
  expect((await ended(id)).importReport).toMatchObject({ pairCount: 2, problems: [] })
  const imported = await openFolder(into)
  for (const [index, pairId] of imported.entries()) {
    const { pair: opened, document } = await pair(pairId)
    expect(opened).toMatchObject({ width: GRID.width, height: GRID.height, problem: null })
    expect(document.regions.map(({ mask }) => mask)).toEqual(documents[index])
    const found = await started.client.call('pairs.georeference', { pairId })
    expect(found?.overlay).toBe(null)
    expect(found?.after?.transform.map((value) => Number(value.toFixed(6)))).toEqual(GRID.transform)
  }
})
