import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { GeoTransform } from '../domain/affine'
import { converterOf } from '../georeference/ground'
import { knownCrs, putGeoTiff, putSidecars, UTM_32 } from '../georeference/testing'
import { encodeGeoTiff } from '../georeference/write-tiff'
import { decodeImage } from '../images/decode'
import { ImageError } from '../images/file'
import { encodePng } from '../images/raster'
import type { Raster } from '../images/raster'
import { overlayKey, readMap, readPairSize } from './common-grid'
import { decodeFrame, decodePair } from './decode-pair'
import { overlayInWords } from './overlay-words'
import { pairValues } from './value-facts'

const [LEFT, , , TOP] = UTM_32

let folder: string
let files: { before: string; after: string }
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-frames-'))
  files = { before: join(folder, 'before.tif'), after: join(folder, 'after.tif') }
})
afterEach(() => rm(folder, { recursive: true }))

function at(east: number, south: number, pixel = 0.5): GeoTransform {
  return [LEFT + east, pixel, 0, TOP - south, 0, -pixel]
}

/** Each place on the map has a grey of its own: five levels more a metre to the east, three more to the south. */
function ground(transform: GeoTransform, [width, height]: [number, number]): Raster {
  const data = new Uint8Array(width * height * 3)
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const [x, y] = [(pixel % width) + 0.5, Math.floor(pixel / width) + 0.5]
    const [east, south] = [transform[0] + transform[1] * x - LEFT, TOP - (transform[3] + transform[5] * y)]
    data.fill(Math.round(20 + 5 * east + 3 * south), pixel * 3, pixel * 3 + 3)
  }
  return { width, height, data }
}

async function put(path: string, transform: GeoTransform, size: [number, number]): Promise<Raster> {
  const raster = ground(transform, size)
  await putGeoTiff(path, { ...raster, transform })
  return raster
}

async function failureOf(work: Promise<unknown>): Promise<ImageError> {
  const failure = await work.catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ImageError)
  return failure as ImageError
}

function greyAt({ width, data }: Raster, x: number, y: number): number {
  return data[(y * width + x) * 3]
}

describe('frames on one grid', () => {
  test('are decoded to the very bits of their files, as frames without a place are', async () => {
    const before = await put(files.before, at(0, 0), [24, 16])
    const after = await put(files.after, at(0.004, 0), [24, 16])
    expect(await decodePair(files.before, files.after)).toEqual({ before, after })
    expect(await decodeFrame(files, 'before')).toEqual(before)
    expect(await readPairSize(files)).toEqual({ width: 24, height: 16 })
    expect(await overlayKey(files)).toBe('')
    expect(overlayInWords(await readMap(files))).toBe(null)
  })
})

/** 20 x 20 values that grow to the east. @param shift in pixels */
function values(shift: number): Uint16Array {
  return Uint16Array.from({ length: 400 }, (_, index) => 1000 + 10 * ((index % 20) + shift))
}

