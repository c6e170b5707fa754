import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Transformer } from '@napi-rs/image'
import { encode } from 'fast-png'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodePair } from '../../frames/decode-pair'
import { seededRandom } from '../../metrics/set-score'
import { decodeFile, decodeImage, imageHeaderOf } from '../decode'
import { encodePng } from '../raster'
import { isShownOtherwise } from '../shown-otherwise'
import { readRgbProfile } from './rgb-profile'
import { pixelsKey } from '../pixels-key'
import { srgbConverter } from './srgb'
import {
  DISPLAY_P3,
  formulaCurve,
  gammaCurve,
  jpegWithProfile,
  lightOfSrgb,
  makeProfile,
  pngWithProfile,
  PRO_PHOTO,
  SRGB,
  srgbCurve,
  tableCurve,
  tiffWithProfile,
  webpWithProfile,
  withPngChunk,
} from './testing'

let folder: string
let path: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-colour-'))
  path = join(folder, 'image')
})
afterAll(() => rm(folder, { recursive: true }))

type Rgb = readonly [number, number, number]

/** Each colour is a block of 8 x 8 pixels. */
function blocks(colours: readonly Rgb[]): { width: number; height: number; data: Uint8Array } {
  const width = 8 * colours.length
  const data = new Uint8Array(width * 8 * 3)
  for (let at = 0; at < data.length; at += 3) {
    data.set(colours[Math.floor(((at / 3) % width) / 8)], at)
  }
  return { width, height: 8, data }
}

/** In the middle of each block. */
async function shown(bytes: Buffer): Promise<number[][]> {
  await writeFile(path, bytes)
  const { width, data } = await decodeImage(path)
  return Array.from({ length: width / 8 }, (_, block) => {
    const at = (4 * width + 8 * block + 4) * 3
    return [...data.subarray(at, at + 3)]
  })
}

/**
 * CSS Color 4, sample code: Display P3 and ProPhoto RGB to XYZ, the latter from D50 to D65, and XYZ to sRGB. The program
 * goes by D50 and the colorants of the profile.
 */
const P3_TO_XYZ = [
  [0.486_570_948_648, 0.265_667_693_169, 0.198_217_285_234],
  [0.228_974_564_07, 0.691_738_521_837, 0.079_286_914_094],
  [0, 0.045_113_381_859, 1.043_944_368_901],
]
const PRO_PHOTO_TO_XYZ_D50 = [
  [0.797_766_644_901, 0.135_181_297_401, 0.031_347_734_128],
  [0.288_074_828_819, 0.711_835_234_242, 0.000_089_936_939],
  [0, 0, 0.825_104_602_51],
]
const D50_TO_D65 = [
  [0.955_473_421_488, -0.023_098_454_949, 0.063_259_243_201],
  [-0.028_369_709_334, 1.009_995_398_081, 0.021_041_441_192],
  [0.012_314_014_864, -0.020_507_649_299, 1.330_365_926_242],
]
const XYZ_TO_SRGB = [
  [3.240_969_941_905, -1.537_383_177_57, -0.498_610_760_293],
  [-0.969_243_636_281, 1.875_967_501_508, 0.041_555_057_407],
  [0.055_630_079_697, -0.203_976_958_889, 1.056_971_514_243],
]

const times = (matrix: readonly (readonly number[])[], [x, y, z]: readonly number[]): number[] =>
  matrix.map((row) => row[0] * x + row[1] * y + row[2] * z)

function srgbOf(light: readonly number[]): number[] {
  return light.map((value) => {
    const clipped = Math.min(1, Math.max(0, value))
    return 255 * (clipped <= 0.003_130_8 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055)
  })
}

const fromP3 = (colour: Rgb): number[] =>
  srgbOf(
    times(
      XYZ_TO_SRGB,
      times(
        P3_TO_XYZ,
        colour.map((value) => lightOfSrgb(value / 255)),
      ),
    ),
  )
