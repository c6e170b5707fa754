import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkDataset } from '../src/dataset/import/check'
import { HOUSE, putScene, sceneAt } from '../src/frames/testing'
import { georeferenceOf } from '../src/georeference/read'
import { missingPrograms, putGeoTiff, UTM_32 } from '../src/georeference/testing'
import { makePair } from '../src/images/testing'
import { expect, test } from './app'
import { violations } from './axe'
import { exportPairs } from './export-pairs'
import { picture } from './picture'
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
  await picture(page, 'georeference')
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

/** Half a metre a pixel; the before frame has 0.4 m, begins elsewhere and reaches less far east. */
const AFTER = { transform: UTM_32, width: 200, height: 160 }
const BEFORE = { transform: sceneAt(-10, 6, 0.4), width: 240, height: 230 }
/** What both show, at 0.4 m: 86 m by 74 m. */
const GRID = { width: 215, height: 185 }
/** Of the common grid, whose corner lies 6 m south of the usual place. */
const HOUSE_IN_GRID = { x: HOUSE.west / 0.4, y: (HOUSE.north - 6) / 0.4 }

test('two overlapping scenes of different resolution are laid over each other, reviewed, and go out as a GeoPackage', async ({
  start,
  home,
}) => {
  const folder = join(scratch, 'pairs')
  await putScene(join(folder, 'A', 'scene.tif'), { ...BEFORE, hasHouse: false })
  await putScene(join(folder, 'B', 'scene.tif'), { ...AFTER, hasHouse: true })
  const { page } = await startWithSettings({ start, home, folder })
  const review = new ReviewPage(page)
  await review.open()
  await review.shows('scene')
  await expect(
    page.getByText(
      'Laid over each other by the map: 0.4 m a pixel before, 0.5 m after, shown at 0.4 m. They share 80 % of the after frame.',
    ),
  ).toBeVisible()
  expect(await violations(page)).toEqual([])
  await picture(page, 'frames-by-map')

  await review.paintAcross({ ...HOUSE_IN_GRID, width: 45, height: 30 }, GRID)
  await review.acceptAndNext()
  await review.saved()

  const out = join(scratch, 'out')
  await exportPairs(page, { format: 'GeoPackage', out, count: 1 })
  const { format, pairCount, problems } = await checkDataset(out, null, null)
  expect({ format, pairCount, problems }).toEqual({ format: 'geopackage', pairCount: 1, problems: [] })
  for (const side of ['before', 'after']) {
    const name = readdirSync(join(out, 'images', side)).find((file) => file.endsWith('.png'))!
    expect(await georeferenceOf(join(out, 'images', side, name))).toMatchObject({
      crs: { code: 32_632 },
      ...GRID,
    })
  }
  if (missingPrograms(['ogrinfo']).length === 0) {
    const read = execFileSync('ogrinfo', ['-al', '-so', join(out, 'changes.gpkg')], { encoding: 'utf8' })
    const [west, south, east, north] = /Extent: \(([\d.]+), ([\d.]+)\) - \(([\d.]+), ([\d.]+)\)/
      .exec(read)!
      .slice(1)
      .map(Number)
    // around the house, which the stroke goes across
    expect(Math.abs(west - (600_000 + HOUSE.west))).toBeLessThan(10)
    expect(Math.abs(east - (600_000 + HOUSE.east))).toBeLessThan(10)
    expect(Math.abs(north - (5_700_000 - HOUSE.north))).toBeLessThan(10)
    expect(Math.abs(south - (5_700_000 - HOUSE.south))).toBeLessThan(10)
  }
})
