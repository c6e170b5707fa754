import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenPair } from '../../contract/pairs'
import type { PictureKind } from '../../contract/picture'
import type { Project } from '../../contract/project'
import { VALUES_HEADER_BYTES } from '../../contract/value-facts'
import type { PairWindow } from '../../domain/value-mapping'
import { decodeImage } from '../../images/decode'
import { makeTiff } from '../../images/testing'
import { makeBandTiff } from '../../images/testing-bands'
import { startEngine } from '../testing'
import type { StartedEngine } from '../testing'

const home = mkdtempSync(join(tmpdir(), 'deltascribe-home-'))
const folder = mkdtempSync(join(tmpdir(), 'deltascribe-deep-'))
const [WIDTH, HEIGHT] = [96, 64]
const SQUARE = { left: 30, top: 20, side: 16 }
const WINDOW: PairWindow = { low: 900, high: 1100 }
let engine: StartedEngine['engine']
let client: StartedEngine['client']

const open = (): Promise<Project> => client.call('project.open', { folder, reading: null })
const pair = (pairId: number): Promise<OpenPair> => client.call('pairs.get', { pairId })

/** A frame of 0 to 60,000 whose middle differs by little: 1000, and in the after frame 1040 in a square. */
function frame(isAfter: boolean): Uint16Array {
  return Uint16Array.from({ length: WIDTH * HEIGHT }, (_, at) => {
    const [x, y] = [at % WIDTH, Math.floor(at / WIDTH)]
    const { left, top, side } = SQUARE
    const isInside = x >= left && x < left + side && y >= top && y < top + side
    return y < 8 ? 600 * x : isInside && isAfter ? 1040 : 1000
  })
}

/** The grey level inside and outside of the square. */
async function greys(pairId: number, kind: PictureKind): Promise<[inside: number, outside: number]> {
  const { path } = await engine.locatePicture({ pairId, kind })
  const { width, data } = await decodeImage(path)
  const at = (x: number, y: number): number => data[(y * width + x) * 3]
  return [at(SQUARE.left + 8, SQUARE.top + 8), at(SQUARE.left - 8, SQUARE.top + 8)]
}

async function difference(pairId: number): Promise<number> {
  return (await greys(pairId, 'difference'))[0]
}

beforeAll(async () => {
  for (const side of ['A', 'B'] as const) {
    await mkdir(join(folder, side))
    const data = frame(side === 'B')
    for (const name of ['one.tif', 'two.tif']) {
      await writeFile(join(folder, side, name), makeTiff({ width: WIDTH, height: HEIGHT, data }))
    }
    const bands = side === 'A' ? 4 : 5
    const many = Uint16Array.from(
      { length: WIDTH * HEIGHT * bands },
      (_, at) => 100 * ((at % bands) + 1) + (at % 7),
    )
    const names = ['Blue', 'Green', 'Red', 'Near infrared']
    await writeFile(
      join(folder, side, 'x-bands.tif'),
      makeBandTiff({ width: WIDTH, height: HEIGHT, bands, data: many, names }),
    )
  }
  ;({ engine, client } = startEngine(home))
  await client.call('settings.set', { proposeAhead: false, provider: 'cpu', proposer: 'difference' })
  await open()
})
afterAll(() => {
  engine.dispose()
  for (const made of [home, folder]) {
    rmSync(made, { recursive: true, force: true, maxRetries: 20 })
  }
})

test('a faint change shows in the picture by the pair’s own window, and models go on as before', async () => {
  const [inside, outside] = await greys(1, 'after')
  expect(Math.abs(inside - outside)).toBeLessThanOrEqual(1)
  const evidence = await difference(1)
  const told = new Promise((resolve) => {
    client.on('pair.windowChanged', resolve)
  })
  await client.call('pairs.setWindow', { pairId: 1, window: WINDOW })
  expect(await told).toEqual({ pairId: 1, window: WINDOW })
  expect(await greys(1, 'after')).toEqual([178, 127])
  expect(await greys(1, 'before')).toEqual([127, 127])
  expect(await greys(1, 'aligned')).toEqual([127, 127])
  expect(await difference(1)).toBe(evidence)
  // another pair is as it was
  expect(await greys(2, 'after')).toEqual([inside, outside])
  const [small, beside] = await greys(1, 'after-thumbnail')
  expect(small - beside).toBeGreaterThan(30)
})

test('the window is no edit, is kept, and null is the project’s again', async () => {
  expect(await pair(1)).toMatchObject({ pair: { window: WINDOW }, version: 0, undoLabel: null })
  expect(await client.call('pairs.history', { pairId: 1 })).toEqual([])
  await client.call('project.close', {})
  await open()
  expect((await pair(1)).pair.window).toEqual(WINDOW)
  expect(await client.call('pairs.rows', { ids: [1, 2] })).toMatchObject([
    { window: WINDOW },
    { window: null },
  ])
  await client.call('pairs.setWindow', { pairId: 1, window: null })
  expect((await pair(1)).pair.window).toBeNull()
  const [inside, outside] = await greys(1, 'after')
  expect(Math.abs(inside - outside)).toBeLessThanOrEqual(1)
})

