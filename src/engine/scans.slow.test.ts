import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OpenPair } from '../contract/pairs'
import { makeDicom, PERSON } from '../images/dicom/testing'
import { makeNifti } from '../images/nifti/testing'
import { makePair } from '../images/testing'
import { rleArea } from '../mask/rle'
import { startEngine } from './testing'
import type { StartedEngine } from './testing'

const home = mkdtempSync(join(tmpdir(), 'deltascribe-home-'))
const SIZE = { width: 48, height: 40 }
const DEEP = 5
const folders: string[] = []
let engine: StartedEngine['engine']
let client: StartedEngine['client']
let folder: string

/** A volume whose slices differ: the made pair, with stripes that grow from slice to slice. */
function volume(isAfter: boolean): Buffer {
  const made = makePair(1, SIZE.width, SIZE.height)
  const { data } = isAfter ? made.after : made.before
  return makeNifti({
    dims: [SIZE.width, SIZE.height, DEEP],
    pixdim: [0.5, 0.8, 3],
    at: (i, j, k) => data[((SIZE.height - 1 - j) * SIZE.width + SIZE.width - 1 - i) * 3] + 5 * (i % 7) * k,
    isPacked: true,
  })
}

/** In the columns that are shown on the right: 100 voxels a slice, and one more from slice to slice. */
function labelAt(i: number, j: number, k: number): number {
  return i < 10 && (j < 10 || (j === 10 && i < k)) ? 1 : 0
}

async function put(name: string, side: 'A' | 'B', bytes: Buffer): Promise<void> {
  await mkdir(join(folder, side), { recursive: true })
  await writeFile(join(folder, side, name), bytes)
}

async function keys(): Promise<string[]> {
  const filter = { states: null, search: '', hasProblem: null }
  const { ids } = await client.call('pairs.find', { filter, order: 'key' })
  return (await client.call('pairs.rows', { ids })).map(({ key }) => key)
}

beforeAll(async () => {
  ;({ engine, client } = startEngine(home))
  await client.call('settings.set', { proposeAhead: false, provider: 'cpu', proposer: 'difference' })
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-scans-'))
  folders.push(folder)
})
afterAll(() => {
  engine.dispose()
  for (const made of [home, ...folders]) {
    rmSync(made, { recursive: true, force: true, maxRetries: 20 })
  }
})

test('a pair of volumes shows the middle slice; a range makes a pair of each slice, which stays', async () => {
  await put('head.nii.gz', 'A', volume(false))
  await put('head.nii.gz', 'B', volume(true))
  expect(await client.call('project.open', { folder, reading: null })).toMatchObject({ pairCount: 1 })
  expect(await client.call('scans.get', { pairId: 1 })).toMatchObject({
    after: { shown: { axis: 'axial', number: 3 }, spacing: { columnMillimetres: 0.5 } },
    counts: { axial: DEEP, coronal: SIZE.height, sagittal: SIZE.width },
    stack: [{ pairId: 1, number: 3 }],
  })
  const range = { pairId: 1, axis: 'axial', from: 2, to: 4 } as const
  expect(await client.call('scans.addSlices', range)).toEqual({ added: 2 })
  expect(await client.call('embeddings.status', {})).toMatchObject({ total: 3 })
  expect(await client.call('scans.addSlices', { ...range, pairId: 2 })).toEqual({ added: 0 })
  await client.call('scans.addSlices', { ...range, axis: 'coronal', from: 7, to: 7 })
  expect(await keys()).toEqual(['head', 'head#0002', 'head#0004', 'head#coronal-0007'])
  const { stack } = (await client.call('scans.get', { pairId: 2 }))!
  expect(stack.map(({ number }) => number)).toEqual([2, 3, 4])
  for (const { pairId } of stack) {
    await client.call('proposals.make', { pairId })
    expect((await client.call('pairs.get', { pairId })).pair).toMatchObject({ ...SIZE, problem: null })
  }
  const located = await Promise.all(
    stack.map(({ pairId }) => engine.locatePicture({ pairId, kind: 'after' })),
  )
  expect(new Set(located.map(({ path }) => readFileSync(path, 'base64'))).size).toBe(3)
  const again = await client.call('project.open', { folder, reading: null })
  expect(again.pairCount).toBe(4)
  await expect(client.call('scans.addSlices', { ...range, to: 6 })).rejects.toThrow(/have slices 1 to 5/)
})

