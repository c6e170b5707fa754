import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { decodeFile, decodeImage, readImageHeader, readImageSize } from '../decode'
import { encodeJpeg } from '../raster'
import { missingPixels, rangeOf } from '../samples'
import { manyOrFew } from '../../../build/testing/draws'
import { asJpeg2000, asJpegLs, makeDicom, PERSON, SYNTAXES } from './testing'
import type { MadeDicom } from './testing'

const folder = mkdtempSync(join(tmpdir(), 'deltascribe-dicom-'))
afterAll(() => rmSync(folder, { recursive: true }))

const hasToolkit = spawnSync('dcmdump', ['--version']).status === 0
const [WIDTH, HEIGHT] = [23, 17]
const COUNT = WIDTH * HEIGHT

let made = 0
function stored(bytes: Uint8Array): string {
  made += 1
  const path = join(folder, `${made}.dcm`)
  writeFileSync(path, bytes)
  return path
}

/** 12-bit values, with a value's every bit used. */
function words(isSigned = false): number[] {
  return Array.from({ length: COUNT }, (_, at) => ((at * 2039) % 4096) - (isSigned ? 2048 : 0))
}

function bytesOf(values: readonly number[], isBig = false): Buffer {
  const bytes = Buffer.alloc(values.length * 2)
  values.forEach((value, at) => {
    const word = value & 0xffff
    return isBig ? bytes.writeUInt16BE(word, at * 2) : bytes.writeUInt16LE(word, at * 2)
  })
  return bytes
}

function dicom(change: Partial<MadeDicom> = {}): Buffer {
  return makeDicom({ width: WIDTH, height: HEIGHT, bitsStored: 12, pixels: bytesOf(words()), ...change })
}

async function valuesOf(path: string): Promise<number[]> {
  return Array.from((await decodeFile(path)).samples.data)
}

function sixTimes(values: readonly number[]): number[] {
  return Array.from({ length: 6 }, () => values).flat()
}

const info = { width: WIDTH, height: HEIGHT, bitsPerSample: 12, componentCount: 1, isSigned: false }

