import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { DatasetProblem } from '../../../contract/dataset'
import { encodeGreyPng, encodePng } from '../../../images/raster'
import { exportMade, madeHeight, madeItem, madeMask, madeRegion, madeWidth } from '../../export/testing'
import { readLabelValues } from '../../label-classes'
import { checkDataset } from '../../import/check'
import { Source } from '../../import/source'
import { filesIn, madeImages, put } from '../../import/testing'
import { detectFormat } from '../list'
import { englishOf } from '../../../messages/message'

/** Traps of the loaders of LEVIR-CC and LEVIR-MCI: exports avoid them, imports warn of them. */

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-traps-'))
})
afterEach(() => rm(folder, { recursive: true }))

interface Entry {
  filename: string
  split?: string
  changeflag?: number
  sentences: { raw: string; tokens: string[] }[]
}

const five = ['a house', 'a road', 'a tree', 'a shed', 'a lane'].map((raw) => ({
  raw,
  tokens: raw.split(' '),
}))

async function putSet(entry: Partial<Entry>, label?: Buffer): Promise<DatasetProblem[]> {
  const whole = { filename: 'train_000001.png', split: 'train', sentences: five, ...entry }
  const { before, after } = await madeImages(madeWidth, madeHeight)
  await put(folder, `images/train/A/${whole.filename}`, before)
  await put(folder, `images/train/B/${whole.filename}`, after)
  if (label !== undefined) {
    await put(folder, `images/train/label/${whole.filename}`, label)
  }
  await put(folder, 'LevirCCcaptions.json', { images: [whole] })
  return (await checkDataset(folder, 'levir-mci', null)).problems
}

function threeChannels(value: number): Promise<Buffer> {
  return encodePng({
    width: madeWidth,
    height: madeHeight,
    data: new Uint8Array(madeWidth * madeHeight * 3).fill(value),
  })
}

async function exported(): Promise<Map<string, Buffer>> {
  const items = [
    await madeItem(folder, 'CAVIAR-A/1', {
      regions: [madeRegion('1', 'ring', { category: 'road' }), madeRegion('2', 'dots')],
      captions: ['A Road, wide; is built?', 'x'],
    }),
    await madeItem(folder, 'b', {}),
  ]
  await exportMade(items, 'levir-mci', join(folder, 'out'))
  return filesIn(join(folder, 'out'))
}

interface Captions {
  images: {
    filename: string
    split: string
    changeflag: number
    sentences: { raw: string; tokens: string[] }[]
  }[]
}

async function exportedCaptions(): Promise<Captions['images']> {
  const files = await exported()
  return (JSON.parse(files.get('LevirCCcaptions.json')!.toString()) as Captions).images
}

const clean: string[] = []
const messages = (problems: DatasetProblem[]): string =>
  problems.map(({ message }) => englishOf(message)).join(' ')

test('a set without a trap has no problem', async () => {
  expect(messages(await putSet({ changeflag: 1 }, await threeChannels(255)))).toBe(clean.join(' '))
})

describe('the trap "a label of one channel stops the loader"', () => {
  test('is met by the export: three equal channels', async () => {
    const files = await exported()
    const label = [...files.keys()].find((path) => path.includes('/label/'))!
    expect((await readLabelValues(join(folder, 'out', label))).colours).toBe(3)
  })

  test('is told by the check', async () => {
    const grey = await encodeGreyPng({
      width: madeWidth,
      height: madeHeight,
      data: madeMask('ring').map((v) => v * 255),
    })
    const [problem] = await putSet({}, grey)
    expect(problem).toMatchObject({ file: 'images/train/label/train_000001.png', level: 'warning' })
    expect(problem.message).toContain('one channel')
  })
})

describe('the trap "values are 0, 128 and 255"', () => {
  test('is met by the export', async () => {
    const files = await exported()
    const labels = [...files.keys()].filter((path) => path.includes('/label/'))
    for (const label of labels) {
      const { data } = await readLabelValues(join(folder, 'out', label))
      expect([...new Set(Array.from(data))].every((value) => [0, 128, 255].includes(value))).toBe(true)
    }
  })

  test('is told by the check', async () => {
    expect(messages(await putSet({}, await threeChannels(2)))).toContain('and here is 2')
  })
})

describe('the trap "every capital A of a path is replaced"', () => {
  test('is met by the export: no name has one but the folder A', async () => {
    const paths = [...(await exported()).keys()].filter((path) => path.startsWith('images/'))
    expect(paths.every((path) => !path.replace('/A/', '/').includes('A'))).toBe(true)
  })

  test('is told by the check', async () => {
    expect(messages(await putSet({ filename: 'train_Area.png' }))).toContain('every capital A')
  })
})

