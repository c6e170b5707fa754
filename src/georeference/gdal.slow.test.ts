import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { applyAffine, pixelAt } from '../domain/affine'
import type { GeoTransform } from '../domain/affine'
import { converterOf } from './ground'
import { georeferenceOf } from './read'
import { knownCrs, missingPrograms, putGeoTiff } from './testing'

/** GDAL's programs, as an independent reader. */

const missing = missingPrograms(['gdaltransform', 'gdal_translate'])

/**
 * Systems, a corner in their area, and by how many metres latitudes and longitudes may differ from GDAL's. GDAL without
 * grids uses the same shifts between datums; with the grids of Great Britain, the Netherlands or North America it is
 * more exact than this program, which has none.
 */
const SYSTEMS: readonly [code: number, transform: GeoTransform, metres: number][] = [
  [32_632, [600_000, 0.5, 0, 5_700_000, 0, -0.5], 1e-3],
  [32_721, [500_000, 10, 0, 7_000_000, 0, -10], 1e-3],
  [32_633, [400_000, 0.3, 0.2, 5_300_000, 0.2, -0.3], 1e-3],
  [3857, [1_234_567.5, 1.19432, 0, 6_800_000, 0, -1.19432], 1e-3],
  [4326, [8.5, 1e-5, 0, 47.3, 0, -1e-5], 1e-3],
  [2056, [2_600_000, 0.1, 0, 1_200_000, 0, -0.1], 1e-3],
  [27_700, [400_000, 0.25, 0, 300_000, 0, -0.25], 10],
  [3035, [4_321_000, 10, 0, 3_210_000, 0, -10], 1e-3],
  [5070, [-500_000, 30, 0, 2_000_000, 0, -30], 2],
  [2193, [1_600_000, 0.5, 0, 5_400_000, 0, -0.5], 1e-3],
  [3413, [-1_000_000, 100, 0, -1_000_000, 0, -100], 1e-3],
  [28_992, [155_000, 0.25, 0, 463_000, 0, -0.25], 1],
  [31_370, [150_000, 0.25, 0, 170_000, 0, -0.25], 1],
  [2263, [1_000_000, 2, 0, 200_000, 0, -2], 2],
]

const WIDTH = 1000
const HEIGHT = 800
const POINTS = 1000

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-gdal-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Fractions of pixels, the same in every run. */
const points = Array.from({ length: POINTS }, (_, index): [number, number] => [
  (index * 0.754_877_666_246_69 * WIDTH) % WIDTH,
  (index * 0.569_840_290_998_05 * HEIGHT) % HEIGHT,
])

/** All that GDAL answers, a line each. */
function ask(args: string[], rows: readonly (readonly number[])[]): number[][] {
  const input = rows.map((row) => `${row.join(' ')}\n`).join('')
  const answer = execFileSync('gdaltransform', args, { input, encoding: 'utf8' })
  return answer
    .trim()
    .split('\n')
    .map((line) => line.split(' ').map(Number))
}

function metresBetween(a: readonly number[], b: { latitude: number; longitude: number }): number {
  const east = (a[0] - b.longitude) * Math.cos((b.latitude * Math.PI) / 180)
  return Math.hypot(east, a[1] - b.latitude) * 111_320
}

const why = missing.length === 0 ? '' : ` [needs ${missing.join(', ')}]`

describe.skipIf(missing.length > 0)(`beside GDAL${why}`, () => {
  test.each(SYSTEMS)(
    'EPSG:%i: map coordinates are the same within 1e-6 of a pixel',
    async (code, transform) => {
      const path = join(folder, 'a.tif')
      await putGeoTiff(path, { width: WIDTH, height: HEIGHT, transform, code })
      // written by GDAL anew, so that its own tags are read too
      const copy = join(folder, 'b.tif')
      execFileSync('gdal_translate', ['-q', path, copy])
      for (const file of [path, copy]) {
        const found = await georeferenceOf(file)
        if (found === null || 'reason' in found) {
          throw new Error('no georeference')
        }
        expect(found.crs?.code).toBe(code)
        let furthest = 0
        for (const [index, answer] of ask([file, '-output_xy'], points).entries()) {
          const [column, row] = pixelAt(found.transform, answer[0], answer[1])
          furthest = Math.max(furthest, Math.hypot(column - points[index][0], row - points[index][1]))
        }
        expect(furthest).toBeLessThan(1e-6)
      }
    },
  )

  test.each(SYSTEMS)(
    'EPSG:%i: places are as GDAL has them, within the metres of its row',
    async (code, transform, metres) => {
      const converter = converterOf(await knownCrs(code))
      const map = points.map(([column, row]) => applyAffine(transform, column, row))
      const args = ['-s_srs', `EPSG:${code}`, '-t_srs', 'OGC:CRS84', '-output_xy']
      let furthest = 0
      for (const [index, answer] of ask(args, map).entries()) {
        const place = converter.toPlace(...map[index])
        furthest = Math.max(furthest, place === null ? Infinity : metresBetween(answer, place))
      }
      expect(furthest).toBeLessThan(metres)
    },
  )
})
