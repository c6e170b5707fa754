import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { applyAffine } from '../../../domain/affine'
import type { GeoTransform } from '../../../domain/affine'
import { converterOf } from '../../../georeference/ground'
import { knownCrs, putGeoTiff, UTM_32 } from '../../../georeference/testing'
import { encodeRle } from '../../../mask/rle'
import type { Rle } from '../../../mask/rle'
import { englishOf } from '../../../messages/message'
import { ProjectStore } from '../../../store/project-store'
import { foundPair } from '../../../store/testing'
import { exportMade, madeItem, madeRegion } from '../../export/testing'
import { put } from '../testing'
import type { PredictionReading } from './matching'
import type { StagedPrediction } from './output'
import { readPredictions } from './read-predictions'

const [width, height] = [12, 10]
/** The second image lies to the east of the first, with a gap. */
const EAST: GeoTransform = [UTM_32[0] + 100, 0.5, 0, UTM_32[3], 0, -0.5]
let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-polygons-'))
  const store = new ProjectStore(join(folder, 'project.db'))
  const keys = ['west', 'east']
  store.pairs.synchronise(keys.map((key) => ({ ...foundPair(`${key}.tif`), key })))
  store.close()
  await Promise.all(['A', 'B'].map((side) => mkdir(join(folder, side))))
  for (const [key, transform] of [
    ['west', UTM_32],
    ['east', EAST],
  ] as const) {
    await putGeoTiff(join(folder, `A/${key}.tif`), { width, height, transform })
    await putGeoTiff(join(folder, `B/${key}.tif`), { width, height, transform })
  }
})
afterEach(() => rm(folder, { recursive: true }))

async function read(
  source: string,
  format: string | null = null,
  listFile: string | null = null,
): Promise<{ report: PredictionReading; staged: StagedPrediction[] }> {
  const options = {
    source: join(folder, source),
    format,
    imageList: null,
    listFile,
    folder,
    storePath: join(folder, 'project.db'),
    proposer: 'import:M',
    staged: join(folder, 'staged.jsonl'),
  }
  const report = await readPredictions(options, {
    progress: () => {},
    signal: new AbortController().signal,
  })
  const lines = (await readFile(options.staged, 'utf8')).split('\n').filter((line) => line !== '')
  return { report, staged: lines.map((line) => JSON.parse(line) as StagedPrediction) }
}

/** Columns and rows of a rectangle, last ones exclusive. */
type Box = [left: number, top: number, right: number, bottom: number]

function maskOf([left, top, right, bottom]: Box): Rle {
  const data = Uint8Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)]
    return x >= left && x < right && y >= top && y < bottom ? 1 : 0
  })
  return encodeRle({ width, height, data })
}

function ringOf([left, top, right, bottom]: Box, transform: GeoTransform): [number, number][] {
  const corners: [number, number][] = [
    [left, top],
    [left, bottom],
    [right, bottom],
    [right, top],
    [left, top],
  ]
  return corners.map(([column, row]) => applyAffine(transform, column, row))
}

async function feature(box: Box, transform: GeoTransform, properties: object): Promise<object> {
  const converter = converterOf(await knownCrs(32_632))
  const ring = ringOf(box, transform).map(([x, y]) => {
    const { longitude, latitude } = converter.toPlace(x, y)!
    return [longitude, latitude]
  })
  return { type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: [ring] } }
}

