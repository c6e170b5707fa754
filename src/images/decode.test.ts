import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encode } from 'fast-png'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodePair } from '../frames/decode-pair'
import { decodeImage, readImageSize } from './decode'
import { encodeGreyPng, encodePng } from './raster'
import type { Raster } from './raster'
import { shrink } from './transform'
import { makeTiff } from './testing'
import { makeBandTiff } from './testing-bands'
import { decodeTiff } from './tiff'

const fixtures = join(import.meta.dirname, 'fixtures')
const expected = JSON.parse(readFileSync(join(fixtures, 'expected.json'), 'utf8')) as Record<
  string,
  { width: number; height: number; centres: number[][] }
>

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-decode-'))
})
afterAll(() => rm(folder, { recursive: true }))

function centres({ width, height, data }: Raster): number[][] {
  const found: number[][] = []
  for (let y = 4; y < height; y += 8) {
    for (let x = 4; x < width; x += 8) {
      found.push([...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3)])
    }
  }
  return found
}

function largestDifference(a: number[][], b: number[][]): number {
  return Math.max(...a.flatMap((colour, index) => colour.map((value, at) => Math.abs(value - b[index][at]))))
}

describe('decoding', () => {
  test.each(Object.keys(expected))('%s is upright and shows the colours that Pillow shows', async (name) => {
    const { width, height, centres: colours } = expected[name]
    const raster = await decodeImage(join(fixtures, name))
    expect([raster.width, raster.height]).toEqual([width, height])
    expect(raster.data.length).toBe(width * height * 3)
    // lossless formats are exact; JPEG decoders differ by rounding, and CMYK by the conversion
    const tolerance = name.endsWith('.jpg') ? 4 : 0
    expect(largestDifference(centres(raster), colours)).toBeLessThanOrEqual(tolerance)
    expect(await readImageSize(join(fixtures, name))).toEqual({ width, height })
  })

  test('12-bit values in 16-bit files are stretched to the full range, not left black', async () => {
    const grey = await decodeImage(join(fixtures, 'grey-12-of-16-bits.png'))
    expect(Math.max(...grey.data)).toBe(255)
    expect(Math.min(...grey.data)).toBe(0)
    const bands = await decodeImage(join(fixtures, 'five-bands-big-endian.tif'))
    const rgb = await decodeImage(join(fixtures, 'rgb-12-of-16-bits.tif'))
    expect(bands).toEqual(rgb)
    // 40 and 200 are the ends, 120 lies half way
    expect(centres(rgb)).toEqual([
      [255, 0, 0],
      [0, 255, 0],
      [0, 0, 255],
      [255, 255, 0],
      [0, 255, 255],
      [128, 128, 128],
    ])
  })

  test('floating-point values are stretched likewise', async () => {
    const raster = await decodeImage(join(fixtures, 'float.tif'))
    expect(centres(raster).map(([red]) => red)).toEqual([255, 0, 0, 255, 0, 127])
  })

  test('both images of a pair are stretched by one range, so that what is equal stays equal', async () => {
    const [low, high] = [join(folder, 'low.png'), join(folder, 'high.png')]
    await writeFile(low, png16([1000, 2000, 3000]))
    await writeFile(high, png16([1000, 2000, 9000]))
    const { before, after } = await decodePair(low, high)
    expect([...before.data]).toEqual([0, 0, 0, 32, 32, 32, 64, 64, 64])
    expect([...after.data]).toEqual([0, 0, 0, 32, 32, 32, 255, 255, 255])
  })

  test('the noise of a flat 16-bit image is not blown up', async () => {
    const path = join(folder, 'flat.png')
    await writeFile(path, png16([5000, 5003, 5006]))
    expect([...(await decodeImage(path)).data]).toEqual([0, 0, 0, 3, 3, 3, 6, 6, 6])
  })

  test.each([
    ['int16', '-9999', Int16Array.of(-9999, 1000, 1255, -9999)],
    ['uint16', '65535', Uint16Array.of(65_535, 1000, 1255, 65_535)],
    ['float32', '-3.40282346638529e+38', Float32Array.of(-3.402_823_466e38, 1, 2, -3.402_823_466e38)],
    ['float32', 'nan', Float32Array.of(NaN, 1, 2, -Infinity)],
  ])('fill of a %s raster (%s) takes no part in the range, and shows mid grey', async (_, noData, data) => {
    const path = join(folder, 'fill.tif')
    await writeFile(path, makeTiff({ width: 4, height: 1, data, noData }))
    const grey = (await decodeImage(path)).data.filter((__, at) => at % 3 === 0)
    expect([...grey]).toEqual([128, 0, 255, 128])
  })

  test.each([
    ['uint8', Uint8Array.of(0, 85, 170, 255)],
    ['uint16', Uint16Array.of(0, 85, 170, 255)],
    ['uint32', Uint32Array.of(0, 84_000, 168_000, 252_000)],
    ['int16', Int16Array.of(-30_000, -10_000, 10_000, 30_000)],
    ['float32', Float32Array.of(0, 0.001, 0.002, 0.003)],
  ])('a rising row of %s values gets darker where white is at 0', async (_, data) => {
    const path = join(folder, 'white-is-zero.tif')
    await writeFile(path, makeTiff({ width: 4, height: 1, data, photometric: 0 }))
    const grey = (await decodeImage(path)).data.filter((__, at) => at % 3 === 0)
    expect([...grey]).toEqual([255, 170, 85, 0])
  })

  test.each([
    ['uint16', '65535', Uint16Array.of(65_535, 1000, 1255, 65_535)],
    ['uint32', '0', Uint32Array.of(0, 70_000, 140_000, 0)],
    ['int16', '-9999', Int16Array.of(-9999, 1000, 1255, -9999)],
    ['float32', '-9999', Float32Array.of(-9999, 1, 2, -9999)],
  ])('fill of a %s raster (%s) shows mid grey also where white is at 0', async (_, noData, data) => {
    const path = join(folder, 'white-is-zero-fill.tif')
    await writeFile(path, makeTiff({ width: 4, height: 1, data, noData, photometric: 0 }))
    const grey = (await decodeImage(path)).data.filter((__, at) => at % 3 === 0)
    expect([...grey]).toEqual([128, 255, 0, 128])
  })

  test('parts without data are known; single pixels are only drawn, and bytes are taken as they are', async () => {
    const [wide, bytes] = [join(folder, 'wide.tif'), join(folder, 'bytes.tif')]
    const data = Int16Array.from({ length: 64 }, (_, at) => (at % 8 < 2 || at === 29 ? 0 : 300 + 4 * at))
    await writeFile(wide, makeTiff({ width: 8, height: 8, data, noData: '0' }))
    const raster = await decodeImage(wide)
    const expected = Array.from({ length: 64 }, (_, at) => (at % 8 < 2 ? 1 : 0))
    expect([...(raster.missing ?? [])]).toEqual(expected)
    expect(raster.data[3 * 29]).toBe(128)
    await writeFile(bytes, makeTiff({ width: 2, height: 1, data: Uint8Array.of(0, 9), noData: '0' }))
    expect(await decodeImage(bytes)).toEqual({ width: 2, height: 1, data: Uint8Array.of(0, 0, 0, 9, 9, 9) })
  })

  test('a see-through pixel shows mid grey whatever colour it hides', async () => {
    const path = join(folder, 'alpha.png')
    const data = Uint8Array.from([250, 0, 0, 0, 0, 250, 0, 0, 10, 20, 30, 255, 255, 255, 255, 128])
    await writeFile(path, encode({ width: 4, height: 1, data, channels: 4, depth: 8 }))
    const raster = await decodeImage(path)
    expect([...raster.data]).toEqual([128, 128, 128, 128, 128, 128, 10, 20, 30, 192, 192, 192])
  })

  test.each([
    [
      'uint8',
      Uint8Array.of(64, 10, 0, 128, 7, 8, 9, 255, 0, 0, 0, 0, 200, 3, 0, 100),
      Uint8Array.of(128, 20, 0, 128, 7, 8, 9, 255, 0, 0, 0, 0, 255, 8, 0, 100),
    ],
    [
      'uint16',
      Uint16Array.of(16_448, 2570, 0, 32_896, 7, 8, 9, 65_535, 0, 0, 0, 0, 51_400, 771, 0, 25_700),
      Uint16Array.of(32_768, 5120, 0, 32_896, 7, 8, 9, 65_535, 0, 0, 0, 0, 65_535, 1966, 0, 25_700),
    ],
    [
      'float32',
      Float32Array.of(0.25, 0.125, 0, 0.5, 0.1, 0.2, 0.3, 1, 0, 0, 0, 0, 0.75, 0.125, 0, 0.5),
      Float32Array.of(0.5, 0.25, 0, 0.5, 0.1, 0.2, 0.3, 1, 0, 0, 0, 0, 1.5, 0.25, 0, 0.5),
    ],
  ])('colours of a %s TIFF that alpha was multiplied into are those without it', async (_, data, colours) => {
    const made = { width: 4, height: 1, bands: 4, data }
    const { samples: divided } = await decodeTiff(makeBandTiff({ ...made, lastBand: 1 }))
    expect(divided).toMatchObject({ colours: 3, hasAlpha: true, data: colours })
    const { samples: plain } = await decodeTiff(makeBandTiff({ ...made, lastBand: 2 }))
    expect(plain).toMatchObject({ colours: 3, hasAlpha: true, data })
  })

  test('over mid grey a colour that alpha was multiplied into counts once', async () => {
    const path = join(folder, 'associated.tif')
    const data = Uint8Array.of(64, 0, 0, 128)
    await writeFile(path, makeBandTiff({ width: 1, height: 1, bands: 4, data, lastBand: 1 }))
    expect([...(await decodeImage(path)).data]).toEqual([128, 64, 64])
  })

  test('the format is known by the bytes and not by the name', async () => {
    const path = join(folder, 'photo.jpg')
    await writeFile(path, await readFile(join(fixtures, 'orientation-1.png')))
    expect(await decodeImage(path)).toEqual(await decodeImage(join(fixtures, 'orientation-1.png')))
  })
})

