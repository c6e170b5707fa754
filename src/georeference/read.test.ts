import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { GeoTransform } from '../domain/affine'
import { encodePng } from '../images/raster'
import { makePair } from '../images/testing'
import { georeferenceOf } from './read'
import type { ImageGeoreference } from './read'
import { knownCrs, putGeoTiff, UTM_32 } from './testing'
import { encodeGeoTiff } from './write-tiff'

let folder: string
let image: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-place-'))
  image = join(folder, 'a.tif')
})
afterEach(() => rm(folder, { recursive: true }))

async function placed(path: string): Promise<ImageGeoreference> {
  const found = await georeferenceOf(path)
  if (found === null || 'reason' in found) {
    throw new Error(found?.reason.text ?? 'there is none')
  }
  return found
}

async function reasonOf(path: string): Promise<string | null> {
  const found = await georeferenceOf(path)
  return found !== null && 'reason' in found ? found.reason.text : null
}

const grey = { width: 8, height: 6, samples: 1, data: new Uint8Array(48) } as const

/** A TIFF with these tags alone to tell where it lies. */
async function putTags(tags: readonly { id: number; values: number[] }[]): Promise<void> {
  const doubles = tags.map((tag) => ({ ...tag, type: { id: 12, bytes: 8 } }))
  await writeFile(image, await encodeGeoTiff(grey, null, null, doubles))
}

describe('GeoTIFF', () => {
  test.each<[string, GeoTransform, number]>([
    ['projected', UTM_32, 32_632],
    ['turned', [500_000, 0.4, 0.3, 5_400_000, 0.3, -0.4], 32_633],
    ['geographic', [11, 1e-5, 0, 48, 0, -1e-5], 4326],
    ['in feet', [1_000_000, 2, 0, 200_000, 0, -2], 2263],
  ])('%s: transform, system and size are as they were written', async (_, transform, code) => {
    await putGeoTiff(image, { width: 20, height: 10, transform, code })
    const found = await placed(image)
    expect(found.crs?.code).toBe(code)
    expect([found.width, found.height]).toEqual([20, 10])
    for (const [index, value] of transform.entries()) {
      expect(found.transform[index]).toBeCloseTo(value, 9)
    }
  })

  test('a system without a code is taken from the text in the citation', async () => {
    const crs = await knownCrs(32_632)
    const wkt = crs.wkt.replaceAll(/,AUTHORITY\["EPSG","\d+"\]/g, '').replace('WGS 84 / UTM zone 32N', 'Own')
    const own = { ...crs, code: null, wkt: wkt.replace('"central_meridian",9', '"central_meridian",10') }
    await writeFile(image, await encodeGeoTiff(grey, UTM_32, own))
    expect((await placed(image)).crs).toMatchObject({
      code: null,
      name: 'Own',
      isGeographic: false,
      unit: 'metre',
    })
  })

  test('a system that is not known leaves the transform', async () => {
    await putGeoTiff(image, { width: 4, height: 4, code: null })
    expect(await placed(image)).toMatchObject({ transform: UTM_32, crs: null })
  })

  test('a file of more bytes than are decoded whole is placed all the same', async () => {
    await putGeoTiff(image, { width: 4, height: 4 })
    await truncate(image, 2 * 2 ** 30)
    expect(await placed(image)).toMatchObject({ transform: UTM_32, width: 4 })
  })

  test('an ordinary image has none, and no reason', async () => {
    const path = join(folder, 'a.png')
    await writeFile(path, await encodePng(makePair(1, 8, 8).after))
    expect(await georeferenceOf(path)).toBe(null)
  })
})

