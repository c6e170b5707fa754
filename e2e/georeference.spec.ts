import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkDataset } from '../src/dataset/import/check'
import { missingPrograms, putGeoTiff } from '../src/georeference/testing'
import { makePair } from '../src/images/testing'
import { expect, test } from './app'
import { violations } from './axe'
import { exportPairs } from './export-pairs'
import { removeFolder } from './remove-folder'
import { ReviewPage } from './review-page'
import { startWithSettings } from './settings'

/** Pixels of half a metre. */
const SIZE = { width: 320, height: 240 }

let scratch: string
test.beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'deltascribe-georeference-'))
})
test.afterEach(() => removeFolder(scratch))

async function pairOfGeoTiffs(): Promise<string> {
  const folder = join(scratch, 'pairs')
  const { before, after } = makePair(3, SIZE.width, SIZE.height)
  for (const [side, { data }] of [
    ['A', before],
    ['B', after],
  ] as const) {
    mkdirSync(join(folder, side), { recursive: true })
    await putGeoTiff(join(folder, side, 'field.tif'), { ...SIZE, data })
  }
  return folder
}

test('a pair of GeoTIFFs shows where it lies, and its polygons go out as a GeoPackage', async ({
  start,
  home,
}) => {
  const { page } = await startWithSettings({ start, home, folder: await pairOfGeoTiffs() })
  const review = new ReviewPage(page)
  await review.open()
  await review.shows('field')
  await expect(review.canvas().getByTitle('Scale in the middle of the image')).toHaveText(/^\d+ m$/)

  await review.paintAcross({ x: 100, y: 100, width: 40, height: 40 }, SIZE)
  await expect(review.regions().first()).toContainText(/\d+ m²/)
  await review.afterPane().hover()
  await expect(
    review
      .canvas()
      .getByText(/^\d+, \d+ · E 600\d{3}\.\d\d, N 5699\d{3}\.\d\d m · 51\.44\d+° N, 10\.4\d+° E$/),
  ).toBeVisible()
  expect(await violations(page)).toEqual([])
  await review.acceptAndNext()
  await review.saved()

  const out = join(scratch, 'out')
  await exportPairs(page, { format: 'GeoPackage', out, count: 1 })
  const { format, pairCount, regionCount, problems } = await checkDataset(out, null, null)
  expect({ format, pairCount, regionCount, problems }).toEqual({
    format: 'geopackage',
    pairCount: 1,
    regionCount: 1,
    problems: [],
  })
  if (missingPrograms(['ogrinfo']).length === 0) {
    const read = execFileSync('ogrinfo', ['-al', '-so', join(out, 'changes.gpkg')], { encoding: 'utf8' })
    expect(read).toContain('Layer name: changes_epsg_32632')
    expect(read).toContain('Feature Count: 1')
    expect(read).toContain('ID["EPSG",32632]]')
    // around the stroke: E 600000 is the first column, half a metre each
    const [, west, , east] = /Extent: \(([\d.]+), ([\d.]+)\) - \(([\d.]+), ([\d.]+)\)/.exec(read)!.map(Number)
    expect(west).toBeGreaterThan(600_040)
    expect(east).toBeLessThan(600_080)
  }
})
