import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { pack } from 'tar-stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { DatasetProblem } from '../../contract/dataset'
import { checkDataset } from './check'
import { Problems } from './problems'
import { readDataset } from './read'
import { Scratch } from './item'
import { Source } from './source'
import { filesIn, importMade, madeImages, put } from './testing'
import { englishOf } from '../../messages/message'

let folder: string
let source: string
let into: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-hostile-'))
  source = join(folder, 'source')
  into = join(folder, 'deep/into')
  await mkdir(source)
})
afterEach(() => rm(folder, { recursive: true }))

async function problemsOf(format: string): Promise<DatasetProblem[]> {
  return (await checkDataset(source, format, null)).problems
}

/** Nothing but the source is there: no target, no temporary folder. */
async function expectNothingLeft(): Promise<void> {
  expect(await readdir(folder)).toEqual(expect.arrayContaining(['source']))
  const left = (await readdir(folder, { recursive: true })).filter((path) => !path.startsWith('source'))
  expect(left.filter((path) => path !== 'deep' && path !== 'outside.png')).toEqual([])
}

/** A Spot-the-Diff set of one good pair and what else is wanted. */
async function putSpot(entries: unknown): Promise<void> {
  const { before, after } = await madeImages()
  await put(source, 'data/resized_images/1.png', before)
  await put(source, 'data/resized_images/1_2.png', after)
  await put(source, 'data/annotations/train.json', entries)
}

const good = { img_id: '1', sentences: ['a car is gone'] }

function annotation(image_id: number, segmentation: unknown): object {
  return { image_id, category_id: 1, segmentation }
}

function image(id: number, name: string): object {
  return { id, file_name: `after/${name}.png`, before_file_name: `before/${name}.png` }
}

function box(image_id: number): object {
  return { image_id, category_id: 1, bbox: [1, 1, 2, 2] }
}

async function putTar(
  members: readonly { name: string; bytes?: Buffer; type?: 'symlink'; linkname?: string }[],
): Promise<void> {
  const tar = pack()
  for (const { name, bytes, type, linkname } of members) {
    if (type === undefined) {
      tar.entry({ name }, bytes ?? Buffer.alloc(0))
    } else {
      tar.entry({ name, type, linkname: linkname ?? '' })
    }
  }
  tar.finalize()
  const chunks: Buffer[] = []
  for await (const chunk of tar) {
    chunks.push(chunk)
  }
  await put(source, 'train-000000.tar', Buffer.concat(chunks))
}

describe('a broken list', () => {
  test('is told with byte, line and column, and nothing is left behind', async () => {
    await putSpot('[\n {"img_id": "1", "sentences": ["é"]},\n {"img_id": }\n]')
    const [problem] = await problemsOf('spot-the-diff')
    expect(problem).toMatchObject({ file: 'data/annotations/train.json', line: 3, level: 'error' })
    expect(problem.message).toContain('no value begins here at byte 53 (line 3, column 13)')
    await expect(importMade(source, into, { format: 'spot-the-diff' })).rejects.toMatchObject({
      failure: { code: 'invalid-input', message: expect.stringContaining('train.json:3') as string },
    })
    await expectNothingLeft()
  })

  test.each([
    ['[{"img_id": "1", "sentences": ["x"]', 'the text ends early'],
    ['[{"img_id": NaN, "sentences": []}]', 'NaN is no JSON value'],
    ['[{"img_id" "1"}]', '":" is missing'],
    ['[1 2]', '"," or "]" is missing'],
    ['[] []', 'there is more after the end'],
    ['["never closed]', 'a text is not closed'],
    ['', 'the text ends early'],
  ])('%s is told as what it is', async (text, words) => {
    await putSpot(text)
    expect((await problemsOf('spot-the-diff'))[0].message).toContain(words)
  })

  test('of over 400 MB is refused before it is read', async () => {
    await putSpot('[]')
    await truncate(join(source, 'data/annotations/train.json'), 2 * 2 ** 30)
    expect((await problemsOf('spot-the-diff'))[0].message).toContain('2048 MB or more; the limit is 400 MB')
  })

  test('has each entry that is none told by its line, and the rest is taken', async () => {
    await putSpot(['x', { img_id: 7 }, { img_id: '9', sentences: [3] }, good].map((entry) => entry))
    const report = await importMade(source, into, { format: 'spot-the-diff' })
    expect(report).toMatchObject({ pairCount: 1, leftOutCount: 3, splits: { train: 1 } })
    expect(report.problems.map(({ line, item }) => [line, item])).toEqual([
      [2, null],
      [3, '7'],
      [6, '9'],
    ])
    expect([...(await filesIn(into)).keys()]).toEqual([
      '.deltascribe/project.db',
      'images/after/1.png',
      'images/before/1.png',
      'pairs.jsonl',
    ])
  })
})

