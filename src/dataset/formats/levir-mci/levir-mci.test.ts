import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ExportReport } from '../../../contract/work'
import { decodeFile, decodeImage } from '../../../images/decode'
import { exportPairs } from '../../export/export'
import type { ExportItem } from '../../export/export-pair'
import { madeItem, madeMask, madeRegion } from '../../export/testing'
import type { MaskShape } from '../../export/testing'
import { englishOf } from '../../../messages/message'

const fixtures = join(import.meta.dirname, '../../../images/fixtures')

let folder: string
let out: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-levir-'))
  out = join(folder, 'out')
})
afterEach(() => rm(folder, { recursive: true }))

function write(items: ExportItem[], to = out): Promise<ExportReport> {
  const options = { format: 'levir-mci', out: to, states: ['accepted', 'corrected'] } as const
  const signal = new AbortController().signal
  return exportPairs(items, { ...options, states: [...options.states] }, { progress: () => {}, signal })
}

interface Loaded {
  label: Uint8Array
  channels: number
  before: string
  after: string
  entry: Entry
  captions: string[][]
}

interface Entry {
  filepath: string
  filename: string
  imgid: number
  split: string
  changeflag: number
  sentids: number[]
  sentences: { raw: string; tokens: string[]; imgid: number; sentid: number }[]
}

/** The steps of preprocess_data.py and LEVIR_MCI.py, with the export as the working folder. */
async function loadAsReference(): Promise<Loaded[]> {
  const data = JSON.parse(await readFile(join(out, 'LevirCCcaptions.json'), 'utf8')) as { images: Entry[] }
  return Promise.all(
    data.images.map(async (entry) => {
      const split = entry.filename.split('.')[0].split('_')[0]
      const before = `images/${split}/A/${entry.filename.split('-')[0]}`
      const after = before.replaceAll('A', 'B')
      const { samples } = await decodeFile(join(out, before.replaceAll('A', 'label')))
      const label = Uint8Array.from(samples.data.filter((_, index) => index % samples.channels === 0))
      const captions = entry.sentences.map(({ raw }) => referenceTokens(raw))
      return { label, channels: samples.channels, before, after, entry, captions }
    }),
  )
}

/** `tokenize` of preprocess_data.py without the start and end tokens. */
function referenceTokens(raw: string): string[] {
  let text = raw
  for (const mark of [';', ',']) {
    text = text.replaceAll(mark, ` ${mark}`)
  }
  for (const mark of ['?', '.']) {
    text = text.replaceAll(mark, '')
  }
  return text.split(' ').filter((token) => token !== '')
}

