import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { commonFormatNames } from '../formats/list'
import { exportMade, madeItem, madeRegion } from '../export/testing'
import { checkDataset } from './check'
import { convertDataset } from './convert'
import { filesIn } from './testing'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-convert-'))
})
afterEach(() => rm(folder, { recursive: true }))

const running = { progress: (): void => {}, signal: new AbortController().signal }

async function exported(format: string): Promise<string> {
  const moved = madeRegion('1', 'ring', { category: 'moved', beforeMask: madeRegion('x', 'dots').mask })
  const items = [
    await madeItem(folder, 'one', {
      regions: [moved],
      captions: ['a car was moved', 'it moved'],
      item: { split: 'train' },
    }),
    await madeItem(folder, 'two', {
      regions: [madeRegion('2', 'full')],
      captions: ['all is new'],
      item: { split: 'test' },
    }),
  ]
  const out = join(folder, format)
  await exportMade(items, format, out)
  return out
}

describe.each(commonFormatNames.map((from, index, all) => [from, all[(index + 1) % all.length]] as const))(
  'converting %s to %s',
  (from, to) => {
    test('keeps pairs, captions and splits, finds the format out, and leaves nothing beside the target', async () => {
      const source = await exported(from)
      const before = await filesIn(source)
      const out = join(folder, 'converted')
      const report = await convertDataset({ source, from: null, imageFolder: null, format: to, out }, running)
      expect([report.from, report.problems, report.export.leftOut]).toEqual([from, [], []])
      expect(report.export).toMatchObject({ pairCount: 2, captionCount: 3, splits: { train: 1, test: 1 } })
      const { format, pairCount, problems } = await checkDataset(out, null, null)
      expect([format, pairCount]).toEqual([to, 2])
      expect(problems.filter(({ level }) => level === 'error')).toEqual([])
      expect(await filesIn(source)).toEqual(before)
      expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual([])
    })
  },
)

test('a conversion says what is lost', async () => {
  const source = await exported('coco')
  const out = join(folder, 'plain')
  const { export: report } = await convertDataset(
    { source, from: 'coco', imageFolder: null, format: 'a-b', out },
    running,
  )
  expect(report.unsupportedFields).toEqual([
    'Categories are not kept: building, moved.',
    '1 mask in a before frame is not kept.',
    '5 regions and captions lose their origins: read back, all are imported.',
  ])
  const whole = join(folder, 'whole')
  const kept = await convertDataset(
    { source, from: null, imageFolder: null, format: 'webdataset', out: whole },
    running,
  )
  expect(kept.export.unsupportedFields).toEqual([])
})

test('a conversion keeps the place in a sequence', async () => {
  const sequence = { name: 'street', position: 2, beforeDate: '2019-06', afterDate: '2020-06' }
  const items = [
    await madeItem(folder, 'one', { captions: ['x'], item: { sequence } }),
    await madeItem(folder, 'alone', { captions: ['y'] }),
  ]
  const formats = ['webdataset', 'hugging-face', 'hugging-face-parquet', 'coco', 'levir-mci']
  let source = join(folder, 'source')
  await exportMade(items, formats[0], source)
  for (const format of formats.slice(1)) {
    const out = join(folder, format)
    await convertDataset({ source, from: null, imageFolder: null, format, out }, running)
    source = out
  }
  const rows = (await readFile(join(source, 'pairs.jsonl'), 'utf8')).trim().split('\n')
  const [alone, one] = rows.map((row) => JSON.parse(row) as object)
  expect(one).toMatchObject({
    sequence: 'street',
    position: 2,
    before_date: '2019-06',
    after_date: '2020-06',
  })
  expect(alone).not.toHaveProperty('sequence')
})

test('images are linked or referred to where that is asked for', async () => {
  const item = await madeItem(folder, 'one', { captions: ['x'] })
  const source = join(folder, 'coco')
  await exportMade([item], 'coco', source)
  for (const images of ['link', 'reference'] as const) {
    const out = join(folder, images)
    const options = { source, from: null, imageFolder: null, format: 'qwen-vl', out, images } as const
    await convertDataset(options, running)
    const [entry] = await readdir(join(out, 'images/before'), { withFileTypes: true })
    expect(entry.isSymbolicLink()).toBe(images === 'reference')
    const { problems } = await checkDataset(out, null, null)
    // links that lead out of a set are refused when it is read again
    expect(problems.length > 0).toBe(images === 'reference')
  }
})
