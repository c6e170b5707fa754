import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { GeoTransform } from '../../../domain/affine'
import { missingPrograms, putGeoTiff, UTM_32 } from '../../../georeference/testing'
import { exportMade, madeHeight, madeItem, madeMask, madeRegion, madeWidth } from '../../export/testing'
import type { ExportItem } from '../../export/export-pair'

/** GDAL's programs read what is exported: systems, polygons, attributes and areas. */

const missing = missingPrograms(['ogrinfo', 'gdalinfo', 'gdallocationinfo', 'gdal_rasterize'])
const why = missing.length === 0 ? '' : ` [needs ${missing.join(', ')}]`

const SWISS: GeoTransform = [2_600_000, 0.1, 0, 1_200_000, 0, -0.1]

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-ogr-'))
  if (missing.length === 0) {
    const items = [await placedItem('utm', UTM_32, 32_632), await placedItem('swiss', SWISS, 2056)]
    for (const format of ['geojson', 'geopackage', 'shapefile', 'label-geotiff']) {
      await exportMade(items, format, join(folder, format))
    }
  }
})
afterAll(() => rm(folder, { recursive: true }))

async function placedItem(key: string, transform: GeoTransform, code: number): Promise<ExportItem> {
  const [beforePath, afterPath] = [join(folder, `${key}-0.tif`), join(folder, `${key}-1.tif`)]
  for (const path of [beforePath, afterPath]) {
    await putGeoTiff(path, { width: madeWidth, height: madeHeight, transform, code })
  }
  const regions = [
    madeRegion('1', 'ring', { category: 'Haus, groß', score: 0.75 }),
    madeRegion('2', 'dots', { category: 'road', status: 'proposed' }),
  ]
  const item = await madeItem(folder, key, { regions, captions: ['建物 is new'] })
  const review = { state: 'corrected', notes: '', reviewer: 'Ada' } as const
  return { ...item, beforePath, afterPath, document: { ...item.document, review } }
}

function run(program: string, ...args: string[]): string {
  return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

const [ringArea, dotsArea] = (['ring', 'dots'] as const).map((shape) =>
  madeMask(shape).reduce((sum, bit) => sum + bit, 0),
)

interface Layer {
  file: string
  layer: string
  /** Of its geometry in SQL. */
  geometry: string
  code: number
  squareMetres: number
}

function layersIn(format: 'geopackage' | 'shapefile'): Layer[] {
  return [
    { code: 32_632, squareMetres: 0.25 },
    { code: 2056, squareMetres: 0.01 },
  ].map(({ code, squareMetres }) => {
    const layer = `changes_epsg_${code}`
    return format === 'geopackage'
      ? { file: join(folder, format, 'changes.gpkg'), layer, geometry: 'geom', code, squareMetres }
      : { file: join(folder, format, `${layer}.shp`), layer, geometry: 'geometry', code, squareMetres }
  })
}

describe.skipIf(missing.length > 0)(`GDAL reads${why}`, () => {
  test.each(['geopackage', 'shapefile'] as const)(
    'a %s: valid polygons, systems, areas, attributes',
    (format) => {
      for (const { file, layer, geometry, code, squareMetres } of layersIn(format)) {
        expect(run('ogrinfo', '-so', file, layer)).toContain(`ID["EPSG",${code}]]`)
        const sql = `SELECT category, status, score, caption, reviewer, area_m2, ST_IsValid(${geometry}) AS valid,
        ST_Area(${geometry}) AS area FROM ${layer}`
        const found = run('ogrinfo', '-q', '-dialect', 'sqlite', '-sql', sql, file)
        const valuesOf = (name: string): string[] =>
          [...found.matchAll(new RegExp(`^ *${name} \\([^)]*\\) = (.*)$`, 'gm'))].map((match) => match[1])
        expect(valuesOf('category')).toEqual(['Haus, groß', 'road'])
        expect(valuesOf('status')).toEqual(['accepted', 'proposed'])
        expect(valuesOf('caption')).toEqual(['建物 is new', '建物 is new'])
        expect(valuesOf('reviewer')).toEqual(['Ada', 'Ada'])
        expect(valuesOf('valid')).toEqual(['1', '1'])
        expect(Number(valuesOf('score')[0])).toBe(0.75)
        for (const name of ['area', 'area_m2']) {
          const areas = valuesOf(name).map(Number)
          expect(areas[0]).toBeCloseTo(ringArea * squareMetres, 3)
          expect(areas[1]).toBeCloseTo(dotsArea * squareMetres, 3)
        }
      }
    },
  )

  test('GeoJSON as WGS 84, with valid polygons whose area on the ellipsoid is that of the mask', () => {
    const file = join(folder, 'geojson', 'changes.geojson')
    expect(run('ogrinfo', '-so', '-al', file)).toContain('ID["EPSG",4326]]')
    const sql = 'SELECT area_m2, ST_IsValid(geometry) AS valid, ST_Area(geometry, 1) AS area FROM changes'
    const found = run('ogrinfo', '-q', '-dialect', 'sqlite', '-sql', sql, file)
    const valuesOf = (name: string): number[] =>
      [...found.matchAll(new RegExp(`^ *${name} \\([^)]*\\) = (.*)$`, 'gm'))].map((match) => Number(match[1]))
    expect(valuesOf('valid')).toEqual([1, 1, 1, 1])
    // the plane of UTM is 0.08 % off the ellipsoid in the middle of its zone
    valuesOf('area_m2').forEach((area, at) => expect(valuesOf('area')[at] / area).toBeCloseTo(1, 2))
  })

  test('label GeoTIFFs in their place, with numbers, names and no data', () => {
    for (const [key, code, transform] of [
      ['utm', 32_632, UTM_32],
      ['swiss', 2056, SWISS],
    ] as const) {
      const file = join(folder, 'label-geotiff', 'labels', `${key}.tif`)
      const info = JSON.parse(run('gdalinfo', '-json', file)) as {
        geoTransform: number[]
        bands: { noDataValue: number; type: string }[]
      }
      info.geoTransform.forEach((value, at) => expect(value).toBeCloseTo(transform[at], 9))
      expect(info.bands).toMatchObject([{ noDataValue: 0, type: 'Byte' }])
      const text = run('gdalinfo', file)
      expect(text).toContain(`ID["EPSG",${code}]]`)
      expect(text).toMatch(/Categories:\s+0: \s+1: Haus, groß\s+2: road/)
      // the corner of the ring that the dots leave free
      const value = run('gdallocationinfo', '-valonly', file, '2', '2').trim()
      expect(value).toBe(madeMask('dots')[2 * madeWidth + 2] === 1 ? '2' : '1')
    }
  })

  test('polygons that GDAL rasterises onto the image as the very mask', () => {
    const target = join(folder, 'again.tif')
    const [{ file, layer }] = layersIn('geopackage')
    const extent = ['600000', '5699995', '600006', '5700000']
    run(
      'gdal_rasterize',
      '-q',
      '-burn',
      '1',
      '-l',
      layer,
      '-where',
      'region = 1',
      '-te',
      ...extent,
      '-ts',
      String(madeWidth),
      String(madeHeight),
      '-ot',
      'Byte',
      file,
      target,
    )
    const points = [...madeMask('ring').keys()].map(
      (at) => `${at % madeWidth} ${Math.floor(at / madeWidth)}\n`,
    )
    const values = execFileSync('gdallocationinfo', ['-valonly', target], {
      input: points.join(''),
      encoding: 'utf8',
    })
    expect(values.trim().split('\n').map(Number)).toEqual([...madeMask('ring')])
  })
})
