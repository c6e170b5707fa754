import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { encode } from 'fast-png'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addScoreMasksCommand } from './score-masks'
import { runHere } from './testing'
import type { Ran } from './testing'

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-masks-'))
})

afterAll(() => rm(folder, { recursive: true }))

/** Writes grey masks; one row of values each. */
async function masks(name: string, rows: Record<string, number[]>): Promise<string> {
  const path = join(folder, name)
  await mkdir(path, { recursive: true })
  for (const [stem, values] of Object.entries(rows)) {
    const png = encode({
      width: values.length,
      height: 1,
      data: Uint8Array.from(values),
      depth: 8,
      channels: 1,
    })
    await writeFile(join(path, `${stem}.png`), png)
  }
  return path
}

function run(...options: string[]): Promise<Ran> {
  return runHere(addScoreMasksCommand, 'score-masks', '--resamples', '50', ...options)
}

interface Document {
  items: number
  metrics: { metric: string; value: number; compared?: { value: number } }[]
  classes: { name: string; iou: number }[]
  regions: { truth: number; recall: number }
  groups?: { name: string; iou: number }[]
  groupMean?: { iou: number }
  perItem?: { id: string }[]
}

test('binary masks: any value but 0 is a change, ignored values count nowhere', async () => {
  const truth = await masks('t1', { a: [255, 255, 0, 85], b: [0, 0, 0, 170] })
  const pred = await masks('p1', { a: [1, 0, 0, 1], b: [0, 0, 1, 1] })
  const { out, code } = await run(
    '--truth',
    truth,
    '--pred',
    pred,
    '--ignore',
    '85',
    '170',
    '--json',
    '--per-item',
  )
  const document = JSON.parse(out) as Document
  expect(document.metrics[0]).toMatchObject({ metric: 'change IoU', value: 1 / 3 })
  expect(document.perItem?.map(({ id }) => id)).toEqual(['a', 'b'])
  expect(code).toBe(0)
})

test('masks in folders for each split are paired by their paths', async () => {
  const truth = await masks('t-split/train', { a: [255, 0] })
  await masks('t-split/test', { a: [255, 255] })
  await masks('p-split/train', { a: [255, 0] })
  const pred = await masks('p-split/test', { a: [255, 255] })
  const { out, code } = await run('--truth', dirname(truth), '--pred', dirname(pred), '--json', '--per-item')
  const document = JSON.parse(out) as Document
  expect(document.perItem?.map(({ id }) => id)).toEqual(['test/a', 'train/a'])
  expect([document.metrics[0].value, code]).toEqual([1, 0])
})

test('classes are scored one by one', async () => {
  const truth = await masks('t2', { a: [0, 128, 255, 255] })
  const pred = await masks('p2', { a: [0, 128, 255, 0] })
  const { out } = await run('--truth', truth, '--pred', pred, '--classes', '0,128,255', '--json')
  const document = JSON.parse(out) as Document
  expect(document.classes.map(({ name, iou }) => [name, iou])).toEqual([
    ['0 (no change)', 1 / 2],
    ['128', 1],
    ['255', 1 / 2],
  ])
})

test('groups are taken from the names, and their mean weighs each the same', async () => {
  const truth = await masks('t3', { x_1: [255, 0], x_2: [255, 0], y_1: [255, 0] })
  const pred = await masks('p3', { x_1: [255, 0], x_2: [255, 0], y_1: [0, 255] })
  const { out } = await run('--truth', truth, '--pred', pred, '--group', '^(.+)_', '--json')
  const document = JSON.parse(out) as Document
  expect(document.groups?.map(({ name, iou }) => [name, iou])).toEqual([
    ['x', 1],
    ['y', 0],
  ])
  expect(document.groupMean?.iou).toBe(1 / 2)
  expect(document.metrics[0].value).toBe(2 / 4)
})

test('a table as text, with a second system beside the first', async () => {
  const truth = await masks('t4', { a: [255, 0, 0], b: [255, 0, 0] })
  const { out } = await run(
    '--truth',
    truth,
    '--pred',
    await masks('p4', { a: [255, 255, 0], b: [255, 255, 0] }),
    '--compare',
    await masks('q4', { a: [255, 0, 0], b: [255, 0, 0] }),
  )
  expect(out).toMatch(/change IoU +50\.00 +50\.00 to 50\.00 +100\.00 +50\.00/)
  expect(out).toContain('boundary F1')
})

test.each<[string, string[], (truth: string) => Promise<string>, RegExp]>([
  ['a missing mask', [], () => masks('m1', { a: [0, 1] }), /m1: no mask for "b"/],
  [
    'a mask of another size',
    [],
    () => masks('m2', { a: [0, 1], b: [0] }),
    /b\.png is 1x1, its truth .*b\.png is 2x1/,
  ],
  [
    'an unknown grey value',
    ['--classes', '0,255'],
    () => masks('m3', { a: [0, 255], b: [0, 7] }),
    /b\.png: grey value 7 at x 1, y 0/,
  ],
  ['a folder without masks', [], () => masks('m4', {}), /m4: holds no PNG mask/],
  ['other names', [], () => masks('m5', { z: [0] }), /share no file name/],
  ['a name without a group', ['--group', '^(z)'], async (truth) => truth, /"a" does not match --group/],
])('%s is named on stderr, exit code 2', async (_, options, makePrediction, message) => {
  const truth = await masks('truth', { a: [0, 255], b: [0, 255] })
  const { out, err, code } = await run('--truth', truth, '--pred', await makePrediction(truth), ...options)
  expect(err).toMatch(message)
  expect({ out, code }).toEqual({ out: '', code: 2 })
})

test('--allow-missing scores what both have, names the rest, exit code 1', async () => {
  const truth = await masks('truth', { a: [0, 255], b: [0, 255] })
  const { out, code } = await run(
    '--truth',
    truth,
    '--pred',
    await masks('m6', { a: [0, 255] }),
    '--allow-missing',
  )
  expect(out).toContain('Mask pairs: 1')
  expect(out).toContain('Note: no prediction for "b".')
  expect(code).toBe(1)
})

test('says of a folder that is not there, or that is a file, just that', async () => {
  const gone = await run('--truth', join(folder, 'gone'), '--pred', folder)
  expect([gone.code, gone.err]).toEqual([2, `${join(folder, 'gone')} is not there.\n`])
  const file = await run('--truth', import.meta.filename, '--pred', folder)
  expect([file.code, file.err]).toEqual([2, `${import.meta.filename} is a file and not a folder.\n`])
})