test('slices that are asked for at once are all put on the list, each once', async () => {
  await put('head.nii.gz', 'A', volume(false))
  await put('head.nii.gz', 'B', volume(true))
  await client.call('project.open', { folder, reading: null })
  const ranges = [
    { pairId: 1, axis: 'axial', from: 1, to: 2 },
    { pairId: 1, axis: 'axial', from: 2, to: 4 },
    { pairId: 1, axis: 'coronal', from: 7, to: 7 },
  ] as const
  const counts = await Promise.all(ranges.map((range) => client.call('scans.addSlices', range)))
  expect(counts.reduce((sum, { added }) => sum + added, 0)).toBe(4)
  expect(await keys()).toEqual(['head', 'head#0001', 'head#0002', 'head#0004', 'head#coronal-0007'])
})

test('a label volume beside the images is offered slice by slice', async () => {
  await put('head.nii.gz', 'A', volume(false))
  await put('head.nii.gz', 'B', volume(true))
  await mkdir(join(folder, 'label'))
  await writeFile(
    join(folder, 'label', 'head.nii.gz'),
    makeNifti({ dims: [SIZE.width, SIZE.height, DEEP], at: labelAt, datatype: 2, isPacked: true }),
  )
  await client.call('project.open', { folder, reading: null })
  await client.call('scans.addSlices', { pairId: 1, axis: 'axial', from: 5, to: 5 })
  for (const [pairId, area] of [
    [1, 102],
    [2, 104],
  ]) {
    const [offer] = await client.call('proposals.list', { pairId })
    const { regions } = await client.call('proposals.get', { proposalId: offer.id })
    expect(regions.map(({ mask }) => rleArea(mask))).toEqual([area])
  }
})

/** Ten slices of 3 mm, of which each has its number as value. @param isTurned stored from head to feet */
function numbered(isTurned: boolean): Buffer {
  const step = isTurned ? -3 : 3
  return makeNifti({
    dims: [SIZE.width, SIZE.height, 10],
    at: (i, j, k) => 20 * (isTurned ? 10 - k : k + 1) + (i % 4) + (j % 3),
    sform: [
      [1, 0, 0, 0],
      [0, 1, 0, 0],
      [0, 0, step, isTurned ? 27 : 0],
    ],
  })
}

async function byKey(wanted: string): Promise<OpenPair> {
  const filter = { states: null, search: wanted, hasProblem: null }
  const { ids } = await client.call('pairs.find', { filter, order: 'key' })
  return client.call('pairs.get', { pairId: ids[0] })
}

async function beforeSlices(): Promise<(number | undefined)[]> {
  const filter = { states: null, search: '', hasProblem: null }
  const { ids } = await client.call('pairs.find', { filter, order: 'key' })
  const scans = await Promise.all(ids.map((pairId) => client.call('scans.get', { pairId })))
  expect(scans.map((scan) => scan?.apart)).toEqual(ids.map(() => null))
  return scans.map((scan) => scan?.before.shown?.number)
}

test('slices of volumes that are stored from other ends are paired by their place', async () => {
  await put('head.nii.gz', 'A', numbered(true))
  await put('head.nii.gz', 'B', numbered(false))
  await client.call('project.open', { folder, reading: null })
  // the middle one is the fifth
  expect(await beforeSlices()).toEqual([6])
  await client.call('scans.addSlices', { pairId: 1, axis: 'axial', from: 1, to: 3 })
  expect(await keys()).toEqual(['head', 'head#0001', 'head#0002', 'head#0003'])
  expect(await beforeSlices()).toEqual([6, 10, 9, 8])
  const { pair } = await client.call('pairs.get', { pairId: 2 })
  expect(pair).toMatchObject({ before: 'A/head.nii.gz#axial10', after: 'B/head.nii.gz#axial1' })
})

