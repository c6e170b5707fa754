import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { decodeFile } from '../../../images/decode'
import { discoverPairs } from '../../discover'
import { importMade } from '../../import/testing'
import type { ExportItem } from '../../export/export-pair'
import { exportMade, madeItem, madeMask, madeRegion } from '../../export/testing'
import { englishOf, message } from '../../../messages/message'

let folder: string
let out: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-clevr-'))
  out = join(folder, 'out')
})
afterEach(() => rm(folder, { recursive: true }))

type Captions = Record<string, string[]>
interface Boxes {
  bbox_before: number[] | null
  bbox_after: number[] | null
}

interface Sample {
  index: number
  images: Record<'default' | 'semantic' | 'nonsemantic', string>
  captions: string[]
  noChange: string[]
  type: string | null
  boxes: Boxes
}

async function json<T>(name: string): Promise<T> {
  return JSON.parse(await readFile(join(out, 'data', name), 'utf8')) as T
}

async function sorted(name: string): Promise<string[]> {
  return (await readdir(join(out, 'data', name))).sort()
}

/** The steps of rcc_dataset.py, preprocess_captions.py and evaluate_pointing.py, with their assertions. */
async function loadAsReference(split: 'train' | 'val' | 'test'): Promise<Sample[]> {
  const [before, changed, unchanged] = [
    await sorted('images'),
    await sorted('sc_images'),
    await sorted('nsc_images'),
  ]
  expect([changed.length, unchanged.length]).toEqual([before.length, before.length])
  const [captions, noChange] = [
    await json<Captions>('change_captions.json'),
    await json<Captions>('no_change_captions.json'),
  ]
  expect(Object.keys(captions)).toEqual(before)
  const boxes = await json<Record<string, Boxes>>('change_captions_with_bbox.json')
  const types = await json<Record<string, string[]>>('type_mapping.json')
  expect(Object.keys(types)).toEqual(['color', 'material', 'add', 'drop', 'move'])
  const splits = await json<Record<string, number[]>>('splits.json')
  return splits[split].map((index) => {
    const key = before[index]
    expect(Number(key.split('.')[0].split('_').at(-1))).toBe(index)
    for (const caption of [...captions[key], ...noChange[key]]) {
      expect(caption.replace(/[?.]/g, '').trim()).not.toBe('')
    }
    const type = Object.keys(types).find((name) => types[name].some((file) => parseInt(file, 10) === index))
    return {
      index,
      images: {
        default: join(out, 'data/images', before[index]),
        semantic: join(out, 'data/sc_images', changed[index]),
        nonsemantic: join(out, 'data/nsc_images', unchanged[index]),
      },
      captions: captions[key],
      noChange: noChange[key],
      type: type ?? null,
      boxes: boxes[String(index)],
    }
  })
}

/** A changed pair and an unchanged one of the same before image. */
async function madeTriplet(
  name: string,
  split = 'train',
): Promise<[changed: ExportItem, unchanged: ExportItem]> {
  const regions = [madeRegion('1', 'ring', { category: 'color' })]
  const changed = await madeItem(folder, `${name}_semantic`, {
    regions,
    captions: ['the ball turned red', 'someone painted the ball'],
    item: { split },
  })
  const unchanged = await madeItem(folder, `${name}_nonsemantic`, {
    captions: ['nothing has changed'],
    item: { split, beforePath: changed.beforePath },
  })
  return [changed, unchanged]
}

