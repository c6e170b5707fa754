import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { encodeGreyPng } from '../../../images/raster'
import { encodeRle } from '../../../mask/rle'
import type { Rle } from '../../../mask/rle'
import { ProjectStore } from '../../../store/project-store'
import { foundPair } from '../../../store/testing'
import { madeImages, put } from '../testing'
import { readPredictions } from './read-predictions'
import type { PredictionReading } from './matching'
import type { ReadOptions } from './read-predictions'
import type { StagedPrediction } from './output'
import { englishOf } from '../../../messages/message'

const [width, height] = [12, 10]
let folder = ''
let source = ''
let ids: Map<string, number>

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-predictions-test-'))
  source = join(folder, 'predictions')
  const { after } = await madeImages(width, height)
  const store = new ProjectStore(join(folder, 'project.db'))
  const keys = ['one', 'two', 'three']
  store.pairs.synchronise(keys.map((key) => ({ ...foundPair(`${key}.png`), key })))
  ids = new Map(store.pairs.places().map(({ key, id }) => [key, id]))
  // the size of the others is read from their images
  store.pairs.setSize(ids.get('one')!, width, height)
  store.close()
  for (const key of keys) {
    await put(folder, `B/${key}.png`, after)
  }
})
afterEach(() => rm(folder, { recursive: true }))

async function read(change: Partial<ReadOptions> = {}): Promise<{
  report: PredictionReading
  staged: StagedPrediction[]
}> {
  const options = {
    source,
    format: null,
    imageList: null,
    listFile: null,
    folder,
    storePath: join(folder, 'project.db'),
    proposer: 'import:M',
    staged: join(folder, 'staged.jsonl'),
    ...change,
  }
  const running = { progress: (): void => {}, signal: new AbortController().signal }
  const report = await readPredictions(options, running)
  const lines = (await readFile(options.staged, 'utf8')).split('\n').filter((line) => line !== '')
  return { report, staged: lines.map((line) => JSON.parse(line) as StagedPrediction) }
}

function square(size: [number, number] = [width, height]): Rle {
  const data = new Uint8Array(size[0] * size[1])
  data.fill(1, 0, 4)
  return encodeRle({ width: size[0], height: size[1], data })
}

/** A line of COCO results, with a number as Python writes it. */
function resultText(id: string, score: string): string {
  return `{"image_id": "${id}", "segmentation": ${JSON.stringify(square())}, "score": ${score}}`
}

function maskPng(w = width, h = height): Promise<Uint8Array> {
  const data = new Uint8Array(w * h)
  data.fill(255, 3, 7)
  return encodeGreyPng({ width: w, height: h, data })
}

describe('COCO results', () => {
  test('several regions and captions of one image are one prediction, with the highest score', async () => {
    await put(source, 'results.json', [
      { image_id: 'one', category_id: 3, segmentation: square(), score: 0.4 },
      { image_id: 'one', category_id: 3, bbox: [1, 1, 3, 3], score: 0.9 },
      { image_id: 'one', caption: 'a house is new' },
    ])
    const { report, staged } = await read({ source: join(source, 'results.json') })
    expect(report).toMatchObject({
      format: 'coco-results',
      itemCount: 1,
      pairCount: 1,
      matchedBy: { key: 1, path: 0, name: 0 },
      regionCount: 2,
      captionCount: 1,
      problems: [],
    })
    expect(staged).toMatchObject([
      {
        pairId: ids.get('one'),
        score: 0.9,
        regions: [
          { category: 'class 3', score: 0.4, mask: square(), status: 'proposed' },
          { category: 'class 3', score: 0.9 },
        ],
        captions: [{ text: 'a house is new', rank: 0 }],
      },
    ])
  })

  test('numbers are looked up in the list of images, beside it or named', async () => {
    await put(source, 'results.json', [{ image_id: 7, category_id: 1, segmentation: square(), score: 1 }])
    const images = [{ id: 7, file_name: 'B/two.png' }]
    await put(folder, 'elsewhere/instances.json', {
      images,
      annotations: [],
      categories: [{ id: 1, name: 'house' }],
    })
    const unknown = await read({ source: join(source, 'results.json') })
    expect(unknown.report).toMatchObject({ pairCount: 0, unmatchedCount: 1, unmatched: [{ item: '7' }] })
    const named = await read({
      source: join(source, 'results.json'),
      imageList: join(folder, 'elsewhere/instances.json'),
    })
    expect(named.report).toMatchObject({ pairCount: 1, matchedBy: { path: 1 } })
    expect(named.staged[0].regions[0].category).toBe('house')
    await put(source, 'annotations/instances_val.json', { images, annotations: [] })
    expect((await read({ source: join(source, 'results.json') })).report).toMatchObject({ pairCount: 1 })
  })

  test('a score that is no number, or beyond 1, costs its region, which is named with its line', async () => {
    const rows = [
      resultText('one', 'NaN'),
      resultText('one', '0.5'),
      resultText('two', '-Infinity'),
      resultText('three', '7'),
    ]
    await put(source, 'results.json', `[\n${rows.join(',\n')}\n]`)
    const { report, staged } = await read({ source: join(source, 'results.json') })
    expect(staged.map(({ pairId, regions }) => [pairId, regions.length])).toEqual([[ids.get('one'), 1]])
    expect(report.leftOutCount).toBe(3)
    expect(report.problems.map(({ line, item, message }) => [line, item, message])).toEqual([
      [2, 'one', 'score: a score is a number from 0 to 1, and this is NaN.'],
      [4, 'two', 'score: a score is a number from 0 to 1, and this is -Infinity.'],
      [5, 'three', 'score: a score is at most 1.'],
    ])
  })
})

