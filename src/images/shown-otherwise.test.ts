import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Transformer } from '@napi-rs/image'
import { encode } from 'fast-png'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { imageHeaderOf } from './decode'
import { encodePng } from './raster'
import { isShownOtherwise } from './shown-otherwise'
import { makeBandTiff } from './testing-bands'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-shown-otherwise-'))
})
afterAll(() => rm(folder, { recursive: true }))

const [width, height] = [6, 4]

/** Blue; the last pixel has the alpha given. */
function blueWith(alpha: number): Uint8Array {
  const data = Uint8Array.from({ length: width * height * 4 }, (_, at) => [20, 20, 200, 255][at % 4])
  data[data.length - 1] = alpha
  return data
}

async function answer(bytes: Buffer): Promise<boolean> {
  const path = join(folder, 'image')
  await writeFile(path, bytes)
  return isShownOtherwise(path, bytes, await imageHeaderOf(path, bytes))
}

const pixels = (alpha: number) => Transformer.fromRgbaPixels(blueWith(alpha), width, height)
const tiff = (alpha: number, lastBand: 0 | 2) =>
  makeBandTiff({ width, height, bands: 4, data: blueWith(alpha), lastBand })

const KINDS: Record<string, (alpha: number) => Buffer | Promise<Buffer>> = {
  PNG: (alpha) => Buffer.from(encode({ width, height, data: blueWith(alpha), channels: 4, depth: 8 })),
  'lossless WebP': (alpha) => pixels(alpha).webpLossless(),
  'lossy WebP': (alpha) => pixels(alpha).webp(90),
  TIFF: (alpha) => tiff(alpha, 2),
}

test.each(Object.entries(KINDS))(
  '%s: one pixel that is not opaque counts, opaque alpha does not',
  async (_, make) => {
    expect(await answer(await make(0))).toBe(true)
    expect(await answer(await make(255))).toBe(false)
  },
)

test('without alpha nothing can be seen through', async () => {
  const data = new Uint8Array(width * height * 3)
  expect(await answer(await encodePng({ width, height, data }))).toBe(false)
  expect(await answer(await pixels(0).jpeg())).toBe(false)
  expect(await answer(tiff(0, 0))).toBe(false)
})

test('values of 16 bits are not asked', async () => {
  const data = new Uint16Array(width * height * 4)
  expect(await answer(Buffer.from(encode({ width, height, data, channels: 4, depth: 16 })))).toBe(false)
})
