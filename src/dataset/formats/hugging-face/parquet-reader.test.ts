import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parquetWriteBuffer } from 'hyparquet-writer'
import type { ColumnSource } from 'hyparquet-writer'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { encodeGreyPng } from '../../../images/raster'
import { rleArea } from '../../../mask/rle'
import { madeImages, put, readMade } from '../../import/testing'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-parquet-'))
})
afterEach(() => rm(folder, { recursive: true }))

function images(name: string, cells: readonly Uint8Array[]): ColumnSource {
  return { name, data: [...cells], type: 'BYTE_ARRAY' }
}

/** A row of one pair. */
async function putRow(path: string, others: readonly ColumnSource[]): Promise<void> {
  const { before, after } = await madeImages()
  const columnData = [images('image1', [before]), images('image2', [after]), ...others]
  await put(folder, path, new Uint8Array(parquetWriteBuffer({ columnData })))
}

test('a file that is given is read without others whose names end alike', async () => {
  for (const number of [0, 10, 20]) {
    await putRow(`${number}.parquet`, [{ name: 'key', data: [`pair ${number}`], type: 'STRING' }])
  }
  const { items } = await readMade(join(folder, '0.parquet'))
  expect(items.map(({ key }) => key)).toEqual(['pair 0'])
})

test.each<[string, ColumnSource]>([
  ['number', { name: 'label', data: [3], type: 'INT32' }],
  ['text', { name: 'label', data: ['changed'], type: 'STRING' }],
])('a label that is a %s is no mask', async (_, label) => {
  await putRow('train.parquet', [label])
  const { items, problems } = await readMade(folder)
  expect(problems).toEqual([])
  expect(items.map(({ regions }) => regions)).toEqual([[]])
})

test('a mask is taken beside a label that is a number', async () => {
  const data = Uint8Array.from({ length: 120 }, (_, pixel) => (pixel < 7 ? 255 : 0))
  const mask = await encodeGreyPng({ width: 12, height: 10, data })
  await putRow('train.parquet', [{ name: 'label', data: [3], type: 'INT32' }, images('gt', [mask])])
  const { items } = await readMade(folder)
  expect(items[0].regions.map((region) => rleArea(region.mask))).toEqual([7])
})
