import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { pairGeoreferenceSchema } from '../domain/georeference'
import { putGeoTiff, UTM_32 } from '../georeference/testing'
import { encodePng } from '../images/raster'
import { makePair } from '../images/testing'
import { pairGeoreference } from './pair-georeference'

let folder: string
const pair = { before: 'before.tif', after: 'after.tif' }
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-place-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('both frames are told, in a form that the contract takes', async () => {
  await putGeoTiff(join(folder, 'before.tif'), { width: 20, height: 10 })
  await putGeoTiff(join(folder, 'after.tif'), { width: 20, height: 10, code: 32_633 })
  const found = pairGeoreferenceSchema.parse(await pairGeoreference(folder, pair))
  expect(found.before?.crs).toMatchObject({ code: 32_632, name: 'WGS 84 / UTM zone 32N', unit: 'metre' })
  expect(found.after).toMatchObject({ transform: UTM_32, metresPerPixel: 0.5, crs: { code: 32_633 } })
  expect(found.reasons).toEqual([])
})

test('ordinary images have none; a frame that is gone or unusable leaves the other', async () => {
  for (const name of ['before.tif', 'after.tif']) {
    await writeFile(join(folder, name), await encodePng(makePair(1, 8, 8).after))
  }
  expect(await pairGeoreference(folder, pair)).toBe(null)
  await putGeoTiff(join(folder, 'after.tif'), { width: 20, height: 10 })
  await rm(join(folder, 'before.tif'))
  expect(await pairGeoreference(folder, pair)).toMatchObject({ before: null, after: { metresPerPixel: 0.5 } })
  await putGeoTiff(join(folder, 'before.tif'), { width: 4, height: 4, transform: [0, 1, 1, 0, 1, 1] })
  expect(await pairGeoreference(folder, pair)).toMatchObject({
    before: null,
    after: { metresPerPixel: 0.5 },
    reasons: ['before.tif: Its scale is zero or no number, so no pixel has a place.'],
  })
})
