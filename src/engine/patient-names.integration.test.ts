import { DatabaseSync } from '@photostructure/sqlite'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ExportOptions, Job } from '../contract/work'
import { makeDicom } from '../images/dicom/testing'
import { logPath } from '../process/log/log'
import { startEngine } from './testing'
import type { StartedEngine } from './testing'

const NAME = 'DOE_JANE'
const CAPTION = {
  id: 'c',
  text: 'a nodule grew',
  rank: 0,
  source: { kind: 'person' },
  logProbability: null,
} as const
const SIZE = { width: 24, height: 16 }
let home: string
let folder: string
let started: StartedEngine

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'deltascribe-names-'))
  folder = join(home, 'pacs')
  for (const [index, date] of ['20240110', '20240601', '20250214'].entries()) {
    put(`${NAME}/${date}/${NAME}_x7.dcm`, scan(index))
    put(`${NAME}/${date}/${NAME}_y7.dcm`, scan(index + 3))
  }
  started = startEngine(join(home, 'user'), { isHeadless: true })
})
afterEach(() => {
  started.engine.dispose()
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
})

function scan(shade: number): Buffer {
  const pixels = Buffer.alloc(SIZE.width * SIZE.height * 2)
  for (let at = 0; at < pixels.length; at += 2) {
    pixels.writeUInt16LE((at + shade * 100) % 4096, at)
  }
  return makeDicom({ ...SIZE, bitsStored: 12, pixels })
}

function put(path: string, bytes: Buffer | string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), bytes)
}

async function openAndReview(): Promise<void> {
  const { client } = started
  await client.call('project.open', { folder, reading: null })
  const { ids } = await client.call('pairs.find', {
    filter: { states: null, search: '', hasProblem: null },
    order: 'key',
  })
  for (const pairId of ids) {
    const diff = [{ type: 'caption.add', caption: CAPTION, index: 0 } as const]
    await client.call('pairs.edit', { pairId, eventId: `written-${pairId}`, label: 'Written', diff })
    const eventId = `reviewed-${pairId}`
    await client.call('pairs.decide', { pairId, eventId, decision: 'accept', milliseconds: 0 })
  }
}

async function exported(options: Omit<ExportOptions, 'out' | 'states'>): Promise<Job> {
  const out = join(home, 'out', options.format)
  const { id } = await started.client.call('export.start', { ...options, out, states: ['corrected'] })
  const found = async (): Promise<Job | undefined> =>
    (await started.client.call('jobs.list', {})).find((job) => job.id === id)
  await expect.poll(async () => (await found())?.state, { timeout: 20_000 }).not.toBe('running')
  const job = (await found())!
  expect(job).toMatchObject({ state: 'done', failure: null })
  return job
}

/** Paths and contents of everything below. */
function textsIn(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).flatMap((path) => {
    const whole = join(root, path)
    return statSync(whole).isFile() ? [path, readFileSync(whole, 'latin1')] : [path]
  })
}

test('names of folders are neither those of sequences nor in exports, and dates of studies are in none', async () => {
  put(`${NAME}/20250214/${NAME}_y7.dcm`, 'damaged')
  await openAndReview()
  await started.client.call('settings.set', { provider: 'cpu', proposer: 'difference' })
  for (const pairId of [1, 2, 3, 4]) {
    await started.client.call('proposals.make', { pairId }).catch(() => undefined)
  }
  const sequences = await started.client.call('sequences.list', {})
  expect(sequences.map(({ name, pairCount }) => [/^place-[\da-f]{12}$/.test(name), pairCount])).toEqual([
    [true, 2],
    [true, 2],
  ])
  for (const format of ['a-b', 'coco', 'webdataset', 'hugging-face', 'qwen-vl', 'dicom-seg']) {
    const { exportReport } = await exported({ format })
    expect(exportReport?.pairCount).toBe(3)
    expect(JSON.stringify(exportReport)).not.toContain(NAME)
  }
  const texts = textsIn(join(home, 'out'))
  const log = readFileSync(logPath(join(home, 'user'), 0), 'latin1')
  expect(log).toContain('problems.otherKind')
  expect(log).not.toContain(NAME)
  expect(texts.some((text) => text.includes('is not a PNG'))).toBe(true)
  expect(texts.some((text) => /"position": ?2/.test(text))).toBe(true)
  expect(texts.filter((text) => text.includes(NAME))).toEqual([])
  expect(texts.filter((text) => /2024-?0[16]|2025-?02/.test(text))).toEqual([])
})

test('dates of studies are written where data of patients is asked for', async () => {
  await openAndReview()
  await exported({ format: 'dicom-seg', patientData: 'copied' })
  const list = readFileSync(join(home, 'out/dicom-seg/pairs.jsonl'), 'utf8')
  expect(list).toContain('"after_date":"2024-06-01"')
  expect(list).not.toContain(NAME)
})

test('a project of a program that stored the names of folders gets new ones, and keeps its work', async () => {
  await openAndReview()
  await started.client.call('project.close', {})
  const store = new DatabaseSync(join(folder, '.deltascribe/project.db'))
  store.exec(`UPDATE pairs SET sequence = '${NAME}'; DELETE FROM meta WHERE name = 'contents'`)
  store.close()
  await started.client.call('project.open', { folder, reading: null })
  const [row] = await started.client.call('pairs.rows', { ids: [1] })
  expect([row.state, row.sequence?.name]).toEqual(['corrected', expect.stringMatching(/^place-/)])
})

test('keys stay where a file of another kind comes later', async () => {
  await openAndReview()
  const keys = async (): Promise<string[]> =>
    (await started.client.call('pairs.rows', { ids: [1, 2, 3, 4] })).map(({ key }) => key)
  const before = await keys()
  for (const date of ['20240110', '20240601', '20250214']) {
    put(`${NAME}/${date}/notes.png`, 'no image')
  }
  const { pairCount, counts } = await started.client.call('project.open', { folder, reading: null })
  expect([pairCount, counts.corrected]).toEqual([6, 4])
  expect(await keys()).toEqual(before)
})

test('a date that comes between two others keeps the pair that was worked on', async () => {
  const between = join(folder, NAME, '20240601')
  rmSync(between, { recursive: true })
  await openAndReview()
  const { reading, counts } = (await started.client.call('project.current', {}))!
  expect([reading.id, counts.corrected]).toEqual(['two-dates', 2])
  const [{ key }] = await started.client.call('pairs.rows', { ids: [1] })
  put(`${NAME}/20240601/${NAME}_x7.dcm`, scan(7))
  const { pairCount, counts: later } = await started.client.call('project.open', { folder, reading: null })
  expect([pairCount, later.corrected]).toEqual([4, 2])
  const [row] = await started.client.call('pairs.rows', { ids: [1] })
  expect([row.key, row.state]).toEqual([key, 'corrected'])
  const sequences = await started.client.call('sequences.list', {})
  expect(sequences.find(({ pairCount }) => pairCount === 3)?.reviewedCount).toBe(1)
})