describe('a LEVIR-MCI export, read as its own loader reads it', () => {
  test.each<MaskShape>(['ring', 'dots', 'full'])(
    'has the %s mask bit for bit in three channels',
    async (shape) => {
      await write([
        await madeItem(folder, 'a', { regions: [madeRegion('1', shape)], captions: ['A house is new.'] }),
      ])
      const [{ label, channels }] = await loadAsReference()
      expect(channels).toBe(3)
      expect(label).toEqual(madeMask(shape).map((value) => value * 255))
    },
  )

  test('writes roads as 128, all else as 255, rejected regions not at all', async () => {
    const regions = [
      madeRegion('1', 'full', { status: 'rejected' }),
      madeRegion('2', 'ring', { category: 'Road' }),
      madeRegion('3', 'empty', { category: 'car' }),
    ]
    const report = await write([await madeItem(folder, 'a', { regions, captions: ['a road is built'] })])
    const [{ label }] = await loadAsReference()
    expect(label).toEqual(madeMask('ring').map((value) => value * 128))
    expect(report.regionCount).toBe(2)
    expect(report.notices.map(englishOf)).toContain(
      'LEVIR-MCI knows roads and buildings only; written as building (255): car.',
    )
  })

  test('says how many captions are too long for the loader, and how many of them are first ones', async () => {
    const long = `A house appeared${' next to a house'.repeat(12)}.`
    const report = await write([
      await madeItem(folder, 'a', { captions: [long, 'a house is new'] }),
      await madeItem(folder, 'b', { captions: ['a road is built', long] }),
    ])
    expect(report.captionCount).toBe(2)
    expect(report.notices.map(englishOf)).toContain(
      '2 captions have more than the 39 words that the LEVIR-MCI loader has room for, and are left out, 1 of them the first of its pair.',
    )
  })

  test('says how many captions are one word for the loader', async () => {
    const captions = ['右侧出现了一个人。', 'a road is new', '新しい建物が建てられた']
    const { notices } = await write([await madeItem(folder, 'a', { captions })])
    expect(notices.map(englishOf).join()).toContain('2 captions have no blanks between words')
  })

  test('has images of the same name at the paths that the loader makes, byte for byte', async () => {
    const item = await madeItem(folder, 'CAVIAR-A_0001', { captions: ['a shed'] })
    await write([item])
    const [{ before, after, entry }] = await loadAsReference()
    expect(entry.filename).toMatch(/^(train|val|test)_\d{6}\.png$/)
    expect(await readFile(join(out, before))).toEqual(await readFile(item.beforePath))
    expect(await readFile(join(out, after))).toEqual(await readFile(item.afterPath))
  })

  test('has five sentences in the order of rank, repeated from the first', async () => {
    const item = await madeItem(folder, 'a', { captions: ['A road, wide; is built.', 'x'] })
    item.document.captions.reverse()
    const report = await write([item])
    const [{ entry, captions }] = await loadAsReference()
    expect(entry.sentences.map(({ raw }) => raw)).toEqual([
      'a road, wide; is built.',
      'x',
      'a road, wide; is built.',
      'x',
      'a road, wide; is built.',
    ])
    expect(entry.sentences[0].tokens).toEqual(['a', 'road', ',', 'wide', ';', 'is', 'built'])
    expect(captions).toEqual(entry.sentences.map(({ tokens }) => tokens))
    expect(entry.sentids).toEqual([0, 1, 2, 3, 4])
    expect(entry.changeflag).toBe(1)
    expect(report.captionCount).toBe(2)
  })

  test('says no change where nothing changed, with an empty label', async () => {
    await write([await madeItem(folder, 'a')])
    const [{ entry, label, captions }] = await loadAsReference()
    expect(entry.changeflag).toBe(0)
    expect(captions).toContainEqual(['the', 'scene', 'is', 'the', 'same', 'as', 'before'])
    expect(entry.sentences).toHaveLength(5)
    expect(label.every((value) => value === 0)).toBe(true)
  })

  test('keeps a typed no-change sentence as no change', async () => {
    await write([await madeItem(folder, 'a', { captions: ['The scene is the same as before.'] })])
    expect((await loadAsReference())[0].entry.changeflag).toBe(0)
  })

  test('numbers images and sentences through, under the split that the source gives', async () => {
    const items = [
      await madeItem(folder, 'val/1', { captions: ['x'], item: { split: 'val' } }),
      await madeItem(folder, 'train/1', { captions: ['y'], item: { split: 'train' } }),
    ]
    const report = await write(items)
    const loaded = await loadAsReference()
    expect(loaded.map(({ entry }) => [entry.filename, entry.split, entry.filepath, entry.imgid])).toEqual([
      ['val_000001.png', 'val', 'val', 0],
      ['train_000002.png', 'train', 'train', 1],
    ])
    expect(loaded[1].entry.sentids).toEqual([5, 6, 7, 8, 9])
    expect(report.splits).toEqual({ train: 1, val: 1 })
    expect(report.notices.map(englishOf).join(' ')).toContain('No pair falls into test')
  })

  test('leaves out a pair with regions and no caption, and one whose captions do not fit the loader', async () => {
    const report = await write([
      await madeItem(folder, 'silent', { regions: [madeRegion('1', 'ring')] }),
      await madeItem(folder, 'long', {
        captions: [Array.from({ length: 40 }, () => 'word').join(' '), ' ?. '],
      }),
      await madeItem(folder, 'fine', { captions: [Array.from({ length: 39 }, () => 'word').join(' ')] }),
    ])
    expect(report.pairCount).toBe(1)
    expect(report.leftOut.map(({ key }) => key)).toEqual(['long', 'silent'])
  })

  test.each([
    'orientation-6.jpg',
    'grey.png',
    'palette.png',
    'grey-12-of-16-bits.png',
    'rgb.bmp',
    'orientation-8.png',
  ])('turns %s into an upright 8-bit RGB PNG', async (name) => {
    const item = await madeItem(folder, 'a', { captions: ['x'] })
    const source = join(fixtures, name)
    await copyFile(source, item.beforePath)
    await copyFile(source, item.afterPath)
    const { width, height } = await decodeImage(source)
    await write([{ ...item, width, height }])
    const [{ before }] = await loadAsReference()
    const bytes = await readFile(join(out, before))
    expect([bytes[24], bytes[25]]).toEqual([8, 2])
    expect(await decodeImage(join(out, before))).toEqual(await decodeImage(source))
  })

  test('warns of a capital A in the path, which the loader would replace', async () => {
    const target = join(folder, 'Anna')
    const report = await write([await madeItem(folder, 'a', { captions: ['x'] })], target)
    expect(englishOf(report.notices[0])).toContain('replaces every capital A')
  })
})