describe('values', () => {
  test.each([
    ['explicit little-endian', dicom()],
    ['implicit little-endian', dicom({ syntax: SYNTAXES.implicit })],
    ['big-endian', dicom({ syntax: SYNTAXES.big, pixels: bytesOf(words(), true) })],
  ])('%s', async (_, bytes) => {
    const path = stored(bytes)
    expect(await readImageSize(path)).toEqual({ width: WIDTH, height: HEIGHT })
    expect(await valuesOf(path)).toEqual(words())
  })

  test('JPEG-LS and JPEG 2000, in several fragments too', async () => {
    const ls = await asJpegLs(info, bytesOf(words()))
    expect(await valuesOf(stored(dicom({ syntax: SYNTAXES.jpegLs, pixels: [ls] })))).toEqual(words())
    const j2k = await asJpeg2000(info, bytesOf(words()))
    expect(await valuesOf(stored(dicom({ syntax: SYNTAXES.jpeg2000, pixels: [j2k] })))).toEqual(words())
    const half = (j2k.length >> 2) << 1
    const parts = [j2k.subarray(0, half), j2k.subarray(half)]
    expect(await valuesOf(stored(dicom({ syntax: SYNTAXES.jpeg2000, pixels: parts })))).toEqual(words())
  })

  test('of colours: RGB by pixel and by plane, YBR, palette, JPEG', async () => {
    const rgb = Uint8Array.from({ length: COUNT * 3 }, (_, at) => (at * 37) % 256)
    const planes = Uint8Array.from(
      { length: COUNT * 3 },
      (_, at) => rgb[(at % COUNT) * 3 + Math.floor(at / COUNT)],
    )
    const colour = { photometric: 'RGB', samplesPerPixel: 3, bitsAllocated: 8, bitsStored: 8 }
    expect(await valuesOf(stored(dicom({ ...colour, pixels: Buffer.from(rgb) })))).toEqual([...rgb])
    // with a colour for each pixel, which its length shows
    const whole = dicom({ ...colour, photometric: 'YBR_FULL_422', pixels: Buffer.from(rgb) })
    expect(await valuesOf(stored(whole))).toEqual([...rgb])
    const planar = dicom({ ...colour, isPlanar: true, pixels: Buffer.from(planes) })
    expect(await valuesOf(stored(planar))).toEqual([...rgb])
    const coded = { width: WIDTH, height: HEIGHT, bitsPerSample: 8, componentCount: 3, isSigned: false }
    const ls = await asJpegLs(coded, rgb)
    expect(await valuesOf(stored(dicom({ ...colour, syntax: SYNTAXES.jpegLs, pixels: [ls] })))).toEqual([
      ...rgb,
    ])
    const grey = Buffer.from(Uint8Array.from({ length: COUNT * 3 }, (_, at) => (at % 3 === 0 ? 77 : 128)))
    const ybr = await valuesOf(stored(dicom({ ...colour, photometric: 'YBR_FULL', pixels: grey })))
    expect(new Set(ybr)).toEqual(new Set([77]))
    const flat = { width: WIDTH, height: HEIGHT, data: new Uint8Array(COUNT * 3).fill(90) }
    const jpeg = new Uint8Array(await encodeJpeg(flat, 95))
    const baseline = dicom({ ...colour, photometric: 'YBR_FULL_422', syntax: SYNTAXES.jpeg, pixels: [jpeg] })
    expect(new Set(await valuesOf(stored(baseline)))).toEqual(new Set([90]))
    const palette = [0, 1, 2].map((at) =>
      Array.from({ length: 256 }, (_, entry) => ((entry + at * 50) % 256) << 8),
    )
    const indexed = { photometric: 'PALETTE COLOR', bitsAllocated: 8, bitsStored: 8, palette }
    const shown = await valuesOf(stored(dicom({ ...indexed, pixels: Buffer.alloc(COUNT, 200) })))
    expect(shown.slice(0, 3)).toEqual([200, 250, 44])
  })

  test.each([
    ['explicit little-endian', SYNTAXES.little],
    ['implicit little-endian', SYNTAXES.implicit],
    ['big-endian', SYNTAXES.big],
  ])('of YBR_FULL_422: two pixels share their colour, frame by frame, %s', async (_, syntax) => {
    const [grey, red] = [
      [100, 60, 128, 128],
      [76, 86, 85, 255],
    ]
    const half = { photometric: 'YBR_FULL_422', samplesPerPixel: 3, bitsAllocated: 8, bitsStored: 8 }
    const size = { width: 4, height: 3, frames: 2 }
    const frames = [...sixTimes(grey), ...sixTimes(red)]
    const path = stored(dicom({ ...half, ...size, syntax, pixels: Buffer.from(frames) }))
    expect(await valuesOf(`${path}#frame1`)).toEqual(sixTimes([100, 100, 100, 60, 60, 60]))
    expect(await valuesOf(`${path}#frame2`)).toEqual(sixTimes([254, 0, 0, 255, 10, 10]))
    const short = dicom({ ...half, ...size, syntax, pixels: Buffer.from(frames.slice(0, -2)) })
    await expect(valuesOf(`${stored(short)}#frame2`)).rejects.toThrow(/damaged or incomplete/)
  })

  test('are in the unit of the rescale slope and intercept, with its padding as fill', async () => {
    const path = stored(dicom({ slope: 2, intercept: -1024, padding: 0 }))
    const { samples } = await decodeFile(path)
    expect(samples.data).toEqual(Int32Array.from(words(), (value) => 2 * value - 1024))
    expect(samples.noData).toBe(-1024)
    const fractions = stored(dicom({ slope: 0.5, intercept: 0.25 }))
    expect((await decodeFile(fractions)).samples.data).toEqual(
      Float32Array.from(words(), (value) => value / 2 + 0.25),
    )
  })

  test.each([
    ['a whole slope', 2, -1024],
    ['a slope that is a fraction', 0.1, 0],
    ['a slope and an intercept that are fractions', 1.2345, -1024.5],
  ])('padding under %s is as much of the image as without one', async (_, slope, intercept) => {
    const pixels = bytesOf(words(true).map((value, at) => (at % WIDTH < 4 ? -32_768 : value)))
    const padded = { isSigned: true, bitsStored: 16, padding: -32_768, pixels }
    const { samples: plain } = await decodeFile(stored(dicom(padded)))
    const { samples } = await decodeFile(stored(dicom({ ...padded, slope, intercept })))
    expect(missingPixels(plain)!.filter((missing) => missing === 1)).toHaveLength(4 * HEIGHT)
    expect(missingPixels(samples)).toEqual(missingPixels(plain))
    expect(rangeOf(samples)!.low).toBeCloseTo(slope * rangeOf(plain)!.low + intercept, 3)
  })

  test('are signed where the file says so, and bits above the stored ones do not count', async () => {
    const path = stored(dicom({ isSigned: true, pixels: bytesOf(words(true).map((value) => value & 0xfff)) }))
    expect(await valuesOf(path)).toEqual(words(true))
    const overlaid = stored(dicom({ pixels: bytesOf(words().map((value) => value | 0xf000)) }))
    expect(await valuesOf(overlaid)).toEqual(words())
  })

  test('of MONOCHROME1 are mirrored, and so is the window', async () => {
    const window = { center: '100', windowWidth: '101' }
    const { samples } = await decodeFile(stored(dicom({ photometric: 'MONOCHROME1', ...window })))
    expect(samples.data[0]).toBe(4095)
    expect(samples.window).toEqual({ low: 4095 - 149.5, high: 4095 - 49.5 })
  })
})

