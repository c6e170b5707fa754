import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { putSidecars } from '../../../georeference/testing'
import { ProjectStore } from '../../../store/project-store'
import { foundPair } from '../../../store/testing'
import { exportMade, madeHeight, madeItem, madeRegion, madeWidth } from '../../export/testing'
import { commonFormatNames } from '../../formats/list'
import { readMade } from '../testing'
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

async function readBack(source: string): Promise<{ report: PredictionReading; staged: StagedPrediction[] }> {
  const staged = join(folder, 'staged.jsonl')
  const report = await readPredictions(
    {
      source: join(folder, source),
      format: null,
      imageList: null,
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

/** Their lists name pairs by numbers of their own. */
const RENAMING = ['levir-mci', 'spot-the-diff', 'clevr-change']

test.each(commonFormatNames.filter((name) => !RENAMING.includes(name)))(
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

test.each(RENAMING)('an export as %s is known as that', async (format) => {
  await exportProject(format)
  expect((await readBack('out')).report.format).toBe(format)
})
