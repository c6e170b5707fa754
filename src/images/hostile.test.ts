import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeImage, imageHeaderOf, readImageSize } from './decode'
import { decodeFailure } from './decode-failure'
import type { ImageErrorCode } from './file'
import { ImageError } from './file'
import { decodeTiff } from './tiff'
import { decodeLzw } from './tiff-compression'
import { makeTiff } from './testing'

const fixtures = join(import.meta.dirname, 'fixtures')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-hostile-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function failureOf(work: Promise<unknown>): Promise<ImageError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ImageError)
  return error as ImageError
}

/** The failure's code, or null where the file could be read. Any other error is thrown on. */
async function codeOf(work: Promise<unknown>): Promise<ImageErrorCode | null> {
  try {
    await work
    return null
  } catch (error) {
    if (error instanceof ImageError) {
      return error.code
    }
    throw error
  }
}

async function expectFailure(name: string, bytes: Uint8Array, code: ImageErrorCode): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, bytes)
  const failure = await failureOf(decodeImage(path))
  expect(failure.code).toBe(code)
  expect(failure.path).toBe(path)
  expect(failure.message.startsWith(`${name} `)).toBe(true)
  return failure.message
}

describe('files that are not whole', () => {
  const whole = [
    'orientation-1.png',
    'orientation-1.jpg',
    'orientation-6.jpg',
    'progressive.jpg',
    'orientation-1.webp',
    'rgb.bmp',
    'orientation-1.tif',
    'lzw.tif',
    'big-tiff.tif',
    'grey-12-of-16-bits.png',
  ]

  test.each(whole)('%s cut anywhere is refused, never shown half', async (name) => {
    const bytes = await readFile(join(fixtures, name))
    for (const share of [0.02, 0.1, 0.3, 0.5, 0.7, 0.9]) {
      const cut = bytes.subarray(0, Math.max(12, Math.floor(bytes.length * share)))
      expect(await expectFailure(`cut-${name}`, cut, 'unreadable')).toContain('copy it again')
    }
  })

  test.each(whole)(
    '%s with its second half lost to zeros is refused where the format can tell',
    async (name) => {
      const bytes = await readFile(join(fixtures, name))
      const blank = Buffer.concat([bytes.subarray(0, bytes.length / 2), Buffer.alloc(bytes.length / 2)])
      const path = join(folder, `blank-${name}`)
      await writeFile(path, blank)
      // uncompressed forms carry no checksum: black pixels are what the file holds
      const isBare = /\.bmp$|orientation-1\.tif$|big-tiff/.test(name)
      const code = await codeOf(decodeImage(path))
      expect(isBare ? [null, 'unreadable'] : ['unreadable']).toContain(code)
    },
  )

  test('an empty file is named as such', async () => {
    expect(await expectFailure('empty.png', Buffer.alloc(0), 'unreadable')).toContain('0 bytes')
  })

  test('random bytes after any signature never crash', async () => {
    const starts = [
      '\x89PNG\r\n\x1a\n',
      '\xff\xd8\xff',
      'RIFF\0\0\0\0WEBP',
      'BM',
      'II*\0',
      'MM\0*',
      'II+\0',
      'MM\0+',
    ]
    const next = noise(7)
    for (const start of starts) {
      for (let round = 0; round < 12; round += 1) {
        const tail = Buffer.from(Array.from({ length: 300 }, next))
        const path = join(folder, 'noise')
        await writeFile(path, Buffer.concat([Buffer.from(start, 'latin1'), tail]))
        expect(await codeOf(decodeImage(path))).not.toBeNull()
        await codeOf(readImageSize(path))
      }
    }
  })
})

describe('damaged bytes', () => {
  test.each(readdirSync(fixtures).filter((name) => /\.(png|jpg|webp|bmp|tif)$/.test(name)))(
    'in %s are an image error or an image, never a crash',
    async (name) => {
      const whole = await readFile(join(fixtures, name))
      const next = noise(name.length)
      const path = join(folder, `bytes-${name}`)
      for (let round = 0; round < 10; round += 1) {
        const bytes = Buffer.from(whole)
        for (let flip = 0; flip < 4; flip += 1) {
          bytes[next() % Math.min(bytes.length, flip === 0 ? bytes.length : 300)] = next() & 255
        }
        await writeFile(path, bytes)
        expect(await codeOf(decodeImage(path))).not.toBe('missing')
        expect(await codeOf(readImageSize(path))).not.toBe('missing')
      }
    },
  )

  test('in an LZW block neither run on nor make more than the block holds', () => {
    const next = noise(3)
    for (let round = 0; round < 200; round += 1) {
      const input = Uint8Array.from({ length: 400 }, next)
      input[0] = 0x80 // the clear code, as every block begins
      const length = attempt(() => decodeLzw(input, 1000).length)
      expect(length).toBeLessThanOrEqual(1000)
    }
  })
})