describe('files that are not read', () => {
  test.each([
    [
      'lossless JPEG',
      dicom({ syntax: SYNTAXES.losslessJpeg, pixels: [Uint8Array.of(1, 2)] }),
      /lossless JPEG, which is not read/,
    ],
    [
      'several frames, of which some are missing',
      dicom({ frames: 3, pixels: Buffer.alloc(COUNT * 3) }),
      /incomplete/,
    ],
    ['other colours', dicom({ photometric: 'CMYK' }), /colours that are not read/],
    ['pixels that end early', dicom({ pixels: Buffer.alloc(10) }), /damaged or incomplete/],
    ['no pixels in a coded file', dicom({ syntax: SYNTAXES.jpegLs, pixels: [] }), /damaged or incomplete/],
    [
      'a frame of another size',
      dicom({ syntax: SYNTAXES.jpeg2000, width: 22, pixels: [Uint8Array.of(0xff, 0x4f)] }),
      /damaged/,
    ],
  ])('%s', async (_, bytes, message) => {
    const path = stored(bytes)
    await expect(decodeImage(path)).rejects.toThrow(message)
    await expect(decodeImage(path)).rejects.not.toThrow(new RegExp(PERSON.split('^')[0]))
  })

  test('broken bytes anywhere give a message', async () => {
    const files = [
      dicom({ center: '40', windowWidth: '400', slope: 1, intercept: -1024 }),
      dicom({ syntax: SYNTAXES.jpegLs, pixels: [await asJpegLs(info, bytesOf(words()))] }),
      dicom({ syntax: SYNTAXES.jpeg2000, pixels: [await asJpeg2000(info, bytesOf(words()))] }),
    ]
    let seed = 7
    const next = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below
    for (const whole of files) {
      for (let round = 0; round < manyOrFew(120, 30); round += 1) {
        const bytes = Buffer.from(whole)
        for (let flips = 1 + next(4); flips > 0; flips -= 1) {
          bytes[132 + next(bytes.length - 132)] = next(256)
        }
        const path = stored(round % 3 === 0 ? bytes.subarray(0, 140 + next(bytes.length - 140)) : bytes)
        const failure: unknown = await decodeImage(path).catch((error: unknown) => error)
        expect(failure instanceof Error ? failure.name : 'ImageError').toBe('ImageError')
      }
    }
  })

  test('a header beyond the first 64 kB is found, and one that never ends is none', async () => {
    const [head, tail] = [dicom().subarray(0, 132), dicom().subarray(132)]
    const meta = tail.subarray(0, 12 + tail.readUInt32LE(8))
    const dull = Buffer.alloc(12 + 200_000)
    dull.writeUInt16LE(0x9, 0)
    dull.writeUInt16LE(0x1001, 2)
    dull.write('OB', 4)
    dull.writeUInt32LE(200_000, 8)
    const path = stored(Buffer.concat([head, meta, dull, tail.subarray(meta.length)]))
    expect(await readImageHeader(path)).toMatchObject({ format: 'dicom', width: WIDTH, height: HEIGHT })
    await expect(readImageHeader(stored(head))).rejects.toThrow(/damaged or incomplete/)
  })
})

/** The pixels of an uncompressed file as `dcmdump` writes them. */
function rawOf(path: string): Buffer {
  execFileSync('dcmdump', ['-q', '+W', folder, path])
  return readFileSync(join(folder, `${path.split('/').at(-1)}.0.raw`))
}

const converted = (program: string, options: readonly string[], source: string): string => {
  made += 1
  const path = join(folder, `${made}.dcm`)
  execFileSync(program, [...options, source, path])
  return path
}

describe.skipIf(!hasToolkit)('beside the DICOM toolkit', () => {
  test('files of our own are files to it, and values are equal', async () => {
    const path = stored(dicom())
    expect(rawOf(path)).toEqual(bytesOf(words()))
    for (const option of ['+ti', '+te', '+tb']) {
      expect(await valuesOf(converted('dcmconv', [option], path))).toEqual(words())
    }
  })

  test('JPEG-LS of its own, lossless and near lossless, has the values that it reads', async () => {
    for (const option of ['+el', '+en']) {
      const path = converted('dcmcjpls', [option], stored(dicom()))
      const plain = converted('dcmdjpls', [], path)
      expect(bytesOf(await valuesOf(path))).toEqual(rawOf(plain))
    }
  })

  test('JPEG of its own differs by a level at most', async () => {
    const pixels = Buffer.from(Uint8Array.from({ length: COUNT }, (_, at) => (at % WIDTH) * 8))
    const path = converted('dcmcjpeg', ['+eb'], stored(dicom({ bitsAllocated: 8, bitsStored: 8, pixels })))
    const expected = rawOf(converted('dcmdjpeg', [], path))
    const values = await valuesOf(path)
    expect(Math.max(...values.map((value, at) => Math.abs(value - expected[at])))).toBeLessThanOrEqual(1)
  })

  test('a picture by the file’s window is as it draws it', async () => {
    for (const photometric of ['MONOCHROME1', 'MONOCHROME2']) {
      const path = stored(
        dicom({ photometric, slope: 1, intercept: -1024, center: '300', windowWidth: '1200' }),
      )
      execFileSync('dcm2pnm', ['+Wi', '1', path, join(folder, 'drawn.pgm')])
      const drawn = readFileSync(join(folder, 'drawn.pgm'))
      const expected = drawn.subarray(drawn.length - COUNT)
      const shown = (await decodeImage(path)).data.filter((_, at) => at % 3 === 0)
      expect(Math.max(...[...shown].map((value, at) => Math.abs(value - expected[at])))).toBeLessThanOrEqual(
        1,
      )
    }
  })
})
