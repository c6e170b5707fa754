import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEFAULT_MAPPING } from '../domain/value-mapping'
import { makeLargeTiff } from './testing'
import { DEEP_SIDE, makeDeepTiff } from './testing-deep'
import { openTiledPair } from './tiled-pair'

/** 140 megapixels. */
const SIZE = { width: 12_500, height: 11_200 }

let home: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'deltascribe-tiled-pair-'))
})
afterAll(() => rm(home, { recursive: true, force: true, maxRetries: 20 }))

test('files of more bytes than are decoded whole are read part by part', async () => {
  const path = join(home, 'long.tif')
  await writeFile(path, makeLargeTiff(SIZE))
  await truncate(path, 2 * 2 ** 30)
  const pair = await openTiledPair({ before: path, after: path }, DEFAULT_MAPPING)
  expect(pair).toMatchObject(SIZE)
  const { data } = await pair.read('after', 0, { x: 0, y: 0, width: 4, height: 4 })
  expect(data).toHaveLength(48)
  await pair.close()
})

test('overviews have the fill of the whole image, where theirs is not named', async () => {
  const path = join(home, 'fill.tif')
  const half = DEEP_SIDE / 2
  const valueAt = (column: number): number => (column < half ? 0 : 4000 + 8 * (column - half))
  const noData = { text: '0', isOnAll: false }
  await writeFile(path, makeDeepTiff({ ...SIZE, valueAt, overviews: 4, noData }))
  const pair = await openTiledPair({ before: path, after: path }, DEFAULT_MAPPING)
  const read = async (level: number): Promise<number[]> => {
    const part = { x: 0, y: 0, width: DEEP_SIDE, height: 8 }
    const { data, missing } = await pair.read('after', level, part)
    return [missing?.[0] ?? 0, data[3 * half], data[3 * (DEEP_SIDE - 1)]]
  }
  expect(await read(0)).toEqual([1, 0, 255])
  expect(await read(4)).toEqual([1, 0, 255])
  await pair.close()
})