const fromProPhoto = (colour: Rgb): number[] => {
  const xyz = times(
    PRO_PHOTO_TO_XYZ_D50,
    colour.map((value) => (value / 255) ** 1.8),
  )
  return srgbOf(times(XYZ_TO_SRGB, times(D50_TO_D65, xyz)))
}

/** In levels, of any channel. */
function mostOff(found: readonly (readonly number[])[], expected: readonly (readonly number[])[]): number {
  return Math.max(
    ...found.flatMap((colour, at) => colour.map((value, channel) => Math.abs(value - expected[at][channel]))),
  )
}

const COLOURS: readonly Rgb[] = [
  [200, 80, 60],
  [60, 160, 90],
  [70, 90, 180],
  [128, 128, 128],
  [255, 255, 255],
  [30, 25, 20],
]
const p3 = makeProfile({ colorants: DISPLAY_P3, curve: srgbCurve })
const proPhoto = makeProfile({ colorants: PRO_PHOTO, curve: gammaCurve(1.8), version: 2 })

describe('colours of Display P3', () => {
  test('are those of sRGB that look alike: red of sRGB is 234, 51, 35 there', async () => {
    const png = pngWithProfile(
      await encodePng(
        blocks([
          [234, 51, 35],
          [117, 251, 76],
          [255, 0, 0],
        ]),
      ),
      p3,
    )
    const [red, lime, outside] = await shown(png)
    expect(
      mostOff(
        [red, lime],
        [
          [255, 0, 0],
          [0, 255, 0],
        ],
      ),
    ).toBeLessThanOrEqual(5)
    // more than sRGB has
    expect(outside).toEqual([255, 0, 0])
  })

  test('are known in PNG, JPEG, WebP and TIFF, also in pieces out of their order', async () => {
    const raster = blocks(COLOURS)
    const png = await encodePng(raster)
    const lossless = {
      PNG: pngWithProfile(png, p3),
      WebP: webpWithProfile(await new Transformer(png).webpLossless(), p3, raster),
      TIFF: tiffWithProfile(raster, p3),
    }
    const expected = COLOURS.map(fromP3)
    for (const bytes of Object.values(lossless)) {
      expect(mostOff(await shown(bytes), expected)).toBeLessThanOrEqual(1)
      expect(await pixelsKey(path, randomUUID())).toBe('srgb1')
      expect(await isShownOtherwise(path, bytes, await imageHeaderOf(path, bytes))).toBe(true)
    }
    const jpeg = await new Transformer(png).jpeg(100)
    expect(mostOff(await shown(jpegWithProfile(jpeg, p3)), expected)).toBeLessThanOrEqual(4)
    expect(mostOff(await shown(jpegWithProfile(jpeg, p3, [2, 1, 3])), expected)).toBeLessThanOrEqual(4)
  })

  test('grey stays grey of the same level', async () => {
    const greys = Array.from({ length: 256 }, (_, level): Rgb => [level, level, level])
    expect(await shown(pngWithProfile(await encodePng(blocks(greys)), p3))).toEqual(greys)
  })

  test('alpha is laid on grey after that', async () => {
    const data = Uint8Array.from({ length: 64 * 4 }, (_, at) => [200, 80, 60, 100][at % 4])
    const png = Buffer.from(encode({ width: 8, height: 8, data, channels: 4, depth: 8 }))
    const opaque = fromP3([200, 80, 60]).map(Math.round)
    const expected = opaque.map((value) => (value * 100 + 128 * 155) / 255)
    expect(mostOff(await shown(pngWithProfile(png, p3)), [expected])).toBeLessThanOrEqual(1)
  })
})

test('a picture saved in two colour spaces is a pair without a difference', async () => {
  const [before, after] = [join(folder, 'before.png'), join(folder, 'after.png')]
  const looksAlike = COLOURS.map((colour): Rgb => {
    const [red, green, blue] = fromP3(colour).map(Math.round)
    return [red, green, blue]
  })
  await writeFile(before, pngWithProfile(await encodePng(blocks(COLOURS)), p3))
  await writeFile(after, await encodePng(blocks(looksAlike)))
  const pair = await decodePair(before, after)
  expect(mostOff([[...pair.before.data]], [[...pair.after.data]])).toBeLessThanOrEqual(1)
})