describe('paths', () => {
  test.each([
    '../../secret',
    '/etc/passwd',
    'C:/x',
    '%2e%2e/%2e%2e/secret',
    '..\\..\\secret',
    'file:///etc/passwd',
  ])('of images cannot lead out of the set: %s', async (path) => {
    await put(folder, 'secret', 'secret')
    const { after } = await madeImages()
    await put(source, 'images/1.png', after)
    await put(source, 'train.json', [{ img0: path, img1: '1.png', sents: ['x'], uid: 'a' }])
    const [problem] = await problemsOf('image-editing-request')
    expect(problem).toMatchObject({ file: 'train.json', line: 2, item: 'a', level: 'error' })
    expect(problem.message).toMatch(/leads out|is absolute|on the network/)
  })

  test('of links that lead out of the set are refused, also to images', async () => {
    const { before, after } = await madeImages()
    await put(folder, 'outside.png', before)
    await put(source, 'data/resized_images/1_2.png', after)
    await symlink(join(folder, 'outside.png'), join(source, 'data/resized_images/1.png'))
    await put(source, 'data/annotations/train.json', [good])
    expect((await problemsOf('spot-the-diff'))[0].message).toContain('leads out of the folder')
    await expect(importMade(source, into)).rejects.toMatchObject({ failure: { code: 'invalid-input' } })
    await expectNothingLeft()
  })

  test('in keys become names that cannot leave the target', async () => {
    const { before, after } = await madeImages()
    await put(source, 'images/0.png', before)
    await put(source, 'images/1.png', after)
    const uids = ['../../up', '/abs', 'a:b', 'nul', '..', '']
    await put(
      source,
      'train.json',
      uids.map((uid) => ({ img0: '0.png', img1: '1.png', sents: ['x'], uid })),
    )
    const report = await importMade(source, into)
    expect(report.pairCount).toBe(uids.length - 1)
    expect(await readdir(folder)).toEqual(['deep', 'source'])
    expect(await readdir(join(folder, 'deep'))).toEqual(['into'])
    const names = [...(await filesIn(into)).keys()]
    expect(names.every((name) => !/\.\./.test(name))).toBe(true)
    // one before image for all of them
    expect(names.filter((name) => name.startsWith('images/before/'))).toHaveLength(1)
  })
})

describe('an archive', () => {
  test.each(['../../up.before.png', '/abs.before.png', 'a/../../b.before.png', 'C:\\x.before.png'])(
    'with a member called %s writes nothing outside and takes the others',
    async (name) => {
      const { before, after } = await madeImages()
      await putTar([
        { name, bytes: before },
        { name: '1.before.png', bytes: before },
        { name: '1.after.png', bytes: after },
        { name: '1.json', bytes: Buffer.from('{"captions": ["x"]}') },
      ])
      const report = await importMade(source, into)
      expect(report).toMatchObject({ format: 'webdataset', pairCount: 1, captionCount: 1, leftOutCount: 1 })
      expect(report.problems[0].message).toContain('leads out of the archive')
      expect(await readdir(folder)).toEqual(['deep', 'source'])
      expect(await readdir(join(folder, 'deep'))).toEqual(['into'])
    },
  )

  test('with links, samples that are no neighbours, and bad JSON is told of each', async () => {
    const { before, after } = await madeImages()
    await putTar([
      { name: '1.before.png', type: 'symlink', linkname: '/etc/passwd' },
      { name: '2.before.png', bytes: before },
      { name: '3.before.png', bytes: before },
      { name: '3.after.png', bytes: after },
      { name: '3.json', bytes: Buffer.from('{"captions": [NaN]}') },
      { name: '2.after.png', bytes: after },
    ])
    const messages = (await problemsOf('webdataset')).map(({ message }) => message)
    expect(messages).toEqual([
      expect.stringContaining('links in archives are not followed'),
      expect.stringContaining('has no after image'),
      expect.stringContaining('NaN is no JSON value at byte 14'),
      expect.stringContaining('no neighbours'),
    ])
  })

  test('that is cut off, or none, is told and harms nothing', async () => {
    await put(source, 'train-000000.tar', Buffer.alloc(700, 7))
    await put(source, 'data/train-00000-of-00001.parquet', 'PAR1 no parquet PAR1')
    expect((await problemsOf('webdataset'))[0].message).toContain('damaged or no tar file')
    expect((await problemsOf('hugging-face-parquet'))[0].message).toContain('damaged or no parquet file')
  })
})

