import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { commonFormatNames } from '../formats/list'
import type { ExportReport } from '../../contract/work'
import { emptyDocument } from '../../domain/document'
import { decodeFile } from '../../images/decode'
import { sidecarPath } from '../../georeference/sidecars'
import { putSidecars } from '../../georeference/testing'
import { encodePng } from '../../images/raster'
import { makePair, makePairFolder } from '../../images/testing'
import { decodeRle } from '../../mask/rle'
import { discoverPairs } from '../discover'
import { readLabel } from '../labels'
import { exportPairs, previewExport } from './export'
import type { ExportItem } from './export-pair'
import { madeFactsItem, madeHeight, madeItem, madeMask, madeRegion, madeWidth } from './testing'
import type { MaskShape } from './testing'
import { englishOf, message } from '../../messages/message'

const shapes: MaskShape[] = ['empty', 'full', 'ring', 'dots']

let folder: string
let out: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-export-'))
  out = join(folder, 'deep/out')
})
afterEach(() => rm(folder, { recursive: true }))

function write(
  items: ExportItem[],
  format: string,
  { to = out, signal = new AbortController().signal, progress = (): void => {} } = {},
): Promise<ExportReport> {
  return exportPairs(items, { format, out: to, states: ['accepted', 'corrected'] }, { progress, signal })
}

async function filesOf(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort()
}

/** `pairs.jsonl`. */
async function rowsOf(root: string): Promise<{ before: string; after: string }[]> {
  const lines = (await readFile(join(root, 'pairs.jsonl'), 'utf8')).trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line) as { before: string; after: string })
}

async function json<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(join(out, path), 'utf8')) as T
}

describe('a COCO export', () => {
  interface Instances {
    images: {
      id: number
      file_name: string
      width: number
      height: number
      pair_id: string
      before_file_name: string
    }[]
    categories: { id: number; name: string }[]
    annotations: {
      id: number
      image_id: number
      category_id: number
      iscrowd: number
      area: number
      bbox: number[]
      segmentation: { size: [number, number]; counts: string }
      before_segmentation?: object
      origin: string
    }[]
  }

  test('has every mask bit for bit, with its area and box, empty and full ones too', async () => {
    const regions = shapes.map((shape) => madeRegion(shape, shape))
    await write([await madeItem(folder, 'a', { regions, item: { split: 'train' } })], 'coco')
    const { annotations, images } = await json<Instances>('annotations/instances_train.json')
    expect(annotations.map(({ segmentation }) => decodeRle(segmentation).data)).toEqual(shapes.map(madeMask))
    expect(annotations.map(({ area }) => area)).toEqual([0, 120, 40, 41])
    expect(annotations.map(({ bbox }) => bbox)).toEqual([
      [0, 0, 0, 0],
      [0, 0, madeWidth, madeHeight],
      [2, 1, 7, 7],
      [0, 0, madeWidth, madeHeight],
    ])
    expect(annotations.every(({ image_id }) => image_id === images[0].id)).toBe(true)
    expect(annotations[0].segmentation.size).toEqual([madeHeight, madeWidth])
  })

  test('keeps pairs without change, categories over all splits, captions in order', async () => {
    const moved = madeRegion('1', 'ring', { category: 'car', beforeMask: madeRegion('x', 'dots').mask })
    const items = [
      await madeItem(folder, 'train/1', { regions: [moved], captions: ['a', 'b'], item: { split: 'train' } }),
      await madeItem(folder, 'test/1', { regions: [madeRegion('2', 'full')], item: { split: 'test' } }),
      await madeItem(folder, 'test/2', { item: { split: 'test' } }),
    ]
    const report = await write(items, 'coco')
    const train = await json<Instances>('annotations/instances_train.json')
    const testSplit = await json<Instances>('annotations/instances_test.json')
    expect(train.categories).toEqual(testSplit.categories)
    expect(train.categories.map(({ id, name }) => [id, name])).toEqual([
      [1, 'building'],
      [2, 'car'],
    ])
    expect(train.annotations[0].before_segmentation).toEqual(moved.beforeMask)
    expect(testSplit.images.map(({ pair_id }) => pair_id)).toEqual(['test/1', 'test/2'])
    const captions = await json<{ annotations: { caption: string }[] }>('annotations/captions_train.json')
    expect(captions.annotations.map(({ caption }) => caption)).toEqual(['a', 'b'])
    expect([report.pairCount, report.regionCount, report.captionCount]).toEqual([3, 2, 2])
    const { file_name, before_file_name } = train.images[0]
    expect(await readFile(join(out, 'images', file_name))).toEqual(await readFile(items[0].afterPath))
    expect(await readFile(join(out, 'images', before_file_name))).toEqual(await readFile(items[0].beforePath))
  })
})

