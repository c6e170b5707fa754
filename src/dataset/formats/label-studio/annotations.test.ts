import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { rleArea } from '../../../mask/rle'
import { englishOf } from '../../../messages/message'
import { Scratch } from '../../import/item'
import type { ImportItem } from '../../import/item'
import { Problems } from '../../import/problems'
import { readDataset } from '../../import/read'
import { Source } from '../../import/source'
import { madeImages, put } from '../../import/testing'
import { detectFormat } from '../list'

const [WIDTH, HEIGHT] = [40, 20]

let folder: string
let problems: Problems
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-label-studio-'))
  problems = new Problems()
  const { before, after } = await madeImages(WIDTH, HEIGHT)
  await put(folder, 'before.png', before)
  await put(folder, 'after.png', after)
})
afterEach(() => rm(folder, { recursive: true }))

async function itemsIn(path = folder): Promise<ImportItem[]> {
  const source = await Source.open(path)
  const items: ImportItem[] = []
  const scratch = new Scratch(folder, false)
  for await (const item of readDataset('label-studio', { source, problems, scratch, isCheck: true })) {
    items.push(item)
  }
  return items
}

async function read(...tasks: object[]): Promise<ImportItem[]> {
  await put(folder, 'tasks.json', tasks)
  return itemsIn()
}

function task(annotations: readonly object[], change: object = {}, data: object = {}): object {
  return { id: 7, data: { before: 'before.png', after: 'after.png', ...data }, annotations, ...change }
}

function rectangle(category: string | string[], toName = 'after'): object {
  const value = { x: 50, y: 50, width: 20, height: 20, rectanglelabels: [category].flat() }
  return { type: 'rectanglelabels', to_name: toName, original_width: WIDTH, original_height: HEIGHT, value }
}

const categoriesOf = (items: readonly ImportItem[]): string[][] =>
  items.map(({ regions }) => regions.map(({ category }) => category))

const told = (): string[] => problems.list.map(({ level, message }) => `${level}: ${englishOf(message)}`)

test('a task that was skipped or that nobody annotated is unreviewed, an empty annotation is none', async () => {
  const items = await read(
    task([{ was_cancelled: true, result: [rectangle('car')] }], { id: 1 }, { state: 'accepted' }),
    task([], { id: 2, predictions: [{ result: [rectangle('car')] }] }),
    task([{ was_cancelled: false, result: [] }], { id: 3 }),
  )
  expect(items.map(({ state, regions }) => [state, regions.length])).toEqual([
    ['unreviewed', 0],
    ['unreviewed', 0],
    [null, 0],
  ])
  expect(told()).toEqual([
    'warning: Tasks that were skipped, or that nobody has annotated, are unreviewed pairs: 2.',
  ])
})

const [early, late] = ['2026-03-01T10:00:00.5Z', '2026-03-02T08:00:00Z']

test.each([
  ['the ground truth', [{ ground_truth: true }, { updated_at: late }, {}], 'first'],
  [
    'the one that was changed last',
    [{ created_at: early, updated_at: late }, { created_at: early }],
    'first',
  ],
  ['the one that was made last', [{ created_at: early }, { created_at: late }], 'second'],
  ['the first without times', [{}, {}], 'first'],
  ['none that was cancelled', [{ was_cancelled: true, ground_truth: true }, {}, {}], 'second'],
])('of several annotations %s is read, and the others are counted', async (_, annotations, category) => {
  const names = ['first', 'second', 'third']
  const made = annotations.map((one, index) => ({ ...one, result: [rectangle(names[index])] }))
  expect(categoriesOf(await read(task(made)))).toEqual([[category]])
  const count = made.filter((one) => !('was_cancelled' in one)).length - 1
  expect(told()).toEqual([expect.stringContaining(`warning: Annotations that are not read: ${count}.`)])
})

test('labels after the first of a shape are told', async () => {
  const result = [rectangle(['car', 'bus', 'van']), rectangle('tree')]
  expect(categoriesOf(await read(task([{ result }])))).toEqual([['car', 'tree']])
  expect(told()).toEqual(['warning: Labels after the first of a shape are not read: 2.'])
})

/** Of each region: pixels in the after image, and whether it has a mask in the before image. */
const sidesOf = ([item]: readonly ImportItem[]): [number, boolean][] =>
  item.regions.map(({ mask, beforeMask }) => [rleArea(mask), beforeMask !== null])

test('names of image tags tell the image by their word', async () => {
  const result = [rectangle('car', 'img-before'), rectangle('car', 'imageAfter')]
  expect(sidesOf(await read(task([{ result }])))).toEqual([
    [0, true],
    [32, false],
  ])
  expect(problems.list).toEqual([])
})

test('the labelling interface tells what each image tag shows', async () => {
  const images = '<Image zoom="true" name="left" value="$before"/>\n<Image value=\'$after\' name=\'before\'/>'
  await put(folder, 'label-config.xml', `<View>\n${images}\n<ImageX name="x" value="$after"/></View>`)
  const result = [rectangle('car', 'left'), rectangle('car', 'before')]
  expect(sidesOf(await read(task([{ result }])))).toEqual([
    [0, true],
    [32, false],
  ])
})

test('a pair whose image tags tell nothing is left out, with what to do', async () => {
  const drawn = task([{ result: [rectangle('car', 'left')] }], { id: 1 })
  const items = await read(drawn, task([{ result: [] }], { id: 2 }))
  expect(items.map(({ key }) => key)).toEqual(['2'])
  expect(told()).toEqual([
    'error: Something is drawn on the image tag left, which may show the image before or after: ' +
      'put the labelling interface beside the tasks as label-config.xml.',
  ])
})

test('a list of tasks that is given as a file may have any name', async () => {
  await put(folder, 'export.json', [task([{ result: [rectangle('car')] }])])
  const given = join(folder, 'export.json')
  expect(await detectFormat(await Source.open(given))).toBe('label-studio')
  expect(categoriesOf(await itemsIn(given))).toEqual([['car']])
})