describe('broken tags cost the georeference and not the image', () => {
  test.each<[string, { id: number; values: number[] }[], RegExp]>([
    [
      'a scale of no number',
      [
        { id: 33_550, values: [NaN, 1, 0] },
        { id: 33_922, values: [0, 0, 0, 5, 5, 0] },
      ],
      /scale/,
    ],
    [
      'a scale of zero',
      [
        { id: 33_550, values: [0, 1, 0] },
        { id: 33_922, values: [0, 0, 0, 5, 5, 0] },
      ],
      /scale/,
    ],
    [
      'a tie point far away',
      [
        { id: 33_550, values: [1, 1, 0] },
        { id: 33_922, values: [0, 0, 0, 1e300, 5, 0] },
      ],
      /scale/,
    ],
    ['a transformation of 4 numbers', [{ id: 34_264, values: [1, 2, 3, 4] }], /4 numbers/],
    [
      'one that flattens',
      [{ id: 34_264, values: [1, 1, 0, 0, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1] }],
      /scale/,
    ],
    [
      'a short tie point',
      [
        { id: 33_550, values: [1, 1, 0] },
        { id: 33_922, values: [0, 0, 0] },
      ],
      /tie point/,
    ],
  ])('%s', async (_, tags, reason) => {
    await putTags(tags)
    expect(await reasonOf(image)).toMatch(reason)
  })

  test('an image that its orientation tag turns', async () => {
    const turned = [{ id: 274, type: { id: 3, bytes: 2 }, values: [6] }]
    await writeFile(image, await encodeGeoTiff(grey, UTM_32, await knownCrs(32_632), turned))
    expect(await reasonOf(image)).toMatch(/turns it/)
  })

  test('a file that ends inside its tags', async () => {
    await putGeoTiff(image, { width: 4, height: 4 })
    await truncate(image, 200)
    expect(await georeferenceOf(image)).toBe(null)
  })

  test('keys that make no sense', async () => {
    const keys = [{ id: 34_735, type: { id: 3, bytes: 2 }, values: [1, 1, 0, 60_000, 3072, 0, 1, 1] }]
    const bytes = await encodeGeoTiff(grey, UTM_32, null, keys)
    await writeFile(image, bytes)
    expect(await placed(image)).toMatchObject({ transform: UTM_32, crs: null })
  })
})

describe('files beside an image', () => {
  const WORLD = '0.5\n0\n0\n-0.5\n600000.25\n5699999.75\n'
  let png: string
  beforeEach(async () => {
    png = join(folder, 'a.png')
    await writeFile(png, await encodePng(makePair(1, 8, 8).after))
  })

  test.each(['pgw', 'PGW', 'pngw', 'wld', 'WLD'])(
    'a.%s has the middle of the first pixel',
    async (ending) => {
      await writeFile(join(folder, `a.${ending}`), WORLD)
      expect(await placed(png)).toMatchObject({ transform: UTM_32, crs: null, width: 8 })
    },
  )

  test.each(['jgw', 'jpgw', 'tfw'])('a.%s is of no PNG', async (ending) => {
    await writeFile(join(folder, `a.${ending}`), WORLD)
    expect(await georeferenceOf(png)).toBe(null)
  })

  test('a projection file is read by its code, by its name, or as it is written', async () => {
    await writeFile(join(folder, 'a.pgw'), WORLD)
    const { wkt } = await knownCrs(32_632)
    const bare = wkt.replaceAll(/,AUTHORITY\["EPSG","\d+"\]/g, '')
    const esri = bare.replace('WGS 84 / UTM zone 32N', 'WGS_1984_UTM_Zone_32N')
    const other = esri.replace('"central_meridian",9', '"central_meridian",9.5')
    const codes = []
    for (const text of [wkt, bare, esri, other]) {
      await writeFile(join(folder, 'a.prj'), text)
      codes.push((await placed(png)).crs?.code)
    }
    expect(codes).toEqual([32_632, 32_632, 32_632, null])
  })

  test('what is beside it and makes no sense is a reason', async () => {
    await writeFile(join(folder, 'a.pgw'), '1\n0\n0\n')
    expect(await reasonOf(png)).toMatch(/six numbers/)
    await writeFile(join(folder, 'a.pgw'), WORLD)
    await writeFile(join(folder, 'a.prj'), 'not a projection')
    expect(await reasonOf(png)).toMatch(/not understood/)
    await writeFile(join(folder, 'a.prj'), '')
    await truncate(join(folder, 'a.prj'), 100 * 2 ** 20)
    expect(await reasonOf(png)).toMatch(/104857600 bytes/)
  })

  test('the tags of the image come first', async () => {
    await putGeoTiff(image, { width: 4, height: 4, code: 32_632 })
    await writeFile(join(folder, 'a.tfw'), '9\n0\n0\n-9\n0\n0\n')
    expect((await placed(image)).transform).toEqual(UTM_32)
    expect((await readFile(image)).length).toBeGreaterThan(0)
  })
})
