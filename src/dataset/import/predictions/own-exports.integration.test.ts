import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, parse } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { putSidecars } from '../../../georeference/testing'
import { encodeGreyPng } from '../../../images/raster'
import { ProjectStore } from '../../../store/project-store'
import type { PairPlace } from '../../../store/pair-queries'
import { foundPair } from '../../../store/testing'
import { exportMade, madeHeight, madeItem, madeMask, madeRegion, madeWidth } from '../../export/testing'
import { commonFormatNames } from '../../formats/list'
import { put, readMade } from '../testing'
import type { PredictionReading } from './matching'
import type { StagedPrediction } from './output'
import { readPredictions } from './read-predictions'

// What we export comes back as predictions for the project that it is of.

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-own-exports-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Keys of the project's pairs. */
const KEYS = ['meadow', 'old_harbour', 'station_7']

/** Exports pairs with regions of two classes to the folder `out`, and makes the project that they are of. */
async function exportProject(format: string): Promise<void> {
  await Promise.all(['A', 'B'].map((side) => mkdir(join(folder, side))))
  const items = []
  for (const key of KEYS) {
    const [beforePath, afterPath] = ['A', 'B'].map((side) => join(folder, side, `${key}.png`))
    const regions = [
      madeRegion('1', 'ring', { category: 'road' }),
      ...(key === 'meadow' ? [] : [madeRegion('2', 'dots')]),
    ]
    const made = await madeItem(folder, key, { regions, captions: ['a road is new'] })
    await copyFile(made.beforePath, beforePath)
    await copyFile(made.afterPath, afterPath)
    await Promise.all([putSidecars(beforePath), putSidecars(afterPath)])
    items.push({ ...made, beforePath, afterPath })
  }
  await exportMade(items, format, join(folder, 'out'))
  const store = new ProjectStore(join(folder, 'project.db'))
  store.pairs.synchronise(KEYS.map((key) => ({ ...foundPair(`${key}.png`), key })))
  store.pairs.places().forEach(({ id }) => store.pairs.setSize(id, madeWidth, madeHeight))
  store.close()
}

function places(): readonly PairPlace[] {
  const store = new ProjectStore(join(folder, 'project.db'), true)
  const found = store.pairs.places()
  store.close()
  return found
}

async function readBack(
  source: string,
  imageList: string | null = null,
): Promise<{ report: PredictionReading; staged: StagedPrediction[] }> {
  const staged = join(folder, 'staged.jsonl')
  const report = await readPredictions(
    {
      source: join(folder, source),
      format: null,
      imageList,
      listFile: null,
      folder,
      storePath: join(folder, 'project.db'),
      proposer: 'import:M',
      staged,
    },
    { progress: () => {}, signal: new AbortController().signal },
  )
  const lines = (await readFile(staged, 'utf8')).split('\n').filter((line) => line !== '')
  return { report, staged: lines.map((line) => JSON.parse(line) as StagedPrediction) }
}

function regionCounts(all: readonly { regions: readonly unknown[] }[]): number[] {
  return all.map(({ regions }) => regions.length).toSorted((a, b) => a - b)
}

test.each(commonFormatNames)(
  'an export as %s is known as that, and every region comes back to its pair',
  async (format) => {
    await exportProject(format)
    const { items } = await readMade(join(folder, 'out'), { format })
    const { report, staged } = await readBack('out')
    const problems = report.problems.filter(({ level }) => level === 'error')
    expect({ format: report.format, problems }).toEqual({ format, problems: [] })
    expect(report).toMatchObject({ itemCount: KEYS.length, pairCount: KEYS.length, unmatchedCount: 0 })
    expect(regionCounts(staged)).toEqual(regionCounts(items))
    expect(report.regionCount).toBeGreaterThanOrEqual(KEYS.length)
  },
)

/** The file of each pair in the export, without folders and ending. */
async function exportedNames(side: 'before' | 'after'): Promise<string[]> {
  const lines = (await readFile(join(folder, 'out/pairs.jsonl'), 'utf8')).trimEnd().split('\n')
  const rows = lines.map((line) => JSON.parse(line) as Record<'key' | 'before' | 'after', string>)
  return KEYS.map((key) => parse(rows.find((row) => row.key === key)![side]).name)
}

describe('predictions under the names that an export gave', () => {
  test.each([
    ['levir-mci', 'after'],
    ['spot-the-diff', 'before'],
    ['clevr-change', 'after'],
  ] as const)('of %s find their pairs by its list, beside them or given', async (format, side) => {
    await exportProject(format)
    const mask = await encodeGreyPng({
      width: madeWidth,
      height: madeHeight,
      data: madeMask('full').map((bit) => bit * 255),
    })
    for (const name of await exportedNames(side)) {
      await put(folder, `predicted/${name}.png`, mask)
    }
    expect((await readBack('predicted')).report).toMatchObject({ format: 'masks', pairCount: 0 })

    const list = join(folder, 'out/pairs.jsonl')
    const given = await readBack('predicted', list)
    expect(given.report).toMatchObject({ pairCount: KEYS.length, unmatchedCount: 0, problems: [] })
    expect(given.report.matchedBy).toEqual({ key: KEYS.length, path: 0, name: 0 })

    await copyFile(list, join(folder, 'predicted/pairs.jsonl'))
    const beside = await readBack('predicted')
    expect(beside).toEqual({ report: given.report, staged: given.staged })
  })

  test('name their own pair, also where a number is the key of another one', async () => {
    await exportProject('a-b')
    const rows = KEYS.map((key, at) => ({ key, before: `${at}_a.png`, after: `${KEYS[(at + 1) % 3]}.png` }))
    await put(folder, 'list.jsonl', rows.map((row) => JSON.stringify(row)).join('\n'))
    await put(folder, 'mine/captions.json', Object.fromEntries(KEYS.map((key) => [key, `file ${key}`])))
    const { staged } = await readBack('mine', join(folder, 'list.jsonl'))
    const ids = new Map(places().map(({ id, key }) => [id, key]))
    expect(
      Object.fromEntries(staged.map(({ pairId, captions }) => [ids.get(pairId), captions[0].text])),
    ).toEqual(Object.fromEntries(KEYS.map((key, at) => [key, `file ${KEYS[(at + 1) % 3]}`])))
  })

  test('are not looked up in a list that names no files', async () => {
    await exportProject('a-b')
    await put(folder, 'list.jsonl', '{"key":"meadow"}\n')
    await expect(readBack('out', join(folder, 'list.jsonl'))).rejects.toMatchObject({
      failure: { code: 'invalid-input', message: 'list.jsonl has no line with key, before and after.' },
    })
  })
})
