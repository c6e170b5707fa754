import { lstat, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readPairSize } from '../../frames/common-grid'
import { decodePair } from '../../frames/decode-pair'
import { putScene, sceneAt } from '../../frames/testing'
import { georeferenceOf } from '../../georeference/read'
import { knownCrs, putSidecars, UTM_32 } from '../../georeference/testing'
import { encodeGeoTiff } from '../../georeference/write-tiff'
import { decodeImage, readImageSize } from '../../images/decode'
import { encodePng } from '../../images/raster'
import { encodeRle } from '../../mask/rle'
import { englishOf } from '../../messages/message'
import { commonFormatNames } from '../formats/list'
import { checkDataset } from '../import/check'
import { exportPairs, previewExport } from './export'
import type { ExportItem } from './export-pair'
import { madeFactsItem, madeItem, madeRegion } from './testing'

/** What both show: 30 by 20 pixels. */
const GRID = { transform: sceneAt(5, 5, 0.5), width: 30, height: 20 }

let folder: string
let out: string
let item: ExportItem
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-overlay-'))
  out = join(folder, 'out')
  const [beforePath, afterPath] = [join(folder, 'a.png'), join(folder, 'b.tif')]
  await putScene(beforePath, { transform: sceneAt(5, 5, 0.5), width: 50, height: 40, hasHouse: false })
  await putScene(afterPath, { transform: UTM_32, width: 40, height: 30, hasHouse: true })
  const { width, height } = await readPairSize({ before: beforePath, after: afterPath })
  const data = Uint8Array.from({ length: width * height }, (_, at) => (at % width < 5 ? 1 : 0))
  const regions = [madeRegion('1', 'ring', { mask: encodeRle({ width, height, data }) })]
  const made = await madeItem(folder, 'scene', { regions, captions: ['a house is new'] })
  item = { ...made, beforePath, afterPath, width, height }
})
afterEach(() => rm(folder, { recursive: true }))

const write = (
  format: string,
  options: { images?: 'copy' | 'link' | 'reference'; signal?: AbortSignal } = {},
) =>
  exportPairs(
    [item],
    { format, out, states: ['accepted'], images: options.images ?? 'copy' },
    { progress: () => undefined, signal: options.signal ?? new AbortController().signal },
  )