describe('the trap "the split comes from the name"', () => {
  test('is met by the export', async () => {
    const images = await exportedCaptions()
    expect(images.every(({ filename, split }) => filename.split('_')[0] === split)).toBe(true)
  })

  test('is told by the check', async () => {
    expect(messages(await putSet({ filename: 'pair_1.png' }))).toContain('takes the split from the name')
  })
})

describe('the trap "a dash in a name is a number of a sentence"', () => {
  test('is met by the export', async () => {
    expect((await exportedCaptions()).every(({ filename }) => !filename.includes('-'))).toBe(true)
  })

  test('is told by the check', async () => {
    expect(messages(await putSet({ filename: 'train_a-1.png' }))).toContain('dash')
  })
})

describe('the trap "a no-change sentence replaces all five in training"', () => {
  test('is met by the export: a changed pair has none that it did not have, an unchanged one has it', async () => {
    const [changed, unchanged] = await exportedCaptions()
    const same = 'the scene is the same as before .'
    expect(changed.sentences.map(({ raw }) => raw)).not.toContain(same)
    expect(unchanged.sentences.map(({ raw }) => raw)).toContain(same)
    expect([changed.changeflag, unchanged.changeflag]).toEqual([1, 0])
  })

  test('is told by the check where the label has changes', async () => {
    const sentences = [...five.slice(1), { raw: 'the scene is the same as before .', tokens: ['the'] }]
    expect(messages(await putSet({ sentences }, await threeChannels(255)))).toContain('takes it for all five')
  })
})

describe('the trap "tokens are lower case, without ? and full stop, with ; and ,"', () => {
  test('is met by the export', async () => {
    const [{ sentences }] = await exportedCaptions()
    expect(sentences[0].tokens).toEqual(['a', 'road', ',', 'wide', ';', 'is', 'built'])
  })

  test('is told by the check', async () => {
    const sentences = [...five.slice(1), { raw: 'A House', tokens: ['A', 'House'] }]
    expect(messages(await putSet({ sentences }))).toContain('capital letters')
  })
})

describe('the trap "39 words are all there is room for"', () => {
  test('is told by the check', async () => {
    const raw = Array.from({ length: 40 }, () => 'word').join(' ')
    expect(
      messages(await putSet({ sentences: [...five.slice(1), { raw, tokens: raw.split(' ') }] })),
    ).toContain('39 words')
  })
})

describe('the trap "five captions are drawn for each pair"', () => {
  test('is met by the export', async () => {
    expect((await exportedCaptions()).map(({ sentences }) => sentences.length)).toEqual([5, 5])
  })

  test('is told by the check', async () => {
    expect(messages(await putSet({ sentences: five.slice(2) }))).toContain('this one has 3')
  })
})

describe('the trap "one name for A, B and label"', () => {
  test('is met by the export', async () => {
    const paths = [...(await exported()).keys()].filter((path) => path.startsWith('images/'))
    const namesOf = (side: string): string[] =>
      paths.filter((path) => path.includes(`/${side}/`)).map((path) => path.replace(`/${side}/`, '/'))
    expect(namesOf('B')).toEqual(namesOf('A'))
    expect(namesOf('label')).toEqual(namesOf('A'))
  })

  test('leaves out a pair without its B image, with the line of its entry', async () => {
    await putSet({})
    await rm(join(folder, 'images/train/B/train_000001.png'))
    const { problems } = await checkDataset(folder, 'levir-mci', null)
    expect(problems).toEqual([
      expect.objectContaining({
        file: 'LevirCCcaptions.json',
        line: 3,
        item: 'train_000001.png',
        level: 'error',
      }),
    ])
  })
})

test('the trap "predict.py writes colours": they are no label values', async () => {
  const yellow = new Uint8Array(madeWidth * madeHeight * 3).map((_, at) => (at % 3 === 2 ? 0 : 255))
  const label = await encodePng({ width: madeWidth, height: madeHeight, data: yellow })
  expect(messages(await putSet({}, label))).toContain('colours')
})

test('the list may be given as a file of any name, beside a list of COCO that is none', async () => {
  await putSet({})
  await rename(join(folder, 'LevirCCcaptions.json'), join(folder, 'levir.json'))
  await put(folder, 'coco.json', { images: [{ id: 1, file_name: 'a.png' }], annotations: [] })
  const formats = ['levir.json', 'coco.json'].map(async (name) =>
    detectFormat(await Source.open(join(folder, name))),
  )
  expect(await Promise.all(formats)).toEqual(['levir-mci', 'coco'])
  expect(await checkDataset(join(folder, 'levir.json'), null, null)).toMatchObject({
    pairCount: 1,
    problems: [],
  })
})
