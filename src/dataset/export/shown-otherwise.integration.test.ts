import { lstat, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { encode } from 'fast-png'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { knownCrs, UTM_32 } from '../../georeference/testing'
import { encodeGeoTiff } from '../../georeference/write-tiff'
import { DISPLAY_P3, makeProfile, pngWithProfile, srgbCurve } from '../../images/colour/testing'
import { decodeImage } from '../../images/decode'
import { commonFormatNames } from '../formats/list'
import { readLabelValues } from '../label-classes'
import { exportPairs } from './export'
import type { ExportItem } from './export-pair'
import { madeHeight, madeItem, madeRegion, madeWidth } from './testing'

let folder: string
let out: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-shown-otherwise-'))
  out = join(folder, 'out')
})
afterEach(() => rm(folder, { recursive: true }))

/** Red everywhere; in its first rows with the alpha given. */
function redWith(alpha: number): Uint8Array {
  const data = new Uint8Array(madeWidth * madeHeight * 4)
  for (let at = 0; at < data.length; at += 4) {
    data.set([200, 20, 20, at < madeWidth * 4 * 3 ? alpha : 255], at)
  }
  return encode({ width: madeWidth, height: madeHeight, data, channels: 4, depth: 8 })
}

async function itemWith(before: Uint8Array): Promise<ExportItem> {
  const item = await madeItem(folder, 'scene', { regions: [madeRegion('1', 'ring')], captions: ['x'] })
  await writeFile(item.beforePath, before)
  return item
}

async function write(item: ExportItem, format: string, images: 'copy' | 'link' | 'reference'): Promise<void> {
  const report = await exportPairs(
    [item],
    { format, out, states: ['accepted'], images },
    { progress: () => undefined, signal: new AbortController().signal },
  )
  expect(report.leftOut).toEqual([])
}

function ofDisplayP3(png: Uint8Array): Buffer {
  return pngWithProfile(Buffer.from(png), makeProfile({ colorants: DISPLAY_P3, curve: srgbCurve }))
}

/** Of the data card. */
async function convertedCount(): Promise<string | undefined> {
  return /images converted to PNG[^|]*\| (\d+)/.exec(await readFile(join(out, 'README.md'), 'utf8'))?.[1]
}

async function filesOf(extension: string): Promise<string[]> {
  const entries = await readdir(out, { recursive: true })
  return entries.filter((path) => path.endsWith(extension)).map((path) => join(out, path))
}

/** CLEVR-Change needs categories of its own; the others of these take nothing but RGB PNG. */
const OWN_PNG = new Set(['clevr-change', 'levir-mci', 'spot-the-diff'])
const copying = commonFormatNames.filter((name) => !OWN_PNG.has(name))

describe.each(copying)('an export to %s', (format) => {
  test('has an image that can be seen through as it was reviewed, on grey', async () => {
    const item = await itemWith(redWith(0))
    await write(item, format, 'reference')
    expect(await convertedCount()).toBe('1')
    const source = await readFile(item.beforePath)
    for (const path of await filesOf('.png')) {
      expect(source.equals(await readFile(path))).toBe(false)
    }
  })

  test('has an image with a colour profile as it was reviewed, in sRGB', async () => {
    const item = await itemWith(ofDisplayP3(redWith(255)))
    await write(item, format, 'link')
    expect(await convertedCount()).toBe('1')
    const source = await readFile(item.beforePath)
    for (const path of await filesOf('.png')) {
      expect(source.equals(await readFile(path))).toBe(false)
    }
  })

  test('has an image whose alpha is opaque byte for byte', async () => {
    await write(await itemWith(redWith(255)), format, 'copy')
    expect(await convertedCount()).toBe('0')
  })
})

