import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { exportMade, madeItem, madeRegion } from '../export/testing'
import { put, readMade } from './testing'
import type { ImportItem } from './item'

let folder: string
let out: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-given-list-'))
  out = join(folder, 'out')
})
afterEach(() => rm(folder, { recursive: true }))

/** A changed pair with its captions in the split train. */
async function exportPair(format: string): Promise<void> {
  const item = await madeItem(folder, 'pair one', {
    regions: [madeRegion('1', 'ring', { category: 'color' })],
    captions: ['the ball turned red', 'two', 'three'],
    item: { split: 'train' },
  })
  item.document.review.state = 'corrected'
  await exportMade([item], format, out)
}

function contentOf({ key, split, regions, captions, state, reviewer, proposedBy }: ImportItem): unknown {
  return { key, split, regions, captions, state, reviewer, proposedBy }
}

async function contentAt(path: string): Promise<unknown> {
  const { format, items, problems } = await readMade(path)
  return { format, items: items.map(contentOf), problems }
}

describe('a list of an export that is given instead of its folder', () => {
  test.each([
    ['levir-mci', 'LevirCCcaptions.json'],
    ['coco', 'annotations/instances_train.json'],
    ['coco', 'annotations/captions_train.json'],
    ['qwen-vl', 'train.jsonl'],
    ['llava', 'train.json'],
    ['hugging-face', 'train/metadata.jsonl'],
    ['hugging-face-parquet', 'data/train-00000-of-00001.parquet'],
    ['label-studio', 'tasks.json'],
    ['a-b', 'pairs.jsonl'],
    ['a-b', 'captions.json'],
    ['geojson', 'changes.geojson'],
    ['geopackage', 'changes.gpkg'],
    ['shapefile', 'shapefile.json'],
    ['label-geotiff', 'label-pairs.json'],
    ['spot-the-diff', 'data/annotations/train.json'],
    ['image-editing-request', 'train.json'],
    ['clevr-change', 'data/change_captions.json'],
    ['webdataset', 'train-000000.tar'],
  ])('of %s, %s, is read as the folder is', async (format, list) => {
    await exportPair(format)
    const whole = await contentAt(out)
    expect(whole).toMatchObject({ format, items: [{ split: 'train', state: 'corrected' }] })
    expect(await contentAt(join(out, list))).toEqual(whole)
  })

  test('that names the pairs of another format gives all their captions and states, and no regions', async () => {
    await exportPair('coco')
    expect(await contentAt(join(out, 'pairs.jsonl'))).toMatchObject({
      format: 'a-b',
      items: [{ key: 'pair one', state: 'corrected', captions: { length: 3 }, regions: [] }],
    })
  })
})

test('only the list that was given is read, and not those of other splits', async () => {
  const items = ['train', 'val'].map((split) =>
    madeItem(folder, `${split} pair`, { captions: ['x'], item: { split } }),
  )
  await exportMade(await Promise.all(items), 'spot-the-diff', out)
  const { items: found } = await readMade(join(out, 'data/annotations/val.json'))
  expect(found.map(({ key }) => key)).toEqual(['val pair'])
})

test('a file of no format beside pairs of images is refused', async () => {
  await exportPair('a-b')
  await put(out, 'notes.json', { text: 'x' })
  await expect(contentAt(join(out, 'notes.json'))).rejects.toThrow('notes.json is in none of the formats')
})