describe('a CLEVR-Change export, read as its own loaders read it', () => {
  test('makes one triplet of a changed and an unchanged pair of one before image', async () => {
    const [changed, unchanged] = await madeTriplet('a')
    const report = await exportMade([unchanged, changed], 'clevr-change', out)
    const [sample] = await loadAsReference('train')
    expect(sample).toMatchObject({
      index: 0,
      captions: ['the ball turned red', 'someone painted the ball'],
      noChange: ['nothing has changed'],
      type: 'color',
      boxes: { bbox_before: [2, 1, 7, 7], bbox_after: [2, 1, 7, 7] },
    })
    expect(await readFile(sample.images.default)).toEqual(await readFile(changed.beforePath))
    expect(await readFile(sample.images.semantic)).toEqual(await readFile(changed.afterPath))
    expect(await readFile(sample.images.nonsemantic)).toEqual(await readFile(unchanged.afterPath))
    expect([report.pairCount, report.captionCount, report.leftOut]).toEqual([2, 3, []])
    expect(report.notices.map(englishOf).join(' ')).not.toMatch(/nsc_images|type_mapping/)
    expect(report.notices.map(englishOf).join(' ')).toContain('480 x 360')
  })

  test.each([
    'Nothing was modified.',
    'the scene remains the same',
    'there is no change',
    'the scene stayed the same',
    'all things are as they were',
    'only the camera moved',
  ])('takes a pair without regions for unchanged where its caption is "%s"', async (text) => {
    const [changed, unchanged] = await madeTriplet('a')
    unchanged.document.captions[0].text = text
    await exportMade([changed, unchanged], 'clevr-change', out)
    expect((await loadAsReference('train')).map(({ noChange }) => noChange)).toEqual([[text]])
  })

  test('opens by its list with both pairs of a triplet, and by its folders', async () => {
    await exportMade(await madeTriplet('a'), 'clevr-change', out)
    const keysOf = async (): Promise<string[]> =>
      (await discoverPairs(out)).readings[0].pairs.map(({ key }) => key)
    expect(await keysOf()).toEqual(['a_nonsemantic', 'a_semantic'])
    await rm(join(out, 'pairs.jsonl'))
    expect(await keysOf()).toEqual(['data/CLEVR_nonsemantic_000000', 'data/CLEVR_semantic_000000'])
  })

  test('copies the before image where there is no unchanged one, and says so', async () => {
    const item = await madeItem(folder, 'a', {
      regions: [madeRegion('1', 'ring')],
      captions: ['a shed is new'],
    })
    const report = await exportMade([item], 'clevr-change', out)
    const [sample] = await loadAsReference('train')
    expect(await readFile(sample.images.nonsemantic)).toEqual(await readFile(item.beforePath))
    expect(sample.noChange).toEqual(['no change was made'])
    expect([sample.type, sample.boxes.bbox_before]).toEqual([null, null])
    expect(englishOf(report.notices[0])).toContain('Before images without an unchanged pair: 1 of 1')
    expect(englishOf(report.notices[1])).toContain('In no list of type_mapping.json: 1 of 1')
  })

  test('leaves out an unchanged pair without a changed one, one too many, and changed ones without words', async () => {
    const [changed, unchanged] = await madeTriplet('a')
    const sameBefore = { split: 'train', beforePath: changed.beforePath }
    const items = [
      changed,
      unchanged,
      await madeItem(folder, 'a_third', { item: sameBefore }),
      await madeItem(folder, 'lonely'),
      await madeItem(folder, 'silent', { regions: [madeRegion('1', 'ring')] }),
      await madeItem(folder, 'wordless', { captions: [' ?. '] }),
    ]
    const report = await exportMade(items, 'clevr-change', out)
    expect(await loadAsReference('train')).toHaveLength(1)
    expect(report.leftOut).toEqual([
      { key: 'a_third', reason: message('exports.placeTaken') },
      { key: 'lonely', reason: message('exports.besideChanged') },
      { key: 'silent', reason: 'it has regions and no caption: write one' },
      { key: 'wordless', reason: 'none of its captions has a word' },
    ])
  })

  test('of changed pairs without captions alone is refused with the reasons; one with a caption is enough', async () => {
    const silent = await Promise.all(
      ['a', 'b', 'c'].map((key) => madeItem(folder, key, { regions: [madeRegion('1', 'ring')] })),
    )
    const same = await madeItem(folder, 'same')
    await expect(exportMade([...silent, same], 'clevr-change', out)).rejects.toMatchObject({
      failure: {
        code: 'invalid-input',
        message:
          'None of the 4 pairs can be written as CLEVR-Change. ' +
          'a and 2 more: it has regions and no caption: write one. ' +
          'same: nothing changed in it, and CLEVR-Change has such a pair only beside a changed one of the ' +
          'same before image.',
      },
    })
    expect((await readdir(folder)).filter((name) => !/\.(?:png|prj|wld)$/.test(name))).toEqual([])
    const told = await madeItem(folder, 'd', {
      regions: [madeRegion('1', 'ring')],
      captions: ['a shed is new'],
    })
    const { pairCount, leftOut } = await exportMade([...silent, told, same], 'clevr-change', out)
    expect([pairCount, leftOut.map(({ key }) => key)]).toEqual([1, ['a', 'b', 'c', 'same']])
    expect((await importMade(out, join(folder, 'project'))).pairCount).toBe(1)
  })

  test('numbers without gaps where images turn out to be damaged, and leaves no half of a triplet', async () => {
    const [[broken, partner], [second], [third, other]] = [
      await madeTriplet('a'),
      await madeTriplet('bb', 'val'),
      await madeTriplet('ccc'),
    ]
    await writeFile(broken.afterPath, 'not an image')
    const report = await exportMade([broken, partner, second, third, other], 'clevr-change', out)
    expect((await loadAsReference('val')).map(({ index }) => index)).toEqual([0])
    const [sample] = await loadAsReference('train')
    expect(sample.index).toBe(1)
    expect(await readFile(sample.images.semantic)).toEqual(await readFile(third.afterPath))
    expect(report.leftOut.map(({ key }) => key)).toEqual(['a_nonsemantic', 'a_semantic'])
    expect([report.pairCount, report.splits]).toEqual([3, { train: 2, val: 1 }])
    expect((await readdir(out)).filter((name) => name.startsWith('.'))).toEqual(['.deltascribe-export'])
  })

  test('has one box over all regions in each frame, and none where the thing is not there', async () => {
    const moved = madeRegion('1', 'ring', { category: 'moved', beforeMask: madeRegion('x', 'full').mask })
    const gone = madeRegion('2', 'empty', { category: 'removed', beforeMask: madeRegion('x', 'ring').mask })
    const items = [
      await madeItem(folder, 'a', { regions: [moved, gone], captions: ['x'] }),
      await madeItem(folder, 'bb', { regions: [gone], captions: ['x'] }),
    ]
    await exportMade(items, 'clevr-change', out)
    const samples = [
      ...(await loadAsReference('train')),
      ...(await loadAsReference('val')),
      ...(await loadAsReference('test')),
    ]
    expect(samples.map(({ type, boxes }) => [type, boxes])).toEqual([
      [null, { bbox_before: [0, 0, 12, 10], bbox_after: [2, 1, 7, 7] }],
      ['drop', { bbox_before: [2, 1, 7, 7], bbox_after: null }],
    ])
  })

  test('warns of a no-change caption for which the loader has no room', async () => {
    const [changed, unchanged] = await madeTriplet('a')
    unchanged.document.captions[0].text = 'nothing in this scene has changed at all'
    const report = await exportMade([changed, unchanged], 'clevr-change', out)
    expect(report.notices.map(englishOf).join(' ')).toContain(
      'room for the 4 words of the longest change caption',
    )
  })

  test('has the mask bit for bit beside it', async () => {
    await exportMade(await madeTriplet('a'), 'clevr-change', out)
    const { samples } = await decodeFile(join(out, 'data/masks/CLEVR_semantic_000000.png'))
    expect(samples.data).toEqual(madeMask('ring').map((value) => value * 255))
  })
})
