import { existsSync } from 'node:fs'
import { link, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scoreCaptions } from '../../metrics/captions'
import { Problems } from './problems'
import { readDataset } from './read'
import { Scratch } from './item'
import { Source } from './source'
import { madeImages } from './testing'
import { englishOf } from '../../messages/message'

const data = join(process.env['DELTASCRIBE_DATA'] ?? '/nowhere', 'captions')
const why = 'DELTASCRIBE_DATA names no folder with the published captions'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-published-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function unpacked(name: string): Promise<string> {
  return gunzipSync(await readFile(join(data, name))).toString('utf8')
}

/** The captions come without their images: one small image under all their names stands for them. */
async function putImages(paths: Iterable<string>): Promise<void> {
  const original = join(folder, 'one.png')
  await writeFile(original, (await madeImages(2, 2)).after)
  const folders = new Set<string>()
  for (const path of paths) {
    const target = join(folder, path)
    const parent = join(target, '..')
    if (!folders.has(parent)) {
      await mkdir(parent, { recursive: true })
      folders.add(parent)
    }
    await link(original, target).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') {
        throw error
      }
    })
  }
}

interface Taken {
  captions: Map<string, string[]>
  splits: Record<string, number>
  problems: string[]
}

async function read(root: string, format: string): Promise<Taken> {
  const problems = new Problems()
  const context = {
    source: await Source.open(root),
    problems,
    scratch: new Scratch(folder, false),
    isCheck: false,
  }
  const taken: Taken = { captions: new Map(), splits: {}, problems: [] }
  for await (const { key, split, captions } of readDataset(format, context)) {
    taken.captions.set(
      key,
      captions.map(({ text }) => text),
    )
    taken.splits[split ?? 'none'] = (taken.splits[split ?? 'none'] ?? 0) + 1
  }
  return { ...taken, problems: problems.list.map(({ message }) => englishOf(message)) }
}

function count({ captions }: Taken): number {
  return [...captions.values()].reduce((sum, { length }) => sum + length, 0)
}

describe.skipIf(!existsSync(data))(`the published captions [${why}]`, { timeout: 600_000 }, () => {
  test('of LEVIR-CC come in whole, 10,077 pairs with 50,385 sentences, and score 1 against themselves', async () => {
    const lines = (await unpacked('levir-cc.jsonl.gz')).trimEnd().split('\n')
    const images = lines.map((line) => {
      const { split, name, tokens } = JSON.parse(line) as {
        split: string
        name: string
        tokens: string[][]
      }
      return {
        filepath: split,
        filename: name,
        split,
        sentences: tokens.map((words) => ({ tokens: words })),
      }
    })
    const root = join(folder, 'levir')
    await putImages(
      images.flatMap(({ split, filename }) =>
        ['A', 'B'].map((side) => `levir/images/${split}/${side}/${filename}`),
      ),
    )
    await writeFile(join(root, 'LevirCCcaptions.json'), JSON.stringify({ images }))
    const taken = await read(root, 'levir-mci')
    expect(taken.problems).toEqual([])
    expect(taken.splits).toEqual({ train: 6815, val: 1333, test: 1929 })
    expect([taken.captions.size, count(taken)]).toEqual([10_077, 50_385])
    const items = [...taken.captions].map(([id, references]) => ({
      id,
      hypothesis: references[0],
      references,
    }))
    const scores = scoreCaptions(items, (text) => text)
    expect(scores.get('BLEU-4')?.corpus).toBeCloseTo(1, 6)
    expect(scores.get('ROUGE-L')?.corpus).toBeCloseTo(1, 12)
  })

  test('of Spot-the-Diff come in whole', async () => {
    const counts: Record<string, number> = {}
    const ids: string[] = []
    let sentences = 0
    const root = join(folder, 'spot')
    await mkdir(join(root, 'data/annotations'), { recursive: true })
    for (const split of ['train', 'val', 'test']) {
      const text = await unpacked(`spot-the-diff-${split}.json.gz`)
      const entries = JSON.parse(text) as { img_id: string; sentences: string[] }[]
      counts[split] = entries.length
      sentences += entries.reduce((sum, entry) => sum + entry.sentences.length, 0)
      ids.push(...entries.map(({ img_id }) => img_id))
      await writeFile(join(root, `data/annotations/${split}.json`), text)
    }
    await putImages(
      ids.flatMap((id) => [`spot/data/resized_images/${id}.png`, `spot/data/resized_images/${id}_2.png`]),
    )
    const taken = await read(root, 'spot-the-diff')
    expect(counts).toEqual({ train: 9524, val: 1634, test: 1404 })
    // it has sentences without a word, and ids that stand in several entries and splits
    expect(new Set(taken.problems.map((text) => text.replace(/\d+/, 'N')))).toEqual(
      new Set(['Caption N is empty and is left out.']),
    )
    expect(taken.splits).toEqual(counts)
    expect(count(taken)).toBe(sentences - 66)
  })

  test('of Image-Editing-Request come in whole', async () => {
    const counts: Record<string, number> = {}
    const names: string[] = []
    const root = join(folder, 'edits')
    await mkdir(root)
    for (const split of ['train', 'valid', 'test']) {
      const text = await unpacked(`image-editing-request-${split}.json.gz`)
      const entries = JSON.parse(text) as { img0: string; img1: string }[]
      counts[split] = entries.length
      names.push(...entries.flatMap(({ img0, img1 }) => [img0, img1]))
      await writeFile(join(root, `${split}.json`), text)
    }
    await putImages(names.map((name) => `edits/images/${name}`))
    const taken = await read(root, 'image-editing-request')
    expect(counts).toEqual({ train: 3061, valid: 383, test: 495 })
    expect(taken.problems).toEqual([])
    expect(taken.splits).toEqual({ train: 3061, val: 383, test: 495 })
  })
})