describe('a Qwen-VL export', () => {
  interface Row {
    id: string
    images: string[]
    mask: string
    conversations: { from: string; value: string }[]
  }

  test('has one conversation a caption, a tag for each image and none in the answer', async () => {
    const regions = [madeRegion('1', 'ring')]
    const captions = ['a car <image> is gone', 'the car left']
    const item = await madeItem(folder, 'seq/1', { regions, captions, item: { split: 'val' } })
    await write([item, await madeItem(folder, 'seq/2', { item: { split: 'val' } })], 'qwen-vl')
    const lines = (await readFile(join(out, 'val.jsonl'), 'utf8')).trimEnd().split('\n')
    const rows = lines.map((line) => JSON.parse(line) as Row)
    expect(rows.map(({ id }) => id)).toEqual(['seq/1#0', 'seq/1#1', 'seq/2#0'])
    for (const { images, conversations } of rows) {
      const [question, answer] = conversations
      expect(question.value.match(/<image>/g)).toHaveLength(images.length)
      expect(answer.value).not.toMatch(/<image>/)
      await Promise.all(images.map((path) => decodeFile(join(out, path))))
    }
    expect(rows.map(({ conversations }) => conversations[1].value)).toEqual([
      'a car image is gone',
      'the car left',
      'There is no difference between the two images.',
    ])
  })

  test.each(shapes)('has the %s mask bit for bit beside it', async (shape) => {
    const item = await madeItem(folder, 'a', { regions: [madeRegion('1', shape)], captions: ['x'] })
    await write([item], 'qwen-vl')
    const { samples } = await decodeFile(join(out, 'masks/a.png'))
    expect(samples.channels).toBe(1)
    expect(samples.data).toEqual(madeMask(shape).map((value) => value * 255))
  })
})

