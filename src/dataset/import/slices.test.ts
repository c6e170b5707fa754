import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { decodeFile } from '../../images/decode'
import { makeNifti } from '../../images/nifti/testing'
import { discoverPairs } from '../discover'
import { convertDataset } from './convert'
import { filesIn, importMade, put } from './testing'

function volume(factor: number): Buffer {
  return makeNifti({ dims: [12, 10, 4], at: (i, j, slice) => i * 10 + j + slice * factor })
}

let folder: string
let source: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-slices-'))
  source = join(folder, 'source')
  await put(source, 'head_b.nii', volume(1))
  await put(source, 'head_a.nii', volume(5))
  const rows = [2, 3].map((number) =>
    JSON.stringify({ before: `head_b.nii#axial${number}`, after: `head_a.nii#axial${number}`, caption: 'c' }),
  )
  await put(source, 'pairs.jsonl', rows.join('\n'))
})
afterEach(() => rm(folder, { recursive: true }))

test.each(['copy', 'link'] as const)(
  'slices that a list names come in, and each volume once: %s',
  async (images) => {
    const into = join(folder, 'into')
    const report = await importMade(source, into, { images })
    expect(report).toMatchObject({ format: 'a-b', pairCount: 2, captionCount: 2, problems: [] })
    expect([...(await filesIn(into)).keys()].filter((path) => path.startsWith('images'))).toEqual([
      'images/after/head_a_0002.nii',
      'images/before/head_a_0002.nii',
    ])
    const { pairs } = (await discoverPairs(into)).readings[0]
    expect(pairs.map(({ key, before, after }) => [key, before, after])).toEqual([
      ['head_a#0002', 'images/before/head_a_0002.nii#axial2', 'images/after/head_a_0002.nii#axial2'],
      ['head_a#0003', 'images/before/head_a_0002.nii#axial3', 'images/after/head_a_0002.nii#axial3'],
    ])
    const [placed, original] = await Promise.all(
      [join(into, pairs[1].after), join(source, 'head_a.nii#axial3')].map((path) => decodeFile(path)),
    )
    expect(placed.samples.data).toEqual(original.samples.data)
  },
)

test('slices that a list names are converted', async () => {
  const out = join(folder, 'out')
  const { problems } = await convertDataset(
    { source, from: null, imageFolder: null, format: 'coco', out },
    { progress: () => {}, signal: new AbortController().signal },
  )
  expect(problems).toEqual([])
  const rows = (await readFile(join(out, 'pairs.jsonl'), 'utf8')).trim().split('\n')
  const befores = rows.map((row) => (JSON.parse(row) as { before: string }).before)
  expect(new Set(befores).size).toBe(2)
})
