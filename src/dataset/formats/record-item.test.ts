import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pack } from 'tar-stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Scratch } from '../import/item'
import { Problems } from '../import/problems'
import { readDataset } from '../import/read'
import { Source } from '../import/source'
import { madeImages, put, readMade } from '../import/testing'

/** Sets of others, in the formats that leave the form of their metadata open. */

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-record-item-'))
})
afterEach(() => rm(folder, { recursive: true }))

interface Found {
  key: string
  state: string | null
  captions: string[]
}

async function read(format: string): Promise<Found[]> {
  const problems = new Problems()
  const source = await Source.open(join(folder, 'set'))
  const context = { source, problems, scratch: new Scratch(folder, false), isCheck: true }
  const found: Found[] = []
  for await (const { key, state, captions } of readDataset(format, context)) {
    found.push({ key, state, captions: captions.map(({ text }) => text) })
  }
  expect(problems.list).toEqual([])
  return found
}

async function putFolder(rows: readonly object[]): Promise<void> {
  const { before, after } = await madeImages()
  for (const index of rows.keys()) {
    await put(folder, `set/train/${index}-0.png`, before)
    await put(folder, `set/train/${index}-1.png`, after)
  }
  const lines = rows.map((row, index) => {
    return JSON.stringify({ file_name: `${index}-1.png`, before_file_name: `${index}-0.png`, ...row })
  })
  await put(folder, 'set/train/metadata.jsonl', lines.join('\n'))
}

/** @param samples texts by their ending */
async function putShard(
  samples: readonly Record<string, string>[],
  { name = 'train-000000.tar', prefix = '' } = {},
): Promise<void> {
  const { before, after } = await madeImages()
  const tar = pack()
  for (const [index, texts] of samples.entries()) {
    tar.entry({ name: `${prefix}${index}.before.png` }, before)
    tar.entry({ name: `${prefix}${index}.after.png` }, after)
    for (const [ending, text] of Object.entries(texts)) {
      tar.entry({ name: `${prefix}${index}.${ending}` }, text)
    }
  }
  tar.finalize()
  const chunks: Buffer[] = []
  for await (const chunk of tar) {
    chunks.push(chunk)
  }
  await put(folder, `set/${name}`, Buffer.concat(chunks))
}

async function keysAndSplits(format: string): Promise<unknown[]> {
  const { items, problems } = await readMade(join(folder, 'set'), { format })
  expect(problems).toEqual([])
  return items.map(({ key, split }) => [key, split])
}

/** Of a set that has places, sizes and states of its own. */
const FOREIGN = { state: 'NY', split: 3, width: '640', height: null, key: ['a'] }

describe('a Hugging Face image folder', () => {
  test('keeps rows whose fields of our names mean something else', async () => {
    await putFolder([
      { caption: 'x', key: 3 },
      { text: 'y', ...FOREIGN },
      { captions: ['z'], key: 'own', state: 'corrected' },
    ])
    expect(await read('hugging-face')).toEqual([
      { key: '3', state: null, captions: ['x'] },
      { key: 'train/1-1', state: null, captions: ['y'] },
      { key: 'own', state: 'corrected', captions: ['z'] },
    ])
  })

  test('with one list at the top has the splits of its folders, where a row names none', async () => {
    const { before, after } = await madeImages()
    await put(folder, 'set/before.png', before)
    const rows = ['train/a.png', 'test/a.png', 'b.png', 'train/c.png'].map((name) => {
      return {
        file_name: name,
        before_file_name: 'before.png',
        ...(name === 'train/c.png' && { split: 'val' }),
      }
    })
    for (const { file_name: name } of rows) {
      await put(folder, `set/${name}`, after)
    }
    await put(folder, 'set/metadata.jsonl', rows.map((row) => JSON.stringify(row)).join('\n'))
    expect(await keysAndSplits('hugging-face')).toEqual([
      ['train/a', 'train'],
      ['test/a', 'test'],
      ['b', null],
      ['train/c', 'val'],
    ])
  })
})

describe('a WebDataset', () => {
  test('keeps samples whose fields of our names mean something else', async () => {
    await putShard([{ json: JSON.stringify({ ...FOREIGN, captions: ['x'] }) }])
    expect(await read('webdataset')).toEqual([{ key: 'train/0', state: null, captions: ['x'] }])
  })

  test('has captions as a list, as lines of a text, or a single one', async () => {
    const single = JSON.stringify({ caption: 'one' })
    await putShard([
      { json: single },
      { json: single, txt: 'one\r\ntwo\r\n\r\n' },
      { json: JSON.stringify({ captions: ['listed'], caption: 'one' }), txt: 'two' },
      { txt: 'a\nb' },
      { json: JSON.stringify({ caption: null }) },
    ])
    expect((await read('webdataset')).map(({ captions }) => captions)).toEqual([
      ['one'],
      ['one', 'two'],
      ['listed'],
      ['a', 'b'],
      [],
    ])
  })

  test('may number its samples from 0 in each shard', async () => {
    await putShard([{}, {}])
    await putShard([{}, { json: JSON.stringify({ key: 'own' }) }], { name: 'train-000001.tar' })
    await putShard([{}], { name: 'test-000000.tar' })
    expect(await keysAndSplits('webdataset')).toEqual([
      ['test/0', 'test'],
      ['train/0', 'train'],
      ['train/1', 'train'],
      ['train/train-000001/0', 'train'],
      ['own', 'train'],
    ])
  })

  test('of a folder that was packed as it is has the names of its files as keys', async () => {
    await putShard([{}], { prefix: './' })
    expect(await keysAndSplits('webdataset')).toEqual([['train/0', 'train']])
  })
})