describe('a folder of masks', () => {
  test('is matched by file name, with captions beside it, and masks of both frames', async () => {
    await put(source, 'after/one.png', await maskPng())
    await put(source, 'before/one.png', await maskPng())
    await put(source, 'masks/two_mask.png', await maskPng())
    await put(source, 'captions.json', { one: 'a car left', two_mask: ['a tree', 'a new tree'] })
    const { report, staged } = await read({ format: 'masks' })
    expect(report).toMatchObject({
      format: 'masks',
      pairCount: 2,
      matchedBy: { key: 1, name: 1 },
      captionCount: 3,
    })
    const one = staged.find(({ pairId }) => pairId === ids.get('one'))
    expect(one).toMatchObject({
      score: 1,
      regions: [{ beforeMask: null }, {}],
      captions: [{ text: 'a car left' }],
    })
    expect(one?.regions[1].beforeMask).toEqual(one?.regions[0].mask)
  })

  test('whose names differ by their number is no sequence of dates', async () => {
    for (const number of [1, 2, 3, 4]) {
      await put(source, `one_00${number}.png`, await maskPng())
    }
    await put(source, 'one.png', await maskPng())
    const { report, staged } = await read()
    expect(staged).toHaveLength(1)
    expect(JSON.stringify(report.unmatched)).toMatch(/one_001.*one_002.*one_003.*one_004/)
  })

  test('a mask of another size or that is no image is named, and the rest goes on', async () => {
    await put(source, 'one.png', await maskPng(5, 5))
    await put(source, 'two.png', 'no image')
    await put(source, 'three.png', await maskPng())
    await put(source, 'four.png', await maskPng())
    const { report, staged } = await read()
    expect(staged.map(({ pairId }) => pairId)).toEqual([ids.get('three')])
    expect(report.problems.map(({ item, message }) => [item, englishOf(message)])).toEqual([
      ['one', expect.stringContaining('5 x 5 pixels for an image of 12 x 10')],
      ['two', expect.stringContaining('two.png')],
    ])
    expect(report).toMatchObject({ unmatchedCount: 1, unmatched: [{ item: 'four' }], leftOutCount: 2 })
  })

  test('a black mask is a prediction of no change', async () => {
    await put(source, 'one.png', await encodeGreyPng({ width, height, data: new Uint8Array(width * height) }))
    expect((await read()).staged).toMatchObject([{ score: 0, regions: [], captions: [] }])
  })
})

test('several predictions of which none has a region are warned of, but not where they are captions by name', async () => {
  const black = await encodeGreyPng({ width, height, data: new Uint8Array(width * height) })
  await put(source, 'one.png', black)
  expect((await read()).report.warningCount).toBe(0)
  await put(source, 'two.png', black)
  const { report } = await read()
  expect(report).toMatchObject({ pairCount: 2, regionCount: 0, warningCount: 1, leftOutCount: 0 })
  expect(englishOf(report.problems[0].message)).toBe(
    'None of the 2 predictions has a region, read as masks. If they have masks, name another format.',
  )
  await put(folder, 'captions/captions.json', { one: 'a house', two: 'a road' })
  expect((await read({ source: join(folder, 'captions') })).report.warningCount).toBe(0)
})