describe('frames on two grids', () => {
  test('are cropped to what both show where their pixels are the same', async () => {
    const before = await put(files.before, at(2, 3), [30, 20])
    const after = await put(files.after, at(0, 0), [24, 16])
    const pair = await decodePair(files.before, files.after)
    expect(await readPairSize(files)).toEqual({ width: 20, height: 10 })
    for (let y = 0; y < 10; y += 1) {
      for (let x = 0; x < 20; x += 1) {
        expect(greyAt(pair.before, x, y)).toBe(greyAt(before, x, y))
        expect(greyAt(pair.after, x, y)).toBe(greyAt(after, x + 4, y + 6))
      }
    }
    expect(pair.before).toEqual(pair.after)
    expect(await decodeFrame(files, 'before')).toEqual(pair.before)
    expect(await decodeFrame(files, 'after')).toEqual(pair.after)
  })

  test('of one size are laid over each other too, and the before frame is resampled', async () => {
    await put(files.before, at(0.25, 0), [24, 16])
    await put(files.after, at(0, 0), [24, 16])
    const { before, after } = await decodePair(files.before, files.after)
    expect([after.width, after.height]).toEqual([23, 16])
    expect(Math.max(...before.data.map((value, pixel) => Math.abs(value - after.data[pixel])))).toBeLessThan(
      2,
    )
  })

  test('of two resolutions and systems show the same ground', async () => {
    await put(files.before, at(-3, -3, 1), [40, 40])
    const degrees = [10.43891, 5e-6, 0, 51.4423, 0, -3e-6] as GeoTransform
    const utm = await knownCrs(32_632)
    const size: [number, number] = [30, 30]
    const data = new Uint8Array(size[0] * size[1] * 3)
    for (let pixel = 0; pixel < size[0] * size[1]; pixel += 1) {
      const [x, y] = [(pixel % size[0]) + 0.5, Math.floor(pixel / size[0]) + 0.5]
      const place = { longitude: degrees[0] + degrees[1] * x, latitude: degrees[3] + degrees[5] * y }
      const [east, north] = converterOf(utm).toMap(place)!
      data.fill(Math.round(20 + 5 * (east - LEFT) + 3 * (TOP - north)), pixel * 3, pixel * 3 + 3)
    }
    await putGeoTiff(files.after, { width: 30, height: 30, data, transform: degrees, code: 4326 })
    const { before, after } = await decodePair(files.before, files.after)
    expect(await readPairSize(files)).toEqual({ width: before.width, height: before.height })
    const differences = before.data.map((value, pixel) =>
      before.missing?.[Math.floor(pixel / 3)] === 1 ? 0 : Math.abs(value - after.data[pixel]),
    )
    expect(before.width * before.height).toBeGreaterThan(600)
    expect(Math.max(...differences)).toBeLessThan(3)
  })

  test('outside of one frame it is missing, in mid grey', async () => {
    const turned: GeoTransform = [LEFT + 4, 0.35, 0.35, TOP - 1, 0.35, -0.35]
    await putGeoTiff(files.before, {
      width: 20,
      height: 20,
      data: new Uint8Array(1200).fill(40),
      transform: turned,
    })
    await put(files.after, at(0, 0), [40, 40])
    const { before, after } = await decodePair(files.before, files.after)
    expect(after.missing).toBeUndefined()
    expect(greyAt(before, 0, 0)).toBe(128)
    expect(before.missing?.[0]).toBe(1)
    const middle = Math.floor(before.height / 2)
    expect(greyAt(before, Math.floor(before.width / 2), middle)).toBe(40)
    expect(before.missing?.[middle * before.width + Math.floor(before.width / 2)]).toBe(0)
  })

  test('of 16 bits have one range of values, and previews on the common grid', async () => {
    const crs = await knownCrs(32_632)
    for (const [path, east] of [
      [files.before, 2],
      [files.after, 0],
    ] as const) {
      const image = { width: 20, height: 20, samples: 1, data: values(2 * east) } as const
      await writeFile(path, await encodeGeoTiff(image, at(east, 0), crs))
    }
    const { before, after } = await decodePair(files.before, files.after)
    expect([before.width, before.height]).toEqual([16, 20])
    expect(before).toEqual(after)
    expect(await decodeFrame(files, 'before')).toEqual(before)
    const { previews } = await pairValues(files.before, files.after, null)
    expect(previews.before).toEqual(previews.after)
    expect([previews.before!.readUInt32LE(0), previews.before!.readFloatLE(12)]).toEqual([16, 1040])
  })

  test('a PNG lies where its world file says, and another world file makes other pictures', async () => {
    files = { before: join(folder, 'before.png'), after: join(folder, 'after.png') }
    for (const [path, transform] of [
      [files.before, at(2, 3)],
      [files.after, at(0, 0)],
    ] as const) {
      await writeFile(path, await encodePng(ground(transform, [24, 16])))
      await putSidecars(path, transform)
    }
    const pair = await decodePair(files.before, files.after)
    expect([pair.before.width, pair.before.height]).toEqual([20, 10])
    expect(pair.before).toEqual(pair.after)
    const key = await overlayKey(files)
    expect(key).toMatch(/^map[0-9a-f]{16}$/)
    await putSidecars(files.before, at(2.1, 3))
    expect(await overlayKey(files)).not.toBe(key)
    await rm(join(folder, 'before.wld'))
    expect(await overlayKey(files)).toBe('')
    expect(await decodePair(files.before, files.after)).toMatchObject({ before: { width: 24 } })
  })

  test('are told in words', async () => {
    await put(files.before, at(2, 3, 0.25), [24, 16])
    await put(files.after, at(0, 0), [24, 16])
    expect(overlayInWords(await readMap(files))).toEqual(
      'Laid over each other by the map: 0.25 m a pixel before, 0.5 m after, shown at 0.25 m. They share 25 % of the after frame.',
    )
  })
})