/** -1 where the block is refused. */
function attempt(work: () => number): number {
  try {
    return work()
  } catch {
    return -1
  }
}

/** Bytes, the same for the same seed. */
function noise(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return state >>> 16
  }
}

test('a TIFF that names more bands than its format can is refused, and no list of that length is made', async () => {
  const tiff = makeTiff({ width: 4, height: 4, data: new Uint8Array(16) })
  const [samplesPerPixel, short, long] = [277, 3, 4]
  const entry = Buffer.alloc(4)
  entry.writeUInt16LE(samplesPerPixel, 0)
  entry.writeUInt16LE(short, 2)
  const at = tiff.indexOf(entry)
  tiff.writeUInt16LE(long, at + 2)
  tiff.writeUInt32LE(2 ** 28, at + 8)
  expect(await expectFailure('bands.tif', tiff, 'unreadable')).toContain('copy it again')
})

test('a TIFF with one strip of the millions that its height needs is refused before the missing ones are asked for', async () => {
  const tiff = await readFile(join(import.meta.dirname, '../../fuzz/corpus/tiff/missing-strips.tif'))
  await expect(decodeTiff(tiff)).rejects.toThrow('it has fewer blocks than its size needs')
  await expectFailure('strips.tif', tiff, 'unreadable')
})

describe('files that are no images', () => {
  test('a GIF, a text and a program are refused with what is accepted', async () => {
    const gif = await readFile(join(fixtures, 'animation.gif'))
    expect(await expectFailure('moving.png', gif, 'not-an-image')).toContain(
      'PNG, JPEG, WebP, BMP, TIFF, DICOM or NIfTI',
    )
    await expectFailure('notes.jpg', Buffer.from('hello'), 'not-an-image')
    await expectFailure('x.tif', Buffer.from('\x7fELF'), 'not-an-image')
  })

  test.skipIf(process.platform === 'win32')(
    'a folder, a lost link and a named pipe are errors, not hangs [not on Windows]',
    async () => {
      await mkdir(join(folder, 'folder.png'))
      expect((await failureOf(decodeImage(join(folder, 'folder.png')))).code).toBe('unreadable')
      expect((await failureOf(decodeImage(join(folder, 'nowhere.png')))).code).toBe('missing')
      await symlink(join(folder, 'gone'), join(folder, 'lost.png'))
      expect((await failureOf(readImageSize(join(folder, 'lost.png')))).code).toBe('missing')
      execFileSync('sh', ['-c', 'mkfifo "$0"', join(folder, 'pipe.png')])
      expect((await failureOf(decodeImage(join(folder, 'pipe.png')))).code).toBe('unreadable')
    },
  )

  test.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
    'a file without permission says what to change [not on Windows, not as root]',
    async () => {
      await writeFile(join(folder, 'secret.png'), 'x')
      await chmod(join(folder, 'secret.png'), 0)
      expect((await failureOf(decodeImage(join(folder, 'secret.png')))).message).toContain('permissions')
    },
  )
})

describe('whole files of a kind that is not read', () => {
  test.each([
    [34_712, 'JPEG 2000'],
    [50_001, 'WebP'],
    [34_925, 'LZMA'],
    [65_000, 'method 65000'],
  ])('a TIFF of compression %i says so, and not that it is damaged', async (compression, name) => {
    const tiff = makeTiff({ width: 4, height: 4, data: new Uint8Array(16), compression })
    expect(await expectFailure('kind.tif', tiff, 'unreadable')).toBe(
      `kind.tif is a TIFF compressed with ${name}, which is not read: save it as PNG, or as TIFF with Deflate or LZW`,
    )
  })

  test.each([
    [0xc9, 8, 'a JPEG with arithmetic coding'],
    [0xc1, 12, 'a JPEG of 12 bits a value'],
    [0xc3, 8, 'a lossless JPEG'],
  ])('so does a JPEG of frame %i and %i bits', async (kind, precision, name) => {
    const jpeg = await readFile(join(fixtures, 'orientation-1.jpg'))
    const frame = jpeg.indexOf(Buffer.of(0xff, 0xc0))
    jpeg[frame + 1] = kind
    jpeg[frame + 4] = precision
    expect(await expectFailure('kind.jpg', jpeg, 'unreadable')).toBe(
      `kind.jpg is ${name}, which is not read: save it as PNG, or as an ordinary JPEG of 8 bits`,
    )
  })

  test('what memory cannot hold is too large, what is read past its end is damaged', () => {
    const header = { format: 'tiff', width: 9, height: 9, orientation: 1 } as const
    const codeAfter = (work: () => unknown): ImageErrorCode | null => {
      try {
        work()
        return null
      } catch (error) {
        return decodeFailure('a.tif', header, error).code
      }
    }
    expect(codeAfter(() => new ArrayBuffer(2 ** 52))).toBe('too-large')
    expect(codeAfter(() => new DataView(new ArrayBuffer(4)).getUint16(4))).toBe('unreadable')
  })
})