describe.each(
  commonFormatNames.filter((format) => format !== 'webdataset' && format !== 'hugging-face-parquet'),
)('a folder of files, %s,', (format) => {
  test('opens again with the same keys, splits and captions, and its masks are read back', async () => {
    const regions = [madeRegion('1', 'ring')]
    const items = [
      await madeItem(folder, 'street/A_1', { regions, captions: ['One', 'Two'] }),
      await madeItem(folder, 'street/A_2', { captions: ['Two'], item: { split: 'test' } }),
    ]
    await write(items, format)
    const { readings } = await discoverPairs(out)
    expect(readings[0].id).toBe('manifest-pairs.jsonl')
    expect(readings[0].pairs.map(({ key, caption }) => [key, caption])).toEqual([
      ['street/A_1', 'One'],
      ['street/A_2', 'Two'],
    ])
    expect(readings[0].pairs[1].split).toBe('test')
    const { label } = readings[0].pairs[0]
    const read =
      label === null ? [] : await readLabel(join(out, label), { width: madeWidth, height: madeHeight })
    expect(read.map(({ mask }) => mask)).toEqual(label === null ? [] : [regions[0].mask])
  })

  test('writes nothing outside its folder and no two pairs into one file, whatever the keys', async () => {
    const keys = [
      '../../up',
      'a/b',
      'a__b',
      'A__B',
      'con',
      '..',
      'x'.repeat(300),
      '東'.repeat(95),
      `${'東'.repeat(94)}京`,
      'naïve café',
      'a:b*c',
      '.hidden',
    ]
    const items = await Promise.all(keys.map((key) => madeItem(folder, key, { captions: ['x'] })))
    const before = await filesOf(folder)
    const report = await write(items, format)
    expect(report.pairCount).toBe(keys.length)
    const after = (await filesOf(folder)).filter((path) => !path.startsWith('deep/out/'))
    expect(after).toEqual(before)
    const images = (await rowsOf(out)).flatMap((row) => [row.before, row.after])
    expect(await filesOf(out)).toEqual(expect.arrayContaining(images))
    expect(new Set(images.map((path) => path.toLowerCase())).size).toBe(keys.length * 2)
    expect(images.every((path) => !/[:*?"<>|]/.test(path) && Buffer.byteLength(path) < 160)).toBe(true)
  })
})

describe.each(commonFormatNames)('an export to %s', (format) => {
  test('into the folder that it was made from does not double its pairs', async () => {
    await makePairFolder(folder, { count: 2, width: madeWidth, height: madeHeight, layout: 'a-b' })
    const path = (side: string): string => join(folder, side, 'pair_000000.png')
    const paths = { beforePath: path('A'), afterPath: path('B') }
    await putSidecars(paths.afterPath)
    await write([await madeItem(folder, 'a', { captions: ['x'], item: paths })], format)
    const { readings } = await discoverPairs(folder)
    expect(readings[0].pairs.map(({ key }) => key)).toEqual(['pair_000000', 'pair_000001'])
    expect(readings[0].leftOut).toContainEqual({
      path: 'deep/out/',
      reason: 'it is an export: open it by itself',
    })
  })

  test('gives the same bytes for the same pairs', async () => {
    const items = [
      await madeItem(folder, 'b', { regions: [madeRegion('1', 'dots')], captions: ['x'] }),
      await madeItem(folder, 'a'),
    ]
    await write(items, format)
    await write(items, format, { to: join(folder, 'again') })
    const files = await filesOf(out)
    expect(await filesOf(join(folder, 'again'))).toEqual(files)
    for (const file of files) {
      expect(await readFile(join(folder, 'again', file))).toEqual(await readFile(join(out, file)))
    }
  })

  test('leaves out a pair of which nobody has said anything, and keeps one accepted as unchanged', async () => {
    const items = [
      await madeItem(folder, 'accepted'),
      await madeItem(folder, 'unknown', { item: { document: emptyDocument() } }),
    ]
    const { pairCount, leftOut } = await previewExport(items.map(madeFactsItem), {
      format,
      states: ['unreviewed', 'accepted'],
    })
    // CLEVR-Change knows unchanged pairs only beside a changed one
    expect(pairCount).toBe(format === 'clevr-change' ? 0 : 1)
    expect(leftOut).toContainEqual({
      key: 'unknown',
      reason: message('exports.noProposal'),
    })
  })

  test('leaves out what cannot be written, with its reason, and goes on', async () => {
    const size = { width: madeWidth, height: madeHeight }
    const problem = { code: 'unreadable', message: 'a.png is damaged', path: 'a.png' } as const
    const gone = await madeItem(folder, 'gone', { captions: ['x'] })
    const replaced = await madeItem(folder, 'replaced', { captions: ['x'] })
    const truncated = await madeItem(folder, 'truncated', { captions: ['x'] })
    await rm(gone.afterPath)
    await writeFile(replaced.afterPath, await encodePng(makePair(1, 20, 20).after))
    await rm(sidecarPath(replaced.afterPath, 'world'))
    await writeFile(truncated.beforePath, (await readFile(truncated.beforePath)).subarray(0, 20))
    const wide = madeRegion('1', 'ring', { mask: { size: [madeWidth, madeHeight], counts: 'h3' } })
    const items = [
      await madeItem(folder, 'bad', { captions: ['x'], item: { problem } }),
      await madeItem(folder, 'fine', { captions: ['x'], item: size }),
      gone,
      replaced,
      truncated,
      await madeItem(folder, 'turned', { regions: [wide], captions: ['x'] }),
    ]
    const report = await write(items, format)
    expect(report.pairCount).toBe(1)
    const reasons = new Map(report.leftOut.map(({ key, reason }) => [key, reason]))
    expect(englishOf(reasons.get('bad') ?? '')).toBe('a.png is damaged')
    expect(englishOf(reasons.get('gone') ?? '')).toContain('is not there')
    expect(englishOf(reasons.get('replaced') ?? '')).toContain('20 x 20 pixels now')
    expect(englishOf(reasons.get('truncated') ?? '')).toContain('incomplete')
    expect(englishOf(reasons.get('turned') ?? '')).toContain('was the image replaced?')
    const card = await readFile(join(out, 'README.md'), 'utf8')
    expect(card).toContain('- `gone`:')
    expect(card).toContain('| pairs | 1 |')
  })

  test('of which no pair is left fails with the reasons, and leaves nothing behind', async () => {
    await expect(write([], format)).rejects.toMatchObject({
      failure: {
        code: 'invalid-input',
        message: 'No pair is accepted or corrected: review some pairs first, or choose other states.',
      },
    })
    const damaged = await madeItem(folder, 'damaged', { captions: ['x'] })
    await writeFile(damaged.afterPath, '')
    await expect(write([damaged], format)).rejects.toMatchObject({
      failure: {
        code: 'invalid-input',
        message: expect.stringMatching(
          /^The only pair cannot be written as .*\. damaged: .* is empty/,
        ) as string,
      },
    })
    expect(await readdir(join(folder, 'deep'))).toEqual([])
  })

  test('refuses a folder that is not empty and one below a file', async () => {
    const item = await madeItem(folder, 'a')
    await mkdir(out, { recursive: true })
    await writeFile(join(out, 'mine.txt'), 'keep')
    await expect(write([item], format)).rejects.toMatchObject({
      failure: { code: 'cannot-write', path: out, message: expect.stringContaining('not empty') as string },
    })
    expect(await filesOf(out)).toEqual(['mine.txt'])
    const below = join(out, 'mine.txt/deeper')
    await expect(write([item], format, { to: below })).rejects.toMatchObject({
      failure: { code: 'cannot-write' },
    })
    await expect(write([item], format, { to: 'relative' })).rejects.toMatchObject({
      failure: { message: expect.stringContaining('absolute') as string },
    })
  })

  test('takes an empty folder, and leaves it empty where it is cancelled before the first pair', async () => {
    await mkdir(out, { recursive: true })
    const items = [await madeItem(folder, 'a', { captions: ['x'] })]
    await expect(write(items, format, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      failure: { code: 'cancelled', message: 'The export was cancelled; nothing was written.' },
    })
    expect(await readdir(join(folder, 'deep'))).toEqual(['out'])
    expect(await readdir(out)).toEqual([])
    await write(items, format)
    expect(await readdir(join(folder, 'deep'))).toEqual(['out'])
  })

  test('is told beforehand by the preview', async () => {
    const items = [
      await madeItem(folder, 'a', { regions: [madeRegion('1', 'ring')], captions: ['x', 'y'] }),
      await madeItem(folder, 'b', { item: { problem: { code: 'missing', message: 'gone', path: 'b' } } }),
    ]
    items.push(await madeItem(folder, 'c'))
    items[2].document.review.state = 'unreviewed'
    const preview = await previewExport(items.map(madeFactsItem), { format, states: ['accepted'] })
    const { out: _, ...report } = await write(items, format)
    expect({ ...preview, notices: [] }).toEqual({ ...report, notices: [] })
  })
})

describe('the data card', () => {
  test('tells where the annotations come from', async () => {
    const proposal = { kind: 'proposal', proposalId: 4 } as const
    const corrected = await madeItem(folder, 'a', {
      regions: [madeRegion('1', 'ring'), madeRegion('2', 'dots', { source: proposal })],
      captions: ['x'],
      item: { proposedBy: { proposer: 'difference', version: '1.0.0' } },
    })
    corrected.document.review.state = 'corrected'
    const said = { kind: 'model', model: 'seer', version: '', host: '192.168.1.4:8080' } as const
    corrected.document.captions.push({ ...corrected.document.captions[0], id: 'said', rank: 1, source: said })
    const accepted = await madeItem(folder, 'b', { regions: [madeRegion('1', 'ring', { source: proposal })] })
    await write([corrected, accepted], 'coco')
    const card = await readFile(join(out, 'README.md'), 'utf8')
    for (const row of [
      '| accepted | 1 |',
      '| corrected | 1 |',
      '| made by a person | 1 |',
      '| accepted as proposed | 1 |',
      '| proposed, in a pair that a person corrected | 1 |',
      '| difference 1.0.0 | 1 |',
      '| said by the model seer, asked over the caption connector | 1 |',
    ]) {
      expect(card).toContain(row)
    }
    expect(card).not.toContain('192.168')
  })
})

describe.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
  'a folder without permission [not on Windows, not as root]',
  () => {
    test('is a clear error', async () => {
      const closed = join(folder, 'closed')
      await mkdir(closed)
      await chmod(closed, 0o500)
      await expect(
        write([await madeItem(folder, 'a')], 'coco', { to: join(closed, 'out') }),
      ).rejects.toMatchObject({
        failure: { code: 'cannot-write', message: expect.stringContaining('may not be written') as string },
      })
    })
  },
)