describe('frames of two sizes that cannot be laid over each other', () => {
  const SIZES =
    /^The frames have two sizes \(before is 24 x 16, after 20 x 16 pixels\) and cannot be laid over each other by the map: /

  test.each<[string, GeoTransform, RegExp]>([
    ['disjoint', at(500, 0), /: they do not overlap on the map\. Bring both to one size\.$/],
    ['with less than a pixel', at(-11.8, 0), /overlap by less than a pixel/],
  ])('%s', async (_, transform, words) => {
    await put(files.before, transform, [24, 16])
    await put(files.after, at(0, 0), [20, 16])
    for (const failure of [
      await failureOf(decodePair(files.before, files.after)),
      await failureOf(readPairSize(files)),
    ]) {
      expect(failure).toMatchObject({ code: 'size-mismatch', path: files.after })
      expect(failure.message).toMatch(SIZES)
      expect(failure.message).toMatch(words)
    }
    // each is still shown as it is
    expect(await decodeFrame(files, 'before')).toMatchObject({ width: 24 })
  })

  test('one frame without a georeference, or with one that cannot be used', async () => {
    await put(files.before, at(0, 0), [24, 16])
    await writeFile(files.after, await encodePng(ground(at(0, 0), [20, 16])))
    expect((await failureOf(readPairSize(files))).message).toMatch(/: the after frame has no georeference\./)
    await put(files.after, [0, 1, 1, 0, 2, 2], [20, 16])
    expect((await failureOf(readPairSize(files))).message).toMatch(
      /: the georeference of the after frame cannot be used: its scale is zero or no number/,
    )
  })

  test('neither with a georeference', async () => {
    await writeFile(files.before, await encodePng(ground(at(0, 0), [24, 16])))
    await writeFile(files.after, await encodePng(ground(at(0, 0), [20, 16])))
    expect((await failureOf(decodePair(files.before, files.after))).message).toBe(
      'The frames have two sizes: before is 24 x 16, after 20 x 16 pixels. Bring both to one size.',
    )
  })

  test('frames of one size that lie apart are compared pixel by pixel, and that is told', async () => {
    await put(files.before, at(500, 0), [20, 16])
    const after = await put(files.after, at(0, 0), [20, 16])
    expect(await decodePair(files.before, files.after)).toMatchObject({ after })
    expect(overlayInWords(await readMap(files))).toEqual(
      'The frames have one size and are compared pixel by pixel, as they cannot be laid over each other by the map: they do not overlap on the map.',
    )
  })

  test('a file that is gone or none is told as ever', async () => {
    await put(files.after, at(0, 0), [20, 16])
    expect((await failureOf(decodePair(files.before, files.after))).code).toBe('missing')
    await writeFile(files.before, 'not an image')
    expect((await failureOf(decodePair(files.before, files.after))).code).toBe('not-an-image')
    expect(await decodeFrame(files, 'after')).toEqual(await decodeImage(files.after))
  })
})