test('the project’s window is that of all pairs, and of models', async () => {
  const { regions: before } = await proposalOf(2)
  expect(before).toHaveLength(0)
  const described = await client.call('project.setWindow', { window: WINDOW })
  expect(described.mapping).toEqual({ window: WINDOW, bands: null })
  expect(await greys(2, 'after')).toEqual([178, 127])
  expect(await difference(2)).toBeGreaterThan(40)
  const { regions } = await proposalOf(2)
  expect(regions).toHaveLength(1)
  await client.call('project.close', {})
  expect((await open()).mapping.window).toEqual(WINDOW)
  // a pair's own goes before it, for the eye
  const own = { low: 0, high: 2000 }
  await client.call('pairs.setWindow', { pairId: 2, window: own })
  expect(await greys(2, 'after')).toEqual([133, 128])
  expect(await difference(2)).toBeGreaterThan(40)
  await client.call('pairs.setWindow', { pairId: 2, window: null })
})

async function proposalOf(pairId: number): Promise<OpenPair['document']> {
  await client.call('proposals.make', { pairId })
  return (await pair(pairId)).document
}

test('an export says by which window its images were converted', async () => {
  const options = { format: 'a-b', states: ['unreviewed' as const] }
  const { files } = await client.call('export.sample', options)
  const card = files.find(({ path }) => path === 'README.md')?.text ?? ''
  expect(card).toContain('Values of the images in the project: values from 900 (black) to 1100 (white).')
  await client.call('project.setWindow', { window: null })
  const { files: plain } = await client.call('export.sample', options)
  expect(plain.find(({ path }) => path === 'README.md')?.text).not.toContain('Values of the images')
})

test('values and previews are those of the files', async () => {
  const { depth, bands } = await client.call('pairs.values', { pairId: 1 })
  expect(depth).toMatchObject({ frames: { before: true, after: true }, full: { low: 0, high: 57_000 } })
  expect(bands?.before).toEqual({ count: 1, names: [''] })
  const { path, mimeType } = await engine.locatePicture({ pairId: 1, kind: 'after-values' })
  expect(mimeType).toBe('application/octet-stream')
  const bytes = new Uint8Array(await readFile(path)).buffer
  expect([...new Uint32Array(bytes, 0, 3)]).toEqual([WIDTH, HEIGHT, 1])
  expect(new Float32Array(bytes, VALUES_HEADER_BYTES)).toEqual(Float32Array.from(frame(true)))
})

test('bands are the project’s, named by the file, and one that a frame lacks is a message on that pair', async () => {
  const facts = await client.call('pairs.values', { pairId: 3 })
  expect(facts.bands?.before).toEqual({ count: 4, names: ['Blue', 'Green', 'Red', 'Near infrared'] })
  expect(facts.bands?.after.count).toBe(5)
  expect((await client.call('project.setBands', { bands: [1, 2, 3] })).mapping.bands).toBeNull()
  await client.call('project.setBands', { bands: [5] })
  await expect(engine.locatePicture({ pairId: 3, kind: 'before' })).rejects.toMatchObject({
    failure: { code: 'bad-image', reason: 'no-such-band' },
  })
  await expect(client.call('proposals.make', { pairId: 3 })).rejects.toMatchObject({
    failure: { code: 'bad-image', reason: 'no-such-band' },
  })
  expect((await pair(3)).pair.problem).toMatchObject({ code: 'no-such-band', path: 'A/x-bands.tif' })
  // the facts are there all the same: other bands can be chosen
  expect((await client.call('pairs.values', { pairId: 3 })).bands?.before.count).toBe(4)
  await client.call('project.setBands', { bands: [4] })
  expect((await pair(3)).pair.problem).toBeNull()
  await client.call('proposals.make', { pairId: 3 })
  await client.call('project.setBands', { bands: null })
})

test('windows that are none are refused', async () => {
  const wrong = [
    { low: 5, high: 5 },
    { low: 6, high: 5 },
    { low: NaN, high: 5 },
    { low: 0, high: Infinity },
    { low: -1e308, high: 1e308 },
  ]
  for (const window of wrong) {
    for (const put of [
      () => client.call('pairs.setWindow', { pairId: 1, window }),
      () => client.call('project.setWindow', { window }),
    ]) {
      await expect(put()).rejects.toMatchObject({ failure: { code: 'invalid-input' } })
    }
  }
  for (const bands of [[0], [1.5], [1, 2], [1, 2, 3, 4], []] as unknown as [number][]) {
    await expect(client.call('project.setBands', { bands })).rejects.toMatchObject({
      failure: { code: 'invalid-input' },
    })
  }
  await expect(client.call('pairs.setWindow', { pairId: 999, window: null })).rejects.toMatchObject({
    failure: { code: 'not-found' },
  })
})

test('pictures of windows that were left are deleted, but for the last few; a replaced file is shown', async () => {
  const shownFiles = (): string[] =>
    readdirSync(join(folder, '.deltascribe', 'cache')).filter((name) => name.startsWith('1-after-display'))
  for (let high = 1100; high < 2000; high += 100) {
    await client.call('pairs.setWindow', { pairId: 1, window: { low: 900, high } })
    await greys(1, 'after')
  }
  expect(shownFiles()).toHaveLength(4)
  expect(await greys(1, 'after')).toEqual([36, 26])
  const other = join(folder, 'other.tif')
  const data = frame(true).map((value) => (value === 1040 ? 1900 : value))
  await writeFile(other, makeTiff({ width: WIDTH, height: HEIGHT, data }))
  await rename(other, join(folder, 'B', 'one.tif'))
  expect(await greys(1, 'after')).toEqual([255, 26])
})