describe('a parquet file', () => {
  test.each([
    ['none', Buffer.from('no parquet at all')],
    ['empty', Buffer.alloc(0)],
    ['cut off', Buffer.from('PAR1PAR1')],
    ['with a foot longer than the file', Buffer.from('PAR1\xff\xff\xff\x7fPAR1', 'latin1')],
    ['with a foot of rubbish', Buffer.from(`PAR1${'\xee'.repeat(64)}\x40\0\0\0PAR1`, 'latin1')],
  ])('that is %s is told and harms nothing', async (_, bytes) => {
    await put(source, 'data/train-00000-of-00001.parquet', bytes)
    const [problem] = await problemsOf('hugging-face-parquet')
    expect(problem).toMatchObject({ file: 'data/train-00000-of-00001.parquet', level: 'error' })
    await expect(importMade(source, into, { format: 'hugging-face-parquet' })).rejects.toMatchObject({
      failure: { code: 'invalid-input' },
    })
    await expectNothingLeft()
  })
})

describe('items', () => {
  test('with an id that another has are left out, with the place of the first', async () => {
    const { before, after } = await madeImages()
    await put(source, 'images/0.png', before)
    await put(source, 'images/1.png', after)
    const entry = { img0: '0.png', img1: '1.png', sents: ['x'], uid: 'a' }
    await put(source, 'train.json', [entry, { ...entry, sents: ['y'] }])
    const report = await importMade(source, into)
    expect(report.pairCount).toBe(1)
    expect(report.problems).toEqual([
      expect.objectContaining({ line: 10, message: expect.stringContaining('train.json:2') as string }),
    ])
  })

  test('with more captions than a pair can hold are left out, and the pair beside them opens', async () => {
    const sentences = Array.from({ length: 10_000 }, (_, index) => `caption ${index}`)
    await putSpot([good, { img_id: '2', sentences }])
    const { before, after } = await madeImages()
    await put(source, 'data/resized_images/2.png', before)
    await put(source, 'data/resized_images/2_2.png', after)
    const report = await importMade(source, into)
    expect(report.pairCount).toBe(1)
    expect(report.problems).toEqual([
      expect.objectContaining({ message: 'It has 10,000 regions and captions, and a pair can have 9,999.' }),
    ])
  })

  test('whose image is missing, empty, no image or of another size are left out', async () => {
    await putSpot([good, ...['2', '3', '4', '5'].map((id) => ({ img_id: id, sentences: ['x'] }))])
    const { before } = await madeImages(20, 20)
    const { after } = await madeImages()
    const images = join(source, 'data/resized_images')
    for (const id of ['3', '4', '5']) {
      await writeFile(join(images, `${id}_2.png`), after)
    }
    await writeFile(join(images, '3.png'), '')
    await writeFile(join(images, '4.png'), 'GIF89a')
    await writeFile(join(images, '5.png'), before)
    const report = await importMade(source, into)
    expect(report.pairCount).toBe(1)
    expect(report.problems.map(({ item, message }) => [item, englishOf(message)])).toEqual([
      ['2', expect.stringContaining('2.png is not there')],
      ['3', expect.stringContaining('is empty')],
      ['4', expect.stringContaining('is not a PNG')],
      ['5', expect.stringContaining('20 x 20')],
    ])
  })

  test('whose mask is larger than the image, or no mask, are left out', async () => {
    const { before, after } = await madeImages()
    const images = [1, 2, 3, 4, 5, 6].map((id) => {
      return { id, file_name: `after/${id}.png`, before_file_name: `before/${id}.png` }
    })
    for (const { id } of images) {
      await put(source, `images/before/${id}.png`, before)
      await put(source, `images/after/${id}.png`, after)
    }
    const text = JSON.stringify({
      images,
      categories: [{ id: 1, name: 'change' }],
      annotations: [
        annotation(1, { size: [100000, 100000], counts: '0' }),
        annotation(2, { size: [20, 20], counts: [400] }),
        annotation(3, { size: [10, 12], counts: [5, 500] }),
        annotation(4, { size: [10, 12], counts: 'zz~' }),
        annotation(5, [[1, 2, 3]]),
        annotation(6, [[0, 0, 4, 0, 4, 4]]),
        annotation(99, []),
      ],
    })
    await put(source, 'annotations/instances_train.json', text.replace('"id":6', '"width":1e999,"id":6'))
    const report = await importMade(source, into, { format: 'coco' }).catch((error: unknown) => error)
    expect(report).toMatchObject({ failure: { code: 'invalid-input' } })
    await put(source, 'annotations/instances_train.json', text)
    const fixed = await importMade(source, into, { format: 'coco' })
    expect(fixed).toMatchObject({ pairCount: 1, regionCount: 1, leftOutCount: 6 })
  })

  test('of two COCO lists of one split that share ids keep their own regions, captions and categories', async () => {
    const { before, after } = await madeImages()
    for (const name of ['a', 'b', 'c']) {
      await put(source, `images/before/${name}.png`, before)
      await put(source, `images/after/${name}.png`, after)
    }
    await put(source, 'annotations/instances_a_train.json', {
      images: [image(1, 'a')],
      categories: [{ id: 1, name: 'road' }],
      annotations: [box(1)],
    })
    await put(source, 'annotations/instances_b_train.json', {
      images: [image(1, 'b'), image(2, 'c')],
      categories: [{ id: 1, name: 'house' }],
      annotations: [box(1), box(1), box(2)],
    })
    await put(source, 'annotations/captions_train.json', {
      images: [{ id: 1, file_name: 'after/a.png' }, image(2, 'c')],
      annotations: [
        { image_id: 1, caption: 'a road is new' },
        { image_id: 2, caption: 'a house is new' },
      ],
    })
    const items = []
    const problems = new Problems()
    const scratch = new Scratch(folder, false)
    const context = { source: await Source.open(source), problems, scratch, isCheck: true }
    for await (const { key, regions, captions } of readDataset('coco', context)) {
      items.push([key, regions.map(({ category }) => category), captions.map(({ text }) => text)])
    }
    expect(items).toEqual([
      ['after/a', ['road'], ['a road is new']],
      ['after/c', ['house'], ['a house is new']],
    ])
    expect(problems.list).toEqual([
      expect.objectContaining({
        file: 'annotations/instances_b_train.json',
        line: 3,
        item: 'after/b',
        level: 'error',
        message: 'Another list of this split has image 1 under another name.',
      }),
    ])
  })

  test('of CLEVR-Change under one key twice are told with the line', async () => {
    await put(
      source,
      'data/change_captions.json',
      '{\n"CLEVR_default_000000.png": ["x"],\n"CLEVR_default_000000.png": ["y"]\n}',
    )
    const [problem] = await problemsOf('clevr-change')
    expect(problem).toMatchObject({
      file: 'data/change_captions.json',
      line: 3,
      item: 'CLEVR_default_000000.png',
    })
  })
})