describe('records by name', () => {
  test('what propose writes is read whole', async () => {
    const regions = [{ category: 'car', score: 0.7, area: 4, bbox: [0, 0, 4, 1], mask: square() }]
    await put(source, 'captions.json', {
      one: { captions: ['a car is new'], proposer: 'x', score: 0.8, regions, remarks: [] },
      two: { captions: ['nothing has changed'], proposer: 'x', score: 0.1, regions: [], remarks: [] },
    })
    const { report, staged } = await read()
    expect(report).toMatchObject({ format: 'captions', pairCount: 2, regionCount: 1 })
    expect(staged.map(({ score, regions: { length } }) => [score, length])).toEqual([
      [0.8, 1],
      [0.1, 0],
    ])
  })

  test('a caption of no change scores 0, any other 1; a broken record is named', async () => {
    const lines = [
      '{"key":"one","caption":"no change"}',
      '{"key":"two","caption":"a house"}',
      '{"key":"three"}',
      '{"no',
    ]
    await put(source, 'mine.jsonl', lines.join('\n'))
    const { report, staged } = await read({ source: join(source, 'mine.jsonl') })
    expect(staged.map(({ score }) => score)).toEqual([0, 1])
    expect(report.problems.map(({ line }) => line)).toEqual([3, 4])
  })

  test('the second of two predictions for one pair is left out, by name', async () => {
    await put(
      source,
      'captions.jsonl',
      '{"key":"one","caption":"first"}\n{"key":"B/one.png","caption":"second"}',
    )
    const { report, staged } = await read()
    expect(staged.map(({ captions }) => captions[0].text)).toEqual(['first'])
    expect(report.problems).toMatchObject([
      { item: 'B/one.png', line: 2, message: 'It is for one, as one is: only the first one is taken.' },
    ])
  })

  test('one that names its pair supersedes one that only has its file name', async () => {
    const lines = [
      '{"key":"other/one","caption":"by name"}',
      '{"key":"B/one.png","caption":"by path"}',
      '{"key":"more/one","caption":"by name again"}',
    ]
    await put(source, 'captions.jsonl', lines.join('\n'))
    const { report, staged } = await read()
    expect(staged.map(({ captions }) => captions[0].text)).toEqual(['by name', 'by path'])
    expect(report).toMatchObject({ pairCount: 1, matchedBy: { key: 0, path: 1, name: 0 }, captionCount: 1 })
    expect(report.problems.map(({ item, line }) => [item, line])).toEqual([
      ['other/one', 1],
      ['more/one', 3],
    ])
  })

  test('a first one that is broken gives its place to the second', async () => {
    const first = { key: 'one', regions: [{ segmentation: square([4, 4]) }] }
    await put(source, 'captions.json', [first, { key: 'one', caption: 'second' }])
    const { report, staged } = await read({ format: 'captions' })
    expect(staged).toHaveLength(1)
    expect(report.problems[0].message).toBe('Segmentation has 4 x 4 pixels, the image 12 x 10.')
  })
})

test('a data set of another format is read without its images', async () => {
  const entry = { filename: 'one.png', split: 'test', sentences: [{ raw: ' a road is new .', tokens: [] }] }
  await put(source, 'LevirCCcaptions.json', { images: [entry] })
  const { report, staged } = await read()
  expect(report).toMatchObject({ format: 'levir-mci', pairCount: 1, matchedBy: { key: 1 } })
  expect(staged[0].captions[0].text).toContain('a road is new')
})

test('a COCO file of a data set is read as that, with images of which nothing is predicted', async () => {
  const images = [
    { id: 1, file_name: 'B/one.png' },
    { id: 2, file_name: 'B/two.png' },
  ]
  const annotations = [{ image_id: 1, category_id: 5, segmentation: square(), score: 0.3 }]
  await put(source, 'val.json', { images, annotations, categories: [{ id: 5, name: 'car' }] })
  const { report, staged } = await read({ source: join(source, 'val.json') })
  expect(report).toMatchObject({ format: 'coco', pairCount: 2, matchedBy: { path: 2 }, problems: [] })
  expect(staged).toMatchObject([
    { score: 0.3, regions: [{ category: 'car' }] },
    { score: 0, regions: [] },
  ])
})

test('50,000 predictions without a pair are counted, the first are named, and a list has all', async () => {
  const rows = Array.from({ length: 50_000 }, (_, index) => `{"key":"unknown/${index}","caption":"a house"}`)
  await put(source, 'captions.jsonl', `${rows.join('\n')}\n{"key":"two","caption":"a house"}`)
  const listFile = join(folder, 'left-out.tsv')
  const started = performance.now()
  const { report } = await read({ listFile })
  expect(performance.now() - started).toBeLessThan(60_000)
  expect(report).toMatchObject({ itemCount: 50_001, pairCount: 1, unmatchedCount: 50_000, leftOutCount: 0 })
  expect(report.unmatched).toHaveLength(20)
  const lines = (await readFile(listFile, 'utf8')).trimEnd().split('\n')
  expect(lines).toHaveLength(50_001)
  expect(lines.slice(0, 2)).toEqual([
    'item\treason\tfile\tline',
    'unknown/0\tNo pair of the project has this name.\tcaptions.jsonl\t1',
  ])
})

test('nothing that reads as predictions is invalid input, and a broken list says where', async () => {
  await put(source, 'notes.txt', 'x')
  await expect(read()).rejects.toMatchObject({ failure: { code: 'invalid-input' } })
  await put(source, 'captions.json', '{"one": ')
  await expect(read({ format: 'captions' })).rejects.toMatchObject({
    failure: {
      code: 'invalid-input',
      message: expect.stringContaining('captions.json is no JSON') as string,
    },
  })
})

test('a list that cannot be written stops the import before anything is', async () => {
  await put(source, 'captions.json', { one: 'a house' })
  await expect(read({ listFile: join(folder, 'none/list.tsv') })).rejects.toMatchObject({
    failure: { code: 'cannot-write' },
  })
})
