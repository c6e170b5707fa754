import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { decodeRle, rleArea } from '../../../mask/rle'
import type { Rle } from '../../../mask/rle'
import { Scratch } from '../../import/item'
import type { ImportItem } from '../../import/item'
import { Problems } from '../../import/problems'
import { readDataset } from '../../import/read'
import { Source } from '../../import/source'
import { madeImages, put } from '../../import/testing'

const [WIDTH, HEIGHT] = [40, 20]

let folder: string
let problems: Problems
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-label-studio-'))
  problems = new Problems()
  const { before, after } = await madeImages(WIDTH, HEIGHT)
  await put(folder, 'set/before.png', before)
  await put(folder, 'set/after.png', after)
})
afterEach(() => rm(folder, { recursive: true }))

async function read(result: readonly object[]): Promise<ImportItem[]> {
  const task = { id: 7, data: { before: 'before.png', after: 'after.png' }, annotations: [{ result }] }
  await put(folder, 'set/tasks.json', [task])
  const source = await Source.open(join(folder, 'set'))
  const items: ImportItem[] = []
  const scratch = new Scratch(folder, false)
  for await (const item of readDataset('label-studio', { source, problems, scratch, isCheck: true })) {
    items.push(item)
  }
  return items
}

function shape(type: string, value: object, change: object = {}): object {
  return { id: 'r', type, to_name: 'after', original_width: WIDTH, original_height: HEIGHT, value, ...change }
}

/** Columns and rows that the pixels of a mask reach, the last ones included. */
function extent(mask: Rle): { x: [number, number]; y: [number, number]; area: number } {
  const set = [...decodeRle(mask).data.entries()].filter(([, bit]) => bit === 1).map(([at]) => at)
  const [columns, rows] = [set.map((at) => at % WIDTH), set.map((at) => Math.floor(at / WIDTH))]
  return {
    x: [Math.min(...columns), Math.max(...columns)],
    y: [Math.min(...rows), Math.max(...rows)],
    area: set.length,
  }
}

/** 8 x 4 pixels at (20, 10). */
const RECTANGLE = { x: 50, y: 50, width: 20, height: 20, rectanglelabels: ['house'] }

test.each([
  [undefined, { x: [20, 27], y: [10, 13], area: 32 }],
  [360, { x: [20, 27], y: [10, 13], area: 32 }],
  [90, { x: [16, 19], y: [10, 17], area: 32 }],
  [180, { x: [12, 19], y: [6, 9], area: 32 }],
  [-90, { x: [20, 23], y: [2, 9], area: 32 }],
])(
  'a rectangle that is turned by %s degrees is turned in pixels around its top left corner',
  async (rotation, wanted) => {
    const [{ regions }] = await read([shape('rectanglelabels', { ...RECTANGLE, rotation })])
    expect(extent(regions[0].mask)).toEqual(wanted)
  },
)

test.each([
  [0, { x: [10, 29], y: [6, 13] }],
  [90, { x: [16, 23], y: [0, 19] }],
])('an ellipse that is turned by %s degrees has its middle and radii', async (rotation, wanted) => {
  const value = { x: 50, y: 50, radiusX: 25, radiusY: 20, rotation, ellipselabels: ['pond'] }
  const [{ regions }] = await read([shape('ellipselabels', value)])
  const { area, ...found } = extent(regions[0].mask)
  expect(found).toEqual(wanted)
  expect(Math.abs(area - Math.PI * 10 * 4)).toBeLessThan(8)
  expect(regions[0].category).toBe('pond')
})

test('a relation between regions draws nothing, and shapes that are not read are told', async () => {
  const point = { x: 5, y: 5, keypointlabels: ['house'] }
  const items = await read([
    shape('rectanglelabels', RECTANGLE),
    { type: 'relation', from_id: 'r', to_id: 'r', direction: 'right' },
    { type: 'choices', to_name: 'after', value: { choices: ['good'] } },
    shape('keypointlabels', point, { id: 'p' }),
    shape('keypointlabels', point, { id: 'q' }),
  ])
  expect(items.map(({ regions }) => regions.map(({ category }) => category))).toEqual([['house']])
  expect(problems.list).toEqual([
    expect.objectContaining({
      item: '7',
      level: 'warning',
      message: 'Shapes of the type keypointlabels are not read: 2.',
    }),
  ])
})

test('what was drawn on the before image stays, whether its region is there or not', async () => {
  const before = { to_name: 'before', parentID: 'r' }
  const second = { ...RECTANGLE, x: 0 }
  const [{ regions }] = await read([
    shape('rectanglelabels', RECTANGLE),
    shape('rectanglelabels', RECTANGLE, { id: 'a', ...before }),
    shape('rectanglelabels', second, { id: 'b', ...before }),
    shape('rectanglelabels', second, { id: 'c', ...before, parentID: 'removed' }),
    shape('rectanglelabels', second, { id: 'd', ...before, parentID: 'c' }),
  ])
  const areas = regions.map(({ mask, beforeMask }) => [
    rleArea(mask),
    beforeMask === null ? null : rleArea(beforeMask),
  ])
  expect(areas).toEqual([
    [32, 64],
    [0, 32],
    [0, 32],
  ])
  expect(problems.list).toEqual([])
})
