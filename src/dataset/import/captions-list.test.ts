import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { importMade, madeImages, put } from './testing'

let folder: string
let source: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-captions-list-'))
  source = join(folder, 'source')
  const { before, after } = await madeImages()
  await put(source, 'images/1.png', before)
  await put(source, 'images/1_2.png', after)
})
afterEach(() => rm(folder, { recursive: true }))

const conversations = [
  { from: 'human', value: '<image>\n<image>\nWhat changed?' },
  { from: 'gpt', value: 'a car is gone' },
]
const images = ['images/1.png', 'images/1_2.png']

describe('a list that is given as a file', () => {
  test.each<[format: string, extension: string, row: object]>([
    ['qwen-vl', 'jsonl', { images, conversations }],
    ['llava', 'json', { image: images, conversations }],
    ['spot-the-diff', 'json', { img_id: '1', sentences: ['a car is gone'] }],
    ['image-editing-request', 'json', { img0: '1.png', img1: '1_2.png', sents: ['a car is gone'], uid: 'a' }],
  ])('is taken as %s under any name, packed too', async (format, extension, row) => {
    const text = extension === 'jsonl' ? `${JSON.stringify(row)}\n` : JSON.stringify([row])
    await put(source, `mine.${extension}`, text)
    await put(source, `packed.${extension}.gz`, gzipSync(text))
    for (const name of [`mine.${extension}`, `packed.${extension}.gz`]) {
      const report = await importMade(join(source, name), join(folder, name))
      expect(report).toMatchObject({ format, pairCount: 1, captionCount: 1, splits: {}, problems: [] })
    }
  })

  test('is of its split where its name is one, and stands alone', async () => {
    const row = { img_id: '1', sentences: ['a car is gone'] }
    await put(source, 'val.json', [row])
    await put(source, 'train.json', [row, { ...row, sentences: ['it left'] }])
    const report = await importMade(join(source, 'val.json'), join(folder, 'into'))
    expect(report).toMatchObject({ format: 'spot-the-diff', pairCount: 1, splits: { val: 1 } })
  })
})