test.each(['copy', 'link', 'reference'] as const)('images by %s: pixels, place and kind', async (images) => {
  const item = await itemWith(redWith(100))
  await write(item, 'a-b', images)
  const before = (await filesOf('.png')).find((path) => path.includes('/A/')) ?? ''
  const written = await decodeImage(before)
  expect(written.data).toEqual((await decodeImage(item.beforePath)).data)
  // 100 of 255 of the colour, the rest mid grey: 200 and 20 become 156 and 86
  expect([...written.data.subarray(0, 3)]).toEqual([156, 86, 86])
  expect([...written.data.subarray(-3)]).toEqual([200, 20, 20])
  const bytes = await readFile(before)
  expect([bytes[24], bytes[25]]).toEqual([8, 2])
  expect((await lstat(before)).isSymbolicLink()).toBe(false)
  // it was not turned: the files beside it hold
  expect((await filesOf('.prj')).length).toBe(2)
})

test('colours that were converted are those that are shown, and need no profile', async () => {
  const item = await itemWith(ofDisplayP3(redWith(255)))
  await write(item, 'a-b', 'copy')
  const before = (await filesOf('.png')).find((path) => path.includes('/A/')) ?? ''
  const written = await decodeImage(before)
  expect(written.data).toEqual((await decodeImage(item.beforePath)).data)
  // 200, 20, 20 of Display P3 has more red than sRGB can show beside so little green and blue
  expect(written.data[0]).toBeGreaterThan(210)
  expect((await readFile(before)).includes('iCCP')).toBe(false)
})

test('a label keeps its numbers, whatever its profile', async () => {
  const path = join(folder, 'label.png')
  const data = Uint8Array.from({ length: 12 }, (_, at) => 20 * at)
  const label = encode({ width: 2, height: 2, data, channels: 3, depth: 8 })
  await writeFile(path, label)
  const plain = await readLabelValues(path)
  await writeFile(path, ofDisplayP3(label))
  expect(await readLabelValues(path)).toEqual(plain)
})

test('a palette with a transparent colour is converted too', async () => {
  const data = new Uint8Array(madeWidth * madeHeight)
  const palette = [
    [200, 20, 20, 0],
    [10, 20, 30, 255],
  ]
  const item = await itemWith(
    encode({ width: madeWidth, height: madeHeight, data: data.fill(1, 20), channels: 1, depth: 8, palette }),
  )
  await write(item, 'coco', 'copy')
  expect(await convertedCount()).toBe('1')
})

test('so is RGB with a transparent colour, where a format takes RGB PNG as it is', async () => {
  const data = new Uint8Array(madeWidth * madeHeight * 3).fill(20)
  const plain = Buffer.from(encode({ width: madeWidth, height: madeHeight, data, channels: 3, depth: 8 }))
  await write(await itemWith(plain), 'levir-mci', 'copy')
  expect(await convertedCount()).toBe('0')
  await rm(out, { recursive: true })
  await write(await itemWith(withTransparentColour(plain, 20)), 'levir-mci', 'copy')
  expect(await convertedCount()).toBe('1')
})

/** PNG with a tRNS chunk behind its header. */
function withTransparentColour(png: Buffer, grey: number): Buffer {
  const chunk = Buffer.from('\0\0\0\x06tRNS\0\0\0\0\0\0\0\0\0\0', 'latin1')
  for (const at of [9, 11, 13]) {
    chunk[at] = grey
  }
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 14)), 14)
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)])
}

test('values of 16 bits stay, transparent or not', async () => {
  const data = new Uint16Array(madeWidth * madeHeight * 4).fill(20_000)
  const item = await itemWith(encode({ width: madeWidth, height: madeHeight, data, channels: 4, depth: 16 }))
  await write(item, 'coco', 'copy')
  expect(await convertedCount()).toBe('0')
})

test('a GeoTIFF keeps what was not measured as its alpha', async () => {
  const item = await itemWith(redWith(255))
  const beforePath = item.beforePath.replace(/png$/, 'tif')
  const data = new Uint8Array(madeWidth * madeHeight * 3)
  const image = { width: madeWidth, height: madeHeight, samples: 3, data } as const
  await writeFile(beforePath, await encodeGeoTiff(image, UTM_32, await knownCrs(32_632), [LAST_IS_ALPHA]))
  await write({ ...item, beforePath }, 'coco', 'copy')
  expect(await convertedCount()).toBe('0')
})

/** TIFF 6.0 ExtraSamples, SHORT. */
const LAST_IS_ALPHA = { id: 338, type: { id: 3, bytes: 2 }, values: [2] }