test('colours of ProPhoto, of gamma 1.8', async () => {
  expect(
    mostOff(
      await shown(pngWithProfile(await encodePng(blocks(COLOURS)), proPhoto)),
      COLOURS.map(fromProPhoto),
    ),
  ).toBeLessThanOrEqual(1)
})

test('one curve, written as a table, as a gamma and as each formula that can say it', async () => {
  const colours: readonly Rgb[] = [[10, 60, 200]]
  const png = await encodePng(blocks(colours))
  const curves = [
    gammaCurve(2),
    tableCurve(1024, (value) => value ** 2),
    formulaCurve(0, [2]),
    formulaCurve(1, [2, 1, 0]),
    formulaCurve(2, [2, 1, 0, 0]),
    formulaCurve(3, [2, 1, 0, 0, 0]),
    formulaCurve(4, [2, 1, 0, 0, 0, 0, 0]),
  ]
  const expected = colours.map((colour) => srgbOf(colour.map((value) => (value / 255) ** 2)))
  for (const curve of curves) {
    expect(
      mostOff(await shown(pngWithProfile(png, makeProfile({ colorants: SRGB, curve }))), expected),
    ).toBeLessThanOrEqual(1)
  }
})

describe('colours stay as they are', () => {
  test.each([
    ['of sRGB by formula', makeProfile({ colorants: SRGB, curve: srgbCurve })],
    ['of sRGB by table', makeProfile({ colorants: SRGB, curve: tableCurve(1024, lightOfSrgb), version: 2 })],
    [
      'with tables',
      makeProfile({ colorants: DISPLAY_P3, curve: srgbCurve, extra: { A2B0: Buffer.alloc(64) } }),
    ],
    ['of high range', makeProfile({ colorants: DISPLAY_P3, curve: srgbCurve, extra: { cicp: highRange() } })],
    ['of another colour space', changed(p3, (bytes) => bytes.write('CMYK', 16, 'latin1'))],
    ['of another version', changed(p3, (bytes) => bytes.writeUInt8(5, 8))],
    ['without its mark', changed(p3, (bytes) => bytes.write('abcd', 36, 'latin1'))],
    ['of another light', changed(p3, (bytes) => bytes.writeInt32BE(0xf352, 68))],
    ['longer than it is', changed(p3, (bytes) => bytes.writeUInt32BE(bytes.length + 1, 0))],
    ['with a million tags', changed(p3, (bytes) => bytes.writeUInt32BE(1_000_000, 128))],
    ['with a tag outside', changed(p3, (bytes) => bytes.writeUInt32BE(0xffff_fff0, 136))],
    ['with a tag in its header', changed(p3, (bytes) => bytes.writeUInt32BE(0, 136))],
    ['with a longer tag', changed(p3, (bytes) => bytes.writeUInt32BE(0xffff_ffff, 140))],
    ['cut off', p3.subarray(0, 200)],
    ['of no bytes', Buffer.alloc(0)],
    [
      'of black alone',
      makeProfile({
        colorants: [
          [0, 0, 0],
          [0, 0, 0],
          [0, 0, 0],
        ],
        curve: srgbCurve,
      }),
    ],
    ['of one colour', makeProfile({ colorants: [SRGB[1], SRGB[1], SRGB[1]], curve: srgbCurve })],
    ['with gamma 0', makeProfile({ colorants: DISPLAY_P3, curve: gammaCurve(0) })],
    [
      'with a falling curve',
      makeProfile({ colorants: DISPLAY_P3, curve: tableCurve(64, (value) => 1 - value) }),
    ],
    ['with a curve of 2^32 values', makeProfile({ colorants: DISPLAY_P3, curve: longCurve() })],
    ['with an unknown formula', makeProfile({ colorants: DISPLAY_P3, curve: formulaCurve(5, [2]) })],
    ['with a short formula', makeProfile({ colorants: DISPLAY_P3, curve: formulaCurve(4, [2]) })],
  ])('by a profile %s', async (_, profile) => {
    const png = pngWithProfile(await encodePng(blocks(COLOURS)), profile)
    expect(await shown(png)).toEqual(COLOURS)
    expect(await pixelsKey(path, randomUUID())).toBe('')
    expect(await isShownOtherwise(path, png, await imageHeaderOf(path, png))).toBe(false)
  })

  test('of 16 bits, of a map, and where cICP stands above the profile', async () => {
    const raster = blocks(COLOURS)
    const deep = Uint16Array.from(raster.data, (value) => value * 257)
    const png16 = Buffer.from(encode({ ...raster, data: deep, channels: 3, depth: 16 }))
    const plain = await shown(png16)
    expect(await shown(pngWithProfile(png16, p3))).toEqual(plain)
    expect(await isShownOtherwise(path, png16, await imageHeaderOf(path, png16))).toBe(false)
    expect(await shown(tiffWithProfile(raster, p3, true))).toEqual(COLOURS)
    const png = pngWithProfile(await encodePng(raster), p3)
    expect(await shown(withPngChunk(png, 'cICP', Buffer.from([1, 13, 0, 1])))).toEqual(COLOURS)
  })

  test('of masks, and of chosen bands', async () => {
    const raster = blocks(COLOURS)
    await writeFile(path, pngWithProfile(await encodePng(raster), p3))
    expect((await decodeFile(path)).samples.data).toEqual(raster.data)
    const { samples, toSrgb } = await decodeFile(path, [1, 2, 3])
    expect([samples.data, toSrgb]).toEqual([raster.data, null])
  })

  test.each([
    ['a piece twice', [1, 1]],
    ['a piece that is missing', [1, 3]],
    ['a number of zero', [0, 1]],
  ])('of a JPEG whose profile has %s', async (_, order) => {
    const jpeg = await new Transformer(await encodePng(blocks(COLOURS))).jpeg(100)
    const plain = await shown(jpeg)
    expect(await shown(jpegWithProfile(jpeg, p3, order))).toEqual(plain)
  })

  test('by a profile that is longer than any', async () => {
    const png = pngWithProfile(await encodePng(blocks(COLOURS)), Buffer.alloc(2 ** 24))
    expect(await shown(png)).toEqual(COLOURS)
  })
})

