import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { decodeFile } from '../../images/decode'
import { discoverPairs } from '../discover'
import { exportMade, madeItem, madeMask, madeRegion } from '../export/testing'
import type { MaskShape } from '../export/testing'
import { importMade, readMade } from '../import/testing'
import { englishOf } from '../../messages/message'

let folder: string
let out: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-a-b-'))
  out = join(folder, 'out')
})
afterEach(() => rm(folder, { recursive: true }))

async function labelOf(path: string): Promise<{ channels: number; data: ArrayLike<number> }> {
  const { samples } = await decodeFile(join(out, path))
  return { channels: samples.channels, data: samples.data }
}

test.each<MaskShape>(['empty', 'full', 'ring', 'dots'])(
  'has the %s mask bit for bit, 0 and 255 in one channel, in the folder beside both images',
  async (shape) => {
    const regions = [madeRegion('1', shape), madeRegion('2', 'full', { status: 'rejected' })]
    const item = await madeItem(folder, 'train/7', { regions, item: { split: 'train' } })
    await exportMade([item], 'a-b', out)
    const label = await labelOf('train/label/7.png')
    expect(label).toEqual({ channels: 1, data: madeMask(shape).map((value) => value * 255) })
    expect(await readFile(join(out, 'train/A/7.png'))).toEqual(await readFile(item.beforePath))
    expect(await readFile(join(out, 'train/B/7.png'))).toEqual(await readFile(item.afterPath))
  },
)

test('is one mask of all regions, with categories left behind and a notice of it', async () => {
  const regions = [madeRegion('1', 'ring', { category: 'car' }), madeRegion('2', 'dots')]
  const report = await exportMade([await madeItem(folder, 'a', { regions })], 'a-b', out)
  const [ring, dots] = [madeMask('ring'), madeMask('dots')]
  const { data } = await labelOf('train/label/a.png')
  expect(data).toEqual(ring.map((value, pixel) => (value | dots[pixel]) * 255))
  expect(report.notices.map(englishOf)).toContain(
    'Masks tell change from no change only: categories are left behind.',
  )
})

test('is read from its folders alone with the keys and splits that it was made from', async () => {
  const keys = ['test/9', 'train/000012', 'val/000012', 'val/site_b']
  const items = await Promise.all(
    keys.map((key) => madeItem(folder, key, { item: { split: key.split('/')[0] } })),
  )
  await exportMade(items, 'a-b', out)
  const listed = (await discoverPairs(out)).readings[0]
  await rm(join(out, 'pairs.jsonl'))
  const { readings } = await discoverPairs(out)
  expect(readings[0].id).toBe('a-b-folders')
  expect(readings[0].pairs.map(({ key, split }) => [key, split])).toEqual(
    keys.map((key) => [key, key.split('/')[0]]),
  )
  const filesOf = ({ before, after, label }: (typeof listed.pairs)[0]): unknown => ({ before, after, label })
  expect(readings[0].pairs.map(filesOf)).toEqual(listed.pairs.map(filesOf))
})

test('keeps pairs apart whose names meet when the folder of their split is taken off', async () => {
  const keys = ['train/x', 'x', 'train/X']
  const items = await Promise.all(keys.map((key) => madeItem(folder, key, { item: { split: 'train' } })))
  await exportMade(items, 'a-b', out)
  const { pairs } = (await discoverPairs(out)).readings[0]
  expect(pairs.map(({ key }) => key).sort()).toEqual([...keys].sort())
  expect(new Set(pairs.map(({ before }) => before.toLowerCase())).size).toBe(keys.length)
  for (const item of items) {
    const pair = pairs.find(({ key }) => key === item.key)
    expect(await readFile(join(out, pair!.before))).toEqual(await readFile(item.beforePath))
  }
})

test('lists all captions under the key, and none where there is none', async () => {
  const items = [
    await madeItem(folder, 'a', { captions: ['A "new" shed', 'Ein Haus fehlt — où ?'] }),
    await madeItem(folder, '__proto__'),
  ]
  await exportMade(items, 'a-b', out)
  const captions = JSON.parse(await readFile(join(out, 'captions.json'), 'utf8')) as Record<string, string[]>
  expect(Object.entries(captions)).toEqual([
    ['a', ['A "new" shed', 'Ein Haus fehlt — où ?']],
    ['__proto__', []],
  ])
})

test('a pair whose key cannot be a file name comes back with all its captions', async () => {
  const keys = ['shot 12:30', ' lead', 'plain']
  const items = await Promise.all(
    keys.map((key) => madeItem(folder, key, { captions: [`${key} one`, 'two'] })),
  )
  await exportMade(items, 'a-b', out)
  const into = join(folder, 'project')
  const { pairCount, captionCount, problems } = await importMade(out, into)
  expect([pairCount, captionCount]).toEqual([3, 6])
  expect(new Map(problems.map(({ item, message }) => [item, englishOf(message)]))).toEqual(
    new Map([
      [' lead', 'It is called lead here, as its own name cannot be a file name.'],
      ['shot 12:30', 'It is called shot 12_30 here, as its own name cannot be a file name.'],
    ]),
  )
})

/** Captions by key, of the export without its list of pairs. */
async function captionsOfFiles(): Promise<{ captions: unknown; problems: string[] }> {
  await rm(join(out, 'pairs.jsonl'))
  const { items, problems } = await readMade(out, { format: 'a-b' })
  const captions = items.map(({ key, captions: own }) => [key, own.map(({ text }) => text)] as const)
  return { captions: Object.fromEntries(captions), problems }
}

async function exportCaptioned(splitOfKey: Record<string, string>): Promise<void> {
  const items = Object.entries(splitOfKey).map(([key, split]) =>
    madeItem(folder, key, { captions: [`of ${key}`, 'b'], item: { split } }),
  )
  await exportMade(await Promise.all(items), 'a-b', out)
}

test('captions go to their pairs by file names alone, also where two keys have one name', async () => {
  const keys = ['a b', 'a_b', 'val/c d', 'val/c_d']
  await exportCaptioned({ 'a b': 'train', a_b: 'train', 'val/c d': 'val', 'val/c_d': 'val' })
  expect(await captionsOfFiles()).toEqual({
    captions: Object.fromEntries(keys.map((key) => [key, [`of ${key}`, 'b']])),
    problems: [],
  })
})

test('captions of keys that cannot be told apart go to no pair', async () => {
  await exportCaptioned({ 'a b': 'train', a_b: 'val' })
  const { captions, problems } = await captionsOfFiles()
  expect(captions).toEqual({ 'train/a_b': [], 'val/a_b': [] })
  expect(problems).toEqual(
    Array.from({ length: 2 }, () => 'Its captions are left out: "a b" and "a_b" have one file name.'),
  )
})

test.each(['__proto__', 'constructor'])('captions of the key %s come back', async (key) => {
  await exportCaptioned({ [key]: 'train' })
  expect((await readMade(out, { format: 'a-b' })).items.map(({ captions }) => captions.length)).toEqual([2])
})