test('an import that is cancelled, or into a folder with files, leaves all as it was', async () => {
  await putSpot([good])
  await put(into, 'mine.txt', 'keep')
  await expect(importMade(source, into)).rejects.toMatchObject({ failure: { code: 'cannot-write' } })
  expect([...(await filesIn(into)).keys()]).toEqual(['mine.txt'])
})

test('what a killed import to the same folder left is removed, and named', async () => {
  await putSpot([good])
  const left = [`.${basename(into)}.0123abcd.partial`, '.deltascribe-unpacked-0123abcd']
  const folders = left.map((name) => join(dirname(into), name))
  for (const path of folders) {
    await put(path, 'files/a', 'a')
    await put(path, 'lock', '')
  }
  const { pairCount, warningCount, problems } = await importMade(source, into)
  expect([pairCount, warningCount]).toEqual([1, 2])
  expect(problems.map(({ message }) => englishOf(message)).toSorted()).toEqual(
    folders
      .map((path) => `Removed ${path}: it was left when an earlier import or conversion was ended.`)
      .toSorted(),
  )
  expect(folders.map((path) => existsSync(path))).toEqual([false, false])
})

test('a changed, missing or added file of an export is told by its hash', async () => {
  await putSpot([good])
  await put(
    source,
    'manifest.sha256',
    `${'0'.repeat(64)}  data/resized_images/1.png\n${'0'.repeat(64)}  gone.png\n???\n`,
  )
  expect(
    (await problemsOf('spot-the-diff')).map(({ file, line, message }) => [file, line, englishOf(message)]),
  ).toEqual([
    ['data/resized_images/1.png', null, 'The file was changed since it was written.'],
    ['gone.png', null, expect.stringContaining('is not there')],
    ['manifest.sha256', 3, 'The line is no hash and name.'],
  ])
})