describe('GeoJSON of a map', () => {
  test('becomes regions of the pairs that it lies on, with the names of its fields', async () => {
    const features = [
      await feature([1, 1, 5, 4], UTM_32, { class: 'building', score: 0.75 }),
      await feature([6, 6, 8, 8], UTM_32, { NAME: 'road' }),
      // from the first image over the gap into the second
      await feature([10, 2, 212, 5], UTM_32, {}),
      await feature([0, 0, 5, 5], [0, 1, 0, 0, 0, -1], { class: 'far away' }),
      { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [1, 2] } },
    ]
    await put(folder, 'labels.geojson', { type: 'FeatureCollection', features })
    const { report, staged } = await read('labels.geojson')
    expect(report).toMatchObject({ format: 'map-polygons', regionCount: 4, leftOutCount: 1 })
    expect(report.unmatched.map(({ item }) => item)).toEqual(['feature 4'])
    expect(report.matchedBy).toMatchObject({ key: 2 })
    const [west, east] = staged.toSorted((a, b) => b.regions.length - a.regions.length)
    expect(west.regions.map(({ category, mask }) => [category, mask])).toEqual([
      ['building', maskOf([1, 1, 5, 4])],
      ['road', maskOf([6, 6, 8, 8])],
      ['change', maskOf([10, 2, 12, 5])],
    ])
    expect(west.regions.map(({ score, status }) => [score, status])[0]).toEqual([0.75, 'proposed'])
    expect(east.regions.map(({ mask }) => mask)).toEqual([maskOf([0, 2, 12, 5])])
  })

  test('in another system than WGS 84, as QGIS saves it, is read by that one', async () => {
    const crs = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::32632' } }
    const geometry = { type: 'MultiPolygon', coordinates: [[ringOf([2, 2, 7, 9], UTM_32)]] }
    const features = [{ type: 'Feature', properties: { label: 'lake' }, geometry }]
    await put(folder, 'labels.geojson', { type: 'FeatureCollection', crs, features })
    const { staged } = await read('labels.geojson')
    expect(staged[0].regions.map(({ category, mask }) => [category, mask])).toEqual([
      ['lake', maskOf([2, 2, 7, 9])],
    ])
    crs.properties.name = 'urn:ogc:def:crs:EPSG::1'
    await put(folder, 'labels.geojson', { type: 'FeatureCollection', crs, features })
    await expect(read('labels.geojson')).rejects.toMatchObject({
      failure: { message: expect.stringContaining('EPSG::1 of the file is not known') as string },
    })
  })
})

function boxFeature(west: number, south: number, east: number, north: number): object {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  return { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } }
}

/** Puts the images of a pair elsewhere. */
async function moveTo(key: string, transform: GeoTransform, code: number): Promise<void> {
  for (const side of ['A', 'B']) {
    await putGeoTiff(join(folder, `${side}/${key}.tif`), { width, height, transform, code })
  }
}

describe('polygons of longitudes', () => {
  test.each<[string, GeoTransform, number]>([
    ['a turn further on', [190, 0.1, 0, 10.5, 0, -0.1], 4326],
    ['in the first turn', [-170, 0.1, 0, 10.5, 0, -0.1], 4326],
  ])('find an image whose longitudes are %s, by either', async (_, transform, code) => {
    await moveTo('west', transform, code)
    const features = [boxFeature(-169.8, 10, -169.5, 10.2), boxFeature(190.6, 10, 190.7, 10.3)]
    await put(folder, 'labels.geojson', { type: 'FeatureCollection', features })
    const { staged } = await read('labels.geojson')
    expect(staged.map(({ regions }) => regions.map(({ mask }) => mask))).toEqual([
      [maskOf([2, 3, 5, 5]), maskOf([6, 2, 7, 5])],
    ])
  })

  test('find images over the 180th meridian, in degrees and projected', async () => {
    await moveTo('west', [179.5, 0.1, 0, 10.5, 0, -0.1], 4326)
    await moveTo('east', [800_000, 10_000, 0, 1_150_000, 0, -10_000], 32_660)
    const features = [
      boxFeature(179.8, 10, 180.2, 10.2),
      boxFeature(-180.2, 10, -179.8, 10.2),
      boxFeature(-179.9, 10, -179.8, 10.2),
      boxFeature(0, 10, 1, 10.2),
    ]
    await put(folder, 'labels.geojson', { type: 'FeatureCollection', features })
    const { staged } = await read('labels.geojson')
    const [west, east] = staged.map(({ regions }) => regions.map(({ mask }) => mask))
    expect(west).toEqual([maskOf([3, 3, 7, 5]), maskOf([3, 3, 7, 5]), maskOf([6, 3, 7, 5])])
    expect(east).toHaveLength(3)
  })

  test('with a corner that has no place in the images are left out alone, with a warning', async () => {
    await moveTo('west', [0, 1000, 0, 10_000, 0, -1000], 3857)
    const [x, y] = [1000, 2000].map((metres) => (metres / 6_378_137) * (180 / Math.PI))
    const features = [boxFeature(0, 0, 10, 90), boxFeature(0, 0, x, y)]
    await put(folder, 'labels.geojson', { type: 'FeatureCollection', features })
    const { report, staged } = await read('labels.geojson')
    expect(staged.map(({ regions }) => regions.map(({ mask }) => mask))).toEqual([[maskOf([0, 8, 1, 10])]])
    expect(report).toMatchObject({ warningCount: 1, leftOutCount: 0 })
    expect(englishOf(report.problems[0].message)).toMatch(/^1 polygon was left out/)
  })
})

