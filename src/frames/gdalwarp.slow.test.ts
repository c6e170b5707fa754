import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { applyAffine } from '../domain/affine'
import type { GeoTransform } from '../domain/affine'
import { missingPrograms, putGeoTiff, UTM_32 } from '../georeference/testing'
import { decodeImage } from '../images/decode'
import { readMap } from './common-grid'
import { decodePair } from './decode-pair'

/** Frames on their common grid as gdalwarp lays them on it. */

const missing = missingPrograms(['gdalwarp'])
const why = missing.length === 0 ? '' : ` [needs ${missing.join(', ')}]`

const [LEFT, , , TOP] = UTM_32
const SIZE = 300

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-warp-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Smooth, with a texture of some pixels: what lies a tenth of a pixel off differs by a level or two. */
function picture(phase: number): Uint8Array {
  return Uint8Array.from({ length: SIZE * SIZE * 3 }, (_, at) => {
    const [x, y] = [Math.floor(at / 3) % SIZE, Math.floor(at / 3 / SIZE)]
    return 128 + 60 * Math.sin(x / 9 + phase + (at % 3)) + 50 * Math.cos(y / 7 - phase)
  })
}

/** The before and the after frame: system and transform. */
const CASES: readonly [string, [number, GeoTransform], [number, GeoTransform]][] = [
  ['shifted by parts of a pixel', [32_632, [LEFT + 10.2, 0.5, 0, TOP - 20.3, 0, -0.5]], [32_632, UTM_32]],
  ['coarser before', [32_632, [LEFT - 30, 0.8, 0, TOP + 40, 0, -0.8]], [32_632, UTM_32]],
  ['finer before', [32_632, [LEFT + 10.2, 0.3, 0, TOP - 20.3, 0, -0.3]], [32_632, UTM_32]],
  ['turned before', [32_632, [LEFT + 10, 0.4, 0.3, TOP - 60, 0.3, -0.4]], [32_632, UTM_32]],
  ['turned after', [32_632, [LEFT - 20, 1, 0, TOP + 100, 0, -1]], [32_632, [LEFT, 0.4, 0.3, TOP, 0.3, -0.4]]],
  ['Web Mercator before', [3857, [1_162_040, 0.9, 0, 6_699_930, 0, -0.9]], [32_632, UTM_32]],
  ['degrees after', [32_632, UTM_32], [4326, [10.4385, 8e-6, 0, 51.4424, 0, -5e-6]]],
  ['the next zone', [32_633, [183_070, 0.5, 0, 5_708_900, 0, -0.5]], [32_632, UTM_32]],
  [
    'coarse scenes, far from the middle',
    [3035, [4_300_000, 400, 0, 3_350_000, 0, -400]],
    [32_632, [550_000, 400, 0, 5_900_000, 0, -400]],
  ],
]

describe.skipIf(missing.length > 0)(`beside gdalwarp${why}`, () => {
  test.each(CASES)('%s: the same pixels, within a level or two', async (_, before, after) => {
    const files = { before: join(folder, 'before.tif'), after: join(folder, 'after.tif') }
    for (const [path, [code, transform]] of [
      [files.before, before],
      [files.after, after],
    ] as const) {
      const data = picture(path === files.before ? 0 : 1)
      await putGeoTiff(path, { width: SIZE, height: SIZE, data, transform, code })
    }
    const { overlay, reason } = await readMap(files)
    expect(reason).toBe(null)
    const { transform, width, height } = overlay!.grid
    expect(width * height).toBeGreaterThan(5000)
    const pair = await decodePair(files.before, files.after)
    for (const frame of ['before', 'after'] as const) {
      const out = join(folder, `${frame}-warped.tif`)
      const [west, north] = applyAffine(transform, 0, 0)
      const [east, south] = applyAffine(transform, width, height)
      const extent = [west, south, east, north].map(String)
      const words = `-q -overwrite -r bilinear -et 0 -dstalpha -t_srs EPSG:${after[0]} -ts ${width} ${height} -te`
      execFileSync('gdalwarp', [...words.split(' '), ...extent, files[frame], out])
      const wanted = await decodeImage(out)
      let [count, sum, most] = [0, 0, 0]
      for (let y = 1; y < height - 1; y += 1) {
        for (let x = 1; x < width - 1; x += 1) {
          const at = y * width + x
          // both have no pixel where a neighbour is outside: at edges the two may differ
          const isInside = [0, 1, -1, width, -width].every((step) => pair[frame].missing?.[at + step] !== 1)
          const difference = isInside ? Math.abs(pair[frame].data[at * 3] - wanted.data[at * 3]) : 0
          count += isInside ? 1 : 0
          sum += difference
          most = Math.max(most, difference)
        }
      }
      expect(count).toBeGreaterThan(4000)
      expect(sum / count).toBeLessThan(0.5)
      expect(most).toBeLessThan(4)
    }
  })
})