async function imagesIn(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory() && /\.(png|tif|jpg)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

test('the frames share 30 by 20 pixels', () => {
  expect([item.width, item.height]).toEqual([GRID.width, GRID.height])
})

/** CLEVR-Change needs categories of its own. */
const formats = commonFormatNames.filter((name) => name !== 'clevr-change')

describe.each(formats)('an export to %s', (format) => {
  test('has images and masks on the common grid, and is read back without a remark', async () => {
    const { pairCount, notices, leftOut } = await write(format, { images: 'reference' })
    expect({ pairCount, leftOut }).toEqual({ pairCount: 1, leftOut: [] })
    expect(notices.map(englishOf).join(' ')).toContain('1 pair was laid over each other:')
    for (const path of await imagesIn(out)) {
      expect([path, await readImageSize(path)]).toEqual([path, { width: 30, height: 20 }])
      expect((await lstat(path)).isSymbolicLink()).toBe(false)
    }
    const checked = await checkDataset(out, format, null)
    expect(checked).toMatchObject({ pairCount: 1, regionCount: 1, problems: [] })
  })
})

test.each(['a-b', 'coco', 'geopackage'])('images of %s say where they lie now', async (format) => {
  await write(format)
  const images = (await imagesIn(out)).filter((path) => !/mask|label/.test(path.slice(out.length)))
  expect(images).toHaveLength(2)
  for (const path of images) {
    const found = await georeferenceOf(path)
    expect(found).toMatchObject({ crs: { code: 32_632 }, width: 30, height: 20 })
    expect((found as typeof GRID).transform.map((value) => Number(value.toFixed(6)))).toEqual(GRID.transform)
  }
})

test('frames of two sizes and one shape are written at one size, without a place', async () => {
  const plain = async (name: string, width: number, height: number): Promise<string> => {
    const path = join(folder, name)
    const data = new Uint8Array(3 * width * height).fill(90)
    await writeFile(path, await encodePng({ width, height, data }))
    return path
  }
  item = {
    ...item,
    beforePath: await plain('small.png', 15, 10),
    afterPath: await plain('large.png', 30, 20),
  }
  const { notices } = await write('a-b')
  expect(notices.map(englishOf).join(' ')).toContain('1 pair was laid over each other:')
  for (const path of await imagesIn(out)) {
    expect([path, await readImageSize(path)]).toEqual([path, { width: 30, height: 20 }])
  }
  const files = await readdir(out, { recursive: true })
  expect(files.filter((name) => /\.(pgw|wld|prj)$/.test(name))).toEqual([])
  out = join(folder, 'placed')
  await expect(write('geopackage')).rejects.toThrow(/georeference/)
})

const SENTENCE = /^Frames that are laid over each other become 8-bit RGB images: values of more than 8 bits/
/** What is not kept, by a preview and by the export. */
async function lost(): Promise<string[][]> {
  const preview = await previewExport([madeFactsItem(item)], {
    format: 'coco',
    states: ['accepted'],
    images: 'copy',
  })
  return [preview, await write('coco')].map(({ unsupportedFields }) => unsupportedFields.map(englishOf))
}
async function putDeep(transform: typeof UTM_32, bands: 1 | 3): Promise<void> {
  const [width, height] = [40, 30]
  const data = Uint16Array.from({ length: width * height * bands }, (_, at) => 3000 + at)
  const crs = await knownCrs(32_632)
  await writeFile(
    item.afterPath,
    await encodeGeoTiff({ width, height, samples: bands, data }, transform, crs),
  )
}

describe('what 8-bit RGB does not hold', () => {
  test.each([1, 3] as const)('is told in preview, report and card, of 16 bits in %i bands', async (bands) => {
    await putDeep(UTM_32, bands)
    for (const sentences of await lost()) {
      expect(sentences).toContainEqual(expect.stringMatching(SENTENCE))
    }
    expect(await readFile(join(out, 'README.md'), 'utf8')).toContain('values of more than 8 bits')
  })

  test('is not spoken of where all is written, by 8 bits or by one grid', async () => {
    expect((await lost()).flat().filter((text) => SENTENCE.test(text))).toEqual([])
    await rm(out, { recursive: true })
    const plain = { width: 40, height: 30, hasHouse: false, transform: UTM_32 }
    await putScene(item.beforePath, plain)
    await putDeep(UTM_32, 3)
    item = { ...item, width: 40, height: 30, document: { ...item.document, regions: [] } }
    expect((await lost()).flat().filter((text) => SENTENCE.test(text))).toEqual([])
  })
})

test('a label of GeoTIFF has the transform of the common grid', async () => {
  await write('label-geotiff')
  const [label] = await readdir(join(out, 'labels'))
  const found = await georeferenceOf(join(out, 'labels', label))
  expect(found).toMatchObject({ transform: GRID.transform, width: 30, height: 20 })
})

test('a stopped export does not keep images that came onto the grid in another way', async () => {
  // the before frame reaches around the after frame, so that the size stays as the world file changes
  await putScene(item.beforePath, { transform: sceneAt(-5, -5, 0.5), width: 70, height: 60, hasHouse: false })
  const data = new Uint8Array(40 * 30)
  const mask = encodeRle({ width: 40, height: 30, data })
  const { document } = await madeItem(folder, 'x', {
    regions: [madeRegion('1', 'ring', { mask })],
    captions: ['x'],
  })
  item = { ...item, width: 40, height: 30, document }
  const stop = new AbortController()
  const stopped = exportPairs(
    [item, { ...item, key: 'second' }],
    { format: 'a-b', out, states: ['accepted'] },
    { progress: (done) => (done === 1 ? stop.abort() : undefined), signal: stop.signal },
  )
  await expect(stopped).rejects.toMatchObject({ failure: { code: 'cancelled' } })
  await putSidecars(item.beforePath, sceneAt(-5.2, -5, 0.5))
  const { notices } = await write('a-b')
  expect(notices.map(englishOf).join(' ')).toMatch(/stopped/)
  const before = (await imagesIn(out)).find((path) => path.includes('/A/'))!
  const fresh = (await decodePair(item.beforePath, item.afterPath)).before
  expect(await decodeImage(before)).toEqual(fresh)
})

test('an image that was replaced so that both share less leaves its pair out', async () => {
  await putScene(item.afterPath, { transform: UTM_32, width: 30, height: 30, hasHouse: true })
  await expect(write('a-b')).rejects.toThrow(/the after image is 20 x 20 pixels now and was 30 x 20/)
})