test('a damaged profile is none, or one with colours: it is no error', () => {
  const next = seededRandom(7)
  const table = makeProfile({ colorants: DISPLAY_P3, curve: tableCurve(16, (value) => value ** 2) })
  const some = Uint8Array.of(0, 0, 0, 90, 200, 30, 255, 255, 255)
  for (let round = 0; round < 3000; round += 1) {
    const bytes = Buffer.from([p3, proPhoto, table][round % 3])
    for (let count = 0; count < 1 + (round % 4); count += 1) {
      bytes[Math.floor(next() * bytes.length)] = Math.floor(next() * 256)
    }
    const profile = readRgbProfile(
      bytes.subarray(0, round % 5 === 0 ? Math.floor(next() * bytes.length) : undefined),
    )
    const converted = profile === null ? some : (srgbConverter(profile)?.(some, 3) ?? some)
    expect(converted.length).toBe(some.length)
  }
})

function changed(profile: Buffer, change: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.from(profile)
  change(bytes)
  return bytes
}

function highRange(): Buffer {
  return Buffer.from('cicp\0\0\0\0\x0c\x10\0\x01', 'latin1')
}

function longCurve(): Buffer {
  return changed(
    tableCurve(64, (value) => value),
    (bytes) => bytes.writeUInt32BE(0xffff_ffff, 8),
  )
}