test('polygons on no pair, and those that cover no pixel, are counted and named with their place in the list', async () => {
  const features = [
    await feature([2, 2, 4, 4], UTM_32, {}),
    await feature([-40, -40, -38, -38], UTM_32, {}),
    await feature([5.6, 5.6, 5.9, 5.9], UTM_32, {}),
    // beside the first image, and thin in the second one
    await feature([14, 5.6, 205, 5.9], UTM_32, {}),
    // a sliver in the first image, and whole in the second one
    await feature([11.8, 2, 203, 5], UTM_32, {}),
  ]
  await put(folder, 'labels.geojson', { type: 'FeatureCollection', features })
  const list = join(folder, 'left-out.tsv')
  const { report } = await read('labels.geojson', null, list)
  expect(report).toMatchObject({
    itemCount: 3,
    pairCount: 2,
    regionCount: 2,
    unmatchedCount: 1,
    leftOutCount: 2,
  })
  expect(report.unmatched.map(({ item, reason }) => [item, englishOf(reason)])).toEqual([
    ['feature 2', 'It lies on no georeferenced pair of the project.'],
  ])
  const small = 'It lies on a pair, and is too small or too thin to cover the centre of a pixel.'
  const lines = (await readFile(list, 'utf8')).trimEnd().split('\n').slice(1)
  expect(lines.map((line) => line.split('\t').slice(0, 3))).toEqual([
    ['feature 2', 'It lies on no georeferenced pair of the project.', 'labels.geojson'],
    ['feature 3', small, 'labels.geojson'],
    ['feature 4', small, 'labels.geojson'],
  ])
  expect(lines.map((line) => Number(line.split('\t')[3]) > 1)).toEqual([true, true, true])
})

test('a GeoPackage is read by its layers; one of ours names its pairs', async () => {
  const out = join(folder, 'out')
  const item = await madeItem(folder, 'west', {
    regions: [madeRegion('1', 'ring', { category: 'road' })],
    captions: ['x'],
  })
  await exportMade([item], 'geopackage', out)
  const byPlace = await read('out/changes.gpkg', 'map-polygons')
  const byKey = await read('out/changes.gpkg')
  expect([byPlace.report.format, byKey.report.format]).toEqual(['map-polygons', 'geopackage'])
  for (const { staged } of [byPlace, byKey]) {
    expect(staged).toHaveLength(1)
    expect(staged[0].regions).toMatchObject([{ category: 'road', mask: item.document.regions[0].mask }])
  }
})

test('a project without georeferenced pairs, or a file that is none, says so', async () => {
  await put(folder, 'labels.geojson', { type: 'FeatureCollection', features: [] })
  for (const side of ['A', 'B']) {
    await writeFile(join(folder, side, 'west.tif'), '')
    await rm(join(folder, side, 'east.tif'))
  }
  await expect(read('labels.geojson')).rejects.toMatchObject({
    failure: { message: expect.stringContaining('No pair of the project is georeferenced') as string },
  })
  await writeFile(join(folder, 'labels.gpkg'), 'SQLite format 3\0 and no more')
  await expect(read('labels.gpkg', 'map-polygons')).rejects.toMatchObject({
    failure: { message: expect.stringContaining('is no GeoPackage that can be read') as string },
  })
})