describe('images that declare 20,000 x 20,000 pixels', () => {
  const side = 20_000

  test.each([
    ['png', pngOf(side, side, deflateSync(Buffer.alloc(1000)))],
    ['jpg', jpegHeader(side)],
    ['bmp', bmpHeader(side)],
    ['webp', webpHeader()],
  ])('a small %s is refused by its header, before its pixels take memory', async (extension, bytes) => {
    const before = process.memoryUsage().rss
    const message = await expectFailure(`huge.${extension}`, bytes, 'too-large')
    expect(message).toMatch(/\d+ x \d+ pixels; the limit is 134 megapixels/)
    expect(process.memoryUsage().rss - before).toBeLessThan((side * side) / 2)
    expect((await failureOf(readImageSize(join(folder, `huge.${extension}`)))).code).toBe('too-large')
  })

  test('a small tif is refused where it would be decoded whole, and by its header where its masks could not be', async () => {
    const before = process.memoryUsage().rss
    const message = await expectFailure('huge.tif', tiffHeader(side), 'too-large')
    expect(message).toMatch(/20000 x 20000 pixels; the limit is 134 megapixels/)
    expect(process.memoryUsage().rss - before).toBeLessThan((side * side) / 2)
    expect(await readImageSize(join(folder, 'huge.tif'))).toEqual({ width: side, height: side })
    // it is copied as it is
    expect(await imageHeaderOf('huge.tif', tiffHeader(side))).toMatchObject({ width: side, height: side })
    await writeFile(join(folder, 'vast.tif'), tiffHeader(30_000))
    expect((await failureOf(readImageSize(join(folder, 'vast.tif')))).code).toBe('too-large')
  })

  test('a PNG whose pixels inflate to more than it declares is held to its size', async () => {
    const bomb = deflateSync(Buffer.alloc(64 * 2 ** 20))
    await writeFile(join(folder, 'bomb.png'), pngOf(8, 8, bomb))
    const before = process.memoryUsage().rss
    await codeOf(decodeImage(join(folder, 'bomb.png')))
    expect(process.memoryUsage().rss - before).toBeLessThan(48 * 2 ** 20)
  })

  test('a 16-bit image past what the codec takes says that it is too large', async () => {
    const rows = deflateSync(Buffer.alloc(1000))
    const message = await expectFailure('wide.png', pngOf(10_000, 10_000, rows, 16), 'too-large')
    expect(message).toContain('89 at 16 bits')
  })

  test('a file of 2 GB is refused by its size, without reading it', async () => {
    const path = join(folder, 'vast.png')
    await writeFile(path, pngOf(8, 8, deflateSync(Buffer.alloc(200))))
    await truncate(path, 2 * 2 ** 30)
    expect((await failureOf(decodeImage(path))).code).toBe('too-large')
  })
})

function pngOf(width: number, height: number, pixels: Buffer, depth = 8): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, 2, 0, 0, 0], 8)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

function jpegHeader(side: number): Buffer {
  const frame = Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0, 0xff, 0xd9])
  frame.writeUInt16BE(side, 7)
  frame.writeUInt16BE(side, 9)
  return frame
}

function bmpHeader(side: number): Buffer {
  const header = Buffer.alloc(54)
  header.write('BM')
  header.writeUInt32LE(54, 10)
  header.writeUInt32LE(40, 14)
  header.writeInt32LE(side, 18)
  header.writeInt32LE(-side, 22)
  header.writeUInt16LE(1, 26)
  header.writeUInt16LE(24, 28)
  return header
}

function tiffHeader(side: number): Buffer {
  const header = Buffer.alloc(8 + 2 + 3 * 12 + 4)
  header.write('II*\0', 'latin1')
  header.writeUInt32LE(8, 4)
  header.writeUInt16LE(3, 8)
  for (const [index, tag] of [256, 257, 258].entries()) {
    const entry = 10 + index * 12
    header.writeUInt16LE(tag, entry)
    header.writeUInt16LE(4, entry + 2)
    header.writeUInt32LE(1, entry + 4)
    header.writeUInt32LE(tag === 258 ? 8 : side, entry + 8)
  }
  return header
}

/** WebP ends at 16,384 a side. */
function webpHeader(): Buffer {
  const header = Buffer.alloc(40)
  header.write('RIFF', 'latin1')
  header.writeUInt32LE(32, 4)
  header.write('WEBPVP8L', 8, 'latin1')
  header.writeUInt32LE(20, 16)
  header[20] = 0x2f
  header.writeUInt32LE((16_382 | (16_382 << 14)) >>> 0, 21)
  return header
}
