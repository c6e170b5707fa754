import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodeImage } from './decode'
import { makeTiff } from './testing'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-zstd-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** 16 x 12 pixels in strips of 8 rows and of the 4 that are left, as `zstd -19` packs them. */
const [width, height, rowsPerStrip] = [16, 12, 8]
const data = Uint8Array.from({ length: width * height }, (_, at) => 40 + (at % 16) * 8 + ((at >> 4) & 1) * 60)
const packed = '28b52ffd00684501000402283038404850586068707880889098a0646c747c848c949ca4acb4bcc4ccd4dc0100'
const strips = [Buffer.from(`${packed}e831a927`, 'hex'), Buffer.from(`${packed}18b87a02`, 'hex')]

/** A frame without a content size. Block kinds: 0 raw, 1 a repeated byte. */
function frameOf(...blocks: [kind: 0 | 1, size: number, bytes: Uint8Array][]): Buffer {
  const parts = blocks.flatMap(([kind, size, bytes], index) => {
    const header = Buffer.alloc(3)
    header.writeUIntLE((size << 3) | (kind << 1) | (index === blocks.length - 1 ? 1 : 0), 0, 3)
    return [header, bytes]
  })
  return Buffer.concat([Buffer.from('28b52ffd0068', 'hex'), ...parts])
}

async function decoded(given: readonly Uint8Array[]): Promise<number[]> {
  const path = join(folder, 'zstd.tif')
  await writeFile(path, makeTiff({ width, height, data, compression: 50_000, strips: given, rowsPerStrip }))
  return Array.from((await decodeImage(path)).data.filter((_, at) => at % 3 === 0))
}

test('strips in Zstandard are read, the last one shorter, with and without what follows the frame', async () => {
  expect(await decoded(strips)).toEqual([...data])
  expect(await decoded([Buffer.concat([strips[0], Buffer.alloc(3)]), strips[1]])).toEqual([...data])
  const plain = [frameOf([0, 128, data.subarray(0, 128)]), frameOf([1, 64, Buffer.of(7)])]
  expect(await decoded(plain)).toEqual([...data.subarray(0, 128), ...Array<number>(64).fill(7)])
})

const [whole, last] = strips

test.each(
  Object.entries({
    'no frame': Buffer.alloc(40),
    'no last block': frameOf([0, 64, Buffer.alloc(64)], [0, 64, Buffer.alloc(64)]).subarray(0, 74),
    'a cut block': whole.subarray(0, -1),
    'too few pixels': frameOf([1, 100, Buffer.of(7)]),
    'too many pixels': frameOf([1, 129, Buffer.of(7)]),
    'damaged pixels': Buffer.concat([whole.subarray(0, 9), Buffer.alloc(36, 255), whole.subarray(45)]),
    'an unknown kind of block': Buffer.concat([
      whole.subarray(0, 6),
      Buffer.of(whole[6] | 6),
      whole.subarray(7),
    ]),
  }),
)('a strip with %s is refused, never shown', async (_, strip) => {
  await expect(decoded([strip, last])).rejects.toMatchObject({ code: 'unreadable' })
})

test('a small strip that would make much is refused without making it', async () => {
  const blocks = Array.from({ length: 3000 }, (): [1, number, Buffer] => [1, 2 ** 17, Buffer.of(7)])
  const before = process.memoryUsage().rss
  await expect(decoded([frameOf(...blocks), strips[1]])).rejects.toMatchObject({ code: 'unreadable' })
  expect(process.memoryUsage().rss - before).toBeLessThan(64 * 2 ** 20)
})
