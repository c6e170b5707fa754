import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sidecarPath } from '../../georeference/sidecars'
import { decodeFile, decodeImage } from '../../images/decode'
import { checkDataset } from '../import/check'
import { exportMade, madeItem, madeMask, madeRegion } from '../export/testing'
import { englishOf } from '../../messages/message'

const fixtures = join(import.meta.dirname, '../../images/fixtures')

let folder: string
let out: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-request-'))
  out = join(folder, 'out')
})
afterEach(() => rm(folder, { recursive: true }))

interface Sample {
  uid: string
  img0: string
  img1: string
  sent: string
}

function pathOf(name: string): string {
  return join(out, 'images', name)
}

/** The steps of src/data.py: one sample of each sentence, images opened from the folder of images. */
async function loadAsReference(split: 'train' | 'valid' | 'test'): Promise<Sample[]> {
  const data = JSON.parse(await readFile(join(out, `${split}.json`), 'utf8')) as Record<string, unknown>[]
  return data.flatMap((datum) => {
    expect(Object.keys(datum)).toEqual(['img0', 'img1', 'sents', 'uid'])
    const { img0, img1, sents, uid } = datum as unknown as Omit<Sample, 'sent'> & { sents: string[] }
    return sents.map((sent) => ({ uid, img0: pathOf(img0), img1: pathOf(img1), sent }))
  })
}

describe('an Image-Editing-Request export, read as VisualRelationships reads it', () => {
  test('has a sample for each sentence under train, valid and test, with its images', async () => {
    const items = [
      await madeItem(folder, 'train/a', { captions: ['remove the car', 'B'], item: { split: 'train' } }),
      await madeItem(folder, 'val/a', { captions: ['brighten it'], item: { split: 'val' } }),
    ]
    const report = await exportMade(items, 'image-editing-request', out)
    const [train, valid] = [await loadAsReference('train'), await loadAsReference('valid')]
    expect(train.map(({ uid, sent }) => [uid, sent])).toEqual([
      ['train/a', 'remove the car'],
      ['train/a', 'B'],
    ])
    expect(valid.map(({ sent }) => sent)).toEqual(['brighten it'])
    expect(await loadAsReference('test')).toEqual([])
    expect(await readFile(train[1].img0)).toEqual(await readFile(items[0].beforePath))
    expect(await readFile(valid[0].img1)).toEqual(await readFile(items[1].afterPath))
    expect([report.captionCount, report.notices.map(englishOf).join(' ')]).toEqual([
      3,
      expect.not.stringContaining('request'),
    ])
  })

  test('keeps images of other formats and of two sizes as they are', async () => {
    const item = await madeItem(folder, 'a', { captions: ['crop it'] })
    await copyFile(join(fixtures, 'orientation-1.jpg'), item.beforePath)
    await rm(sidecarPath(item.beforePath, 'world'))
    await exportMade([item], 'image-editing-request', out)
    const [{ img0 }] = await loadAsReference('train')
    expect(img0).toMatch(/\.jpg$/)
    expect(await readFile(img0)).toEqual(await readFile(item.beforePath))
    expect((await decodeImage(img0)).width).not.toBe(item.width)
  })

  test('says that there are no differences where nothing changed, with a notice', async () => {
    const report = await exportMade([await madeItem(folder, 'a')], 'image-editing-request', out)
    expect((await loadAsReference('train')).map(({ sent }) => sent)).toEqual(['there are no differences'])
    expect(englishOf(report.notices[0])).toBe(
      'Pairs without change and without caption: 1. Their request is "there are no differences".',
    )
  })

  test('has the mask bit for bit beside it', async () => {
    const regions = [madeRegion('1', 'ring')]
    const item = await madeItem(folder, 'a', { regions, captions: ['x'] })
    await exportMade([item], 'image-editing-request', out)
    const { samples } = await decodeFile(join(out, 'masks/a.png'))
    expect(samples.data).toEqual(madeMask('ring').map((value) => value * 255))
  })
})

test('an Image-Editing-Request export whose pairs are all of one split is recognised, with every caption', async () => {
  for (const split of ['val', 'test']) {
    const item = await madeItem(folder, 'a', { captions: ['crop it', 'B'], item: { split } })
    await exportMade([item], 'image-editing-request', join(out, split))
    expect(await checkDataset(join(out, split), null, null)).toMatchObject({
      format: 'image-editing-request',
      captionCount: 2,
      problems: [],
    })
  }
})
