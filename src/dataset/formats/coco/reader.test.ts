import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { rleArea } from '../../../mask/rle'
import { madeImages, put, readMade } from '../../import/testing'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-coco-'))
  const { before, after } = await madeImages()
  await put(folder, 'images/one-0.png', before)
  await put(folder, 'images/one-1.png', after)
})
afterEach(() => rm(folder, { recursive: true }))

async function readAnnotations(annotations: readonly object[]): Promise<unknown> {
  await put(folder, 'annotations/instances_train.json', {
    images: [{ id: 1, file_name: 'one-1.png', before_file_name: 'one-0.png' }],
    categories: [{ id: 1, name: 'car' }],
    annotations: annotations.map((annotation, index) => ({ id: index + 1, image_id: 1, ...annotation })),
  })
  const { items, problems } = await readMade(folder, { format: 'coco' })
  expect(problems).toEqual([])
  return items.map(({ captions, regions }) => [
    captions.map(({ text }) => text),
    regions.map(({ category, mask, score }) => [category, rleArea(mask), score]),
  ])
}

test('an annotation with a caption and a place is a region and a caption', async () => {
  expect(
    await readAnnotations([
      { category_id: 1, bbox: [1, 1, 3, 2], caption: 'a car left' },
      { category_id: 1, segmentation: [[0, 0, 4, 0, 4, 4, 0, 4]], caption: 'a car came' },
      { caption: 'two cars' },
    ]),
  ).toEqual([
    [
      ['a car left', 'a car came', 'two cars'],
      [
        ['car', 6, null],
        ['car', 16, null],
      ],
    ],
  ])
})

test('null stands for a field that is not there', async () => {
  expect(
    await readAnnotations([
      {
        category_id: 1,
        segmentation: [[0, 0, 4, 0, 4, 4, 0, 4]],
        bbox: null,
        score: null,
        origin: null,
        caption: null,
      },
      { category_id: null, segmentation: null, bbox: null, caption: 'a car came' },
    ]),
  ).toEqual([[['a car came'], [['car', 16, null]]]])
})
