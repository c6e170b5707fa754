import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SequencePlace } from '../domain/sequence'
import { ProjectStore } from '../store/project-store'
import { discoverPairs } from './discover'
import { exportMade, madeItem } from './export/testing'
import { assignSplits } from './export/assign-splits'
import { importMade } from './import/testing'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-sequence-fields-'))
})
afterEach(() => rm(folder, { recursive: true }))

const PLACE: SequencePlace = {
  name: 'a',
  position: 2,
  beforeDate: '2019-06',
  afterDate: '2019-07-01T12:30:00',
}

describe('an export', () => {
  test.each(['levir-mci', 'coco', 'webdataset', 'hugging-face', 'hugging-face-parquet'])(
    'as %s, brings the sequence back, into the store and the list',
    async (format) => {
      const key = 'a/2019-06..2019-07'
      const made = { captions: ['a house is new'], item: { sequence: PLACE } }
      const items = [await madeItem(folder, key, made), await madeItem(folder, 'alone', { captions: ['x'] })]
      const out = join(folder, 'out')
      await exportMade(items, format, out)
      const into = join(folder, 'into')
      await importMade(out, into)
      const store = new ProjectStore(join(into, '.deltascribe', 'project.db'))
      const pairs = store.pairs.places().map(({ id }) => store.pair(id))
      store.close()
      expect(pairs.map((pair) => [pair.key, pair.sequence])).toEqual(
        expect.arrayContaining([
          [expect.stringContaining('2019-06'), PLACE],
          [expect.stringContaining('alone'), null],
        ]),
      )
      const [reading] = (await discoverPairs(into)).readings
      expect(reading.pairs.find((pair) => pair.key.includes('2019-06'))?.sequence).toEqual(PLACE)
      expect(reading.pairs.find((pair) => pair.key.includes('alone'))?.sequence).toBeUndefined()
    },
  )

  test('names the fields in its list, and none for a pair of no sequence', async () => {
    const items = [
      await madeItem(folder, 'a', { captions: ['x'], item: { sequence: PLACE } }),
      await madeItem(folder, 'b', { captions: ['x'] }),
    ]
    const out = join(folder, 'out')
    await exportMade(items, 'levir-mci', out)
    const rows = (await readFile(join(out, 'pairs.jsonl'), 'utf8')).trim().split('\n')
    const [first, second] = rows.map((row) => JSON.parse(row) as object)
    const fields = { sequence: 'a', position: 2, before_date: '2019-06', after_date: '2019-07-01T12:30:00' }
    expect(first).toMatchObject(fields)
    expect(second).not.toHaveProperty('sequence')
  })
})

test('what others wrote under these names is no sequence, and takes no pair away', async () => {
  await mkdir(join(folder, 'x'))
  for (const name of ['a', 'b', 'c', 'd']) {
    await writeFile(join(folder, 'x', `${name}.png`), '')
  }
  const rows = ['before,after,sequence,position', 'x/a.png,x/b.png,7,left', 'x/c.png,x/d.png,s,3', '']
  await writeFile(join(folder, 'pairs.csv'), rows.join('\n'))
  const [reading] = (await discoverPairs(folder)).readings
  expect(Object.fromEntries(reading.pairs.map(({ key, sequence }) => [key, sequence]))).toEqual({
    'x/b': undefined,
    'x/d': { name: 's', position: 3, beforeDate: null, afterDate: null },
  })
})

test('splits never part a sequence', () => {
  const items = Array.from({ length: 300 }, (_, index) => ({
    key: `place ${index % 30}/${index}`,
    split: null,
    beforePath: `/data/${index}.png`,
    afterPath: `/data/${index}_after.png`,
    sequence: { name: `place ${index % 30}` },
  }))
  const splits = assignSplits(items)
  const splitsOf = (place: number): Set<string> => new Set(splits.filter((_, index) => index % 30 === place))
  expect(Array.from({ length: 30 }, (_, place) => splitsOf(place).size)).toEqual(Array(30).fill(1))
  expect(new Set(splits).size).toBe(3)
})
