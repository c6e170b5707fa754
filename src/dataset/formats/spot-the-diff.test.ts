import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { decodeFile, decodeImage } from '../../images/decode'
import { rleArea } from '../../mask/rle'
import { checkDataset } from '../import/check'
import { madeImages, put, readMade } from '../import/testing'
import { exportMade, madeHeight, madeItem, madeMask, madeRegion, madeWidth } from '../export/testing'

let folder: string
let out: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-spot-'))
  out = join(folder, 'out')
})
afterEach(() => rm(folder, { recursive: true }))

interface Loaded {
  uid: string
  img0: string
  img1: string
  imgdiff: string
  sents: string[]
}

/** The steps of process_dataset_spotdiff.py: all three lists, `.jpg` before `.png`, three images an id. */
async function loadAsReference(): Promise<Record<string, Loaded[]>> {
  const names = await readdir(join(out, 'data/resized_images'))
  const fullName = (stem: string): string => {
    const found = [`${stem}.jpg`, `${stem}.png`].find((name) => names.includes(name))
    return join(out, 'data/resized_images', found ?? `no file for ${stem}`)
  }
  const loaded: Record<string, Loaded[]> = {}
  for (const split of ['train', 'val', 'test']) {
    const text = await readFile(join(out, `data/annotations/${split}.json`), 'utf8')
    const data = JSON.parse(text) as { img_id: string; sentences: string[] }[]
    loaded[split] = data.map((datum, index) => {
      expect(Object.keys(datum)).toEqual(['img_id', 'sentences'])
      return {
        uid: `spotdiff_${split}_${index}`,
        img0: fullName(datum.img_id),
        img1: fullName(`${datum.img_id}_2`),
        imgdiff: fullName(`${datum.img_id}_diff`),
        sents: datum.sentences,
      }
    })
  }
  return loaded
}

describe('a Spot-the-Diff export, read as VisualRelationships reads it', () => {
  test('has a list for each split, all sentences, and the images byte for byte', async () => {
    const items = [
      await madeItem(folder, 'train/1', { captions: ['the car left', 'B'], item: { split: 'train' } }),
      await madeItem(folder, 'val/1', { captions: ['x'], item: { split: 'val' } }),
    ]
    const report = await exportMade(items, 'spot-the-diff', out)
    const { train, val, test: held } = await loadAsReference()
    expect(train.map(({ sents }) => sents)).toEqual([['the car left', 'B']])
    expect(val.map(({ sents }) => sents)).toEqual([['x']])
    expect(held).toEqual([])
    expect(await readFile(train[0].img0)).toEqual(await readFile(items[0].beforePath))
    expect(await readFile(val[0].img1)).toEqual(await readFile(items[1].afterPath))
    expect(report.captionCount).toBe(3)
  })

  test('has the difference of the images as a JPEG of their size (within 12 of 255 on average)', async () => {
    const item = await madeItem(folder, 'a', { captions: ['x'] })
    await exportMade([item], 'spot-the-diff', out)
    const { train } = await loadAsReference()
    const [before, after] = [await decodeImage(item.beforePath), await decodeImage(item.afterPath)]
    const difference = await decodeImage(train[0].imgdiff)
    expect([difference.width, difference.height]).toEqual([madeWidth, madeHeight])
    const errors = difference.data.map((value, index) =>
      Math.abs(value - Math.abs(before.data[index] - after.data[index])),
    )
    expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(12)
  })

  test('says that there are no differences where nothing changed, and leaves out what nobody described', async () => {
    const report = await exportMade(
      [
        await madeItem(folder, 'same'),
        await madeItem(folder, 'silent', { regions: [madeRegion('1', 'ring')] }),
      ],
      'spot-the-diff',
      out,
    )
    const { train, val, test: held } = await loadAsReference()
    expect([...train, ...val, ...held].map(({ sents }) => sents)).toEqual([['there are no differences']])
    expect(report.leftOut).toEqual([{ key: 'silent', reason: 'it has regions and no caption: write one' }])
    expect(report.captionCount).toBe(0)
  })

  test('has the mask bit for bit beside it', async () => {
    const regions = [madeRegion('1', 'dots')]
    await exportMade([await madeItem(folder, 'a', { regions, captions: ['x'] })], 'spot-the-diff', out)
    const { samples } = await decodeFile(join(out, 'data/masks/1.png'))
    expect(samples.data).toEqual(madeMask('dots').map((value) => value * 255))
  })
})

test('a Spot-the-Diff export whose pairs are all of one split is recognised, with every caption', async () => {
  for (const split of ['val', 'test']) {
    const item = await madeItem(folder, 'a', { captions: ['the car left', 'B'], item: { split } })
    await exportMade([item], 'spot-the-diff', join(out, split))
    expect(await checkDataset(join(out, split), null, null)).toMatchObject({
      format: 'spot-the-diff',
      captionCount: 2,
      problems: [],
    })
  }
})

test('images of another folder are no masks, whatever their names', async () => {
  const { before, after } = await madeImages()
  await put(folder, 'lists/train.json', [{ img_id: '126', sentences: ['a man is gone'] }])
  await put(folder, 'images/126.png', before)
  await put(folder, 'images/126_2.png', after)
  const { items, problems } = await readMade(join(folder, 'lists'), { imageFolder: join(folder, 'images') })
  expect(items.map(({ key, regions }) => [key, regions])).toEqual([['126', []]])
  expect(problems).toEqual([])
})

test('masks are found in their folder beside images that lie elsewhere', async () => {
  const regions = [madeRegion('1', 'ring')]
  await exportMade([await madeItem(folder, 'a', { regions, captions: ['x'] })], 'spot-the-diff', out)
  await cp(join(out, 'data/annotations'), join(folder, 'lists'), { recursive: true })
  const { items } = await readMade(join(folder, 'lists'), { imageFolder: out })
  expect(items.map((item) => item.regions.map(({ mask }) => rleArea(mask)))).toEqual([
    [rleArea(regions[0].mask)],
  ])
})