describe('encoding', () => {
  const raster = { width: 3, height: 2, data: Uint8Array.from({ length: 18 }, (_, index) => index * 14) }

  test('a PNG comes back as it was', async () => {
    await writeFile(join(folder, 'rgb.png'), await encodePng(raster))
    expect(await decodeImage(join(folder, 'rgb.png'))).toEqual(raster)
    const grey = { width: 3, height: 1, data: Uint8Array.of(0, 128, 255) }
    await writeFile(join(folder, 'grey.png'), await encodeGreyPng(grey))
    expect([...(await decodeImage(join(folder, 'grey.png'))).data]).toEqual([
      0, 0, 0, 128, 128, 128, 255, 255, 255,
    ])
  })

  test('shrinking averages areas and keeps the proportions', async () => {
    const data = new Uint8Array(64 * 32 * 3).map((_, index) => ((index / 3) % 2 < 1 ? 0 : 200))
    const small = await shrink({ width: 64, height: 32, data }, 16)
    expect([small.width, small.height]).toEqual([16, 8])
    expect(Math.max(...small.data.map((value) => Math.abs(value - 100)))).toBeLessThanOrEqual(1)
  })
})

function png16(values: number[]): Uint8Array {
  return encode({ width: values.length, height: 1, data: Uint16Array.from(values), channels: 1, depth: 16 })
}