test('a pair that people worked on keeps its slices; one that nobody touched is proposed for anew', async () => {
  await put('one.nii', 'A', numbered(false))
  await put('one.nii', 'B', numbered(false))
  await put('two.nii', 'A', numbered(false))
  await put('two.nii', 'B', numbered(false))
  await client.call('project.open', { folder, reading: null })
  await client.call('proposals.make', { pairId: 1 })
  await client.call('proposals.make', { pairId: 2 })
  await client.call('pairs.decide', {
    pairId: 2,
    decision: 'accept',
    eventId: 'decided-two',
    milliseconds: 0,
  })
  await put('one.nii', 'A', numbered(true))
  await put('two.nii', 'A', numbered(true))
  await client.call('project.open', { folder, reading: null })
  const opened = await Promise.all(['one', 'two'].map(byKey))
  expect(opened.map(({ pair }) => pair.before)).toEqual(['A/one.nii#axial6', 'A/two.nii'])
  expect(opened.map(({ baseProposalId }) => baseProposalId === null)).toEqual([true, false])
  const scan = await client.call('scans.get', { pairId: opened[1].pair.id })
  expect(scan?.apart).toBeCloseTo(3, 4)
})

test('a list names a slice of each frame', async () => {
  await put('head.nii.gz', 'A', volume(false))
  await put('head.nii.gz', 'B', volume(true))
  await writeFile(
    join(folder, 'pairs.csv'),
    'before,after\nA/head.nii.gz#axial1,B/head.nii.gz#axial2\nA/head.nii.gz,B/gone.nii#axial1\n',
  )
  const project = await client.call('project.open', { folder, reading: null })
  expect(project.reading.leftOut).toHaveLength(1)
  expect(await keys()).toEqual(['B/head#0002'])
  const scan = await client.call('scans.get', { pairId: 1 })
  expect([scan?.before.shown?.number, scan?.after.shown?.number]).toEqual([1, 2])
})

test('frames of a DICOM file are slices, and its keys, its export and the logs have no name of a person', async () => {
  const name = 'DOE_JANE.dcm'
  const { width, height } = SIZE
  for (const side of ['A', 'B'] as const) {
    const made = makePair(1, width, height)[side === 'A' ? 'before' : 'after'].data
    const frame = Buffer.from(made.filter((_, at) => at % 3 === 0))
    const pixels = Buffer.concat([frame, frame.map((value) => value >> 1), frame])
    const spacing = { pixelSpacing: '0.7\\0.4' }
    await put(name, side, makeDicom({ ...SIZE, ...spacing, frames: 3, bitsAllocated: 8, pixels }))
  }
  await client.call('project.open', { folder, reading: null })
  expect(await client.call('scans.get', { pairId: 1 })).toMatchObject({
    before: { spacing: { columnMillimetres: 0.4, rowMillimetres: 0.7, isAtDetector: false } },
    after: { shown: { axis: 'frame', number: 2 } },
  })
  await client.call('scans.addSlices', { pairId: 1, axis: 'frame', from: 1, to: 3 })
  const [first, ...others] = await keys()
  expect(first).toMatch(/^scan-[0-9a-f]{12}$/)
  expect(others).toEqual([`${first}#0001`, `${first}#0003`])
  for (const pairId of [1, 2, 3]) {
    await client.call('proposals.make', { pairId })
  }
  const out = join(home, 'set')
  const job = await client.call('export.start', { format: 'coco', out, states: ['unreviewed'] })
  await expect
    .poll(async () => (await client.call('jobs.list', {})).find(({ id }) => id === job.id)?.state)
    .toBe('done')
  const files = [out, home, join(folder, '.deltascribe')].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' }).map((path) => join(root, path)),
  )
  const written = files.filter((path) => statSync(path).isFile())
  expect(written.filter((path) => path.startsWith(out)).length).toBeGreaterThan(3)
  expect(written.filter((path) => readFileSync(path).includes(PERSON))).toEqual([])
  // the project's store alone names the files, to find them
  const naming = written.filter((path) => readFileSync(path).includes('DOE_JANE'))
  expect(naming.filter((path) => !/project\.db(-wal)?$/.test(path))).toEqual([])
  const again = await client.call('project.open', { folder, reading: null })
  expect([again.pairCount, (await keys())[0]]).toEqual([3, first])
})
