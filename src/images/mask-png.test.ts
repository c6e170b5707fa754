import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { decodeFile } from './decode'
import { encodeMaskPng, hasComment } from './mask-png'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-mask-png-'))
})
afterEach(() => rm(folder, { recursive: true }))

const images = fc
  .record({ width: fc.integer({ min: 1, max: 40 }), height: fc.integer({ min: 1, max: 40 }) })
  .chain(({ width, height }) =>
    fc.record({
      width: fc.constant(width),
      height: fc.constant(height),
      data: fc.array(fc.constantFrom(0, 1, 128, 255), {
        minLength: width * height,
        maxLength: width * height,
      }),
    }),
  )

test.each([1, 3] as const)('a mask of %i channels has the pixels that were given', async (channels) => {
  await fc.assert(
    fc.asyncProperty(images, async ({ width, height, data }) => {
      const path = join(folder, 'mask.png')
      await writeFile(path, await encodeMaskPng({ width, height, data: Uint8Array.from(data) }, channels))
      const { samples } = await decodeFile(path)
      expect([samples.width, samples.height, samples.channels]).toEqual([width, height, channels])
      const expected = data.flatMap((value) => Array.from({ length: channels }, () => value))
      expect([...samples.data]).toEqual(expected)
    }),
    { numRuns: 60 },
  )
})

test('a large mask is packed on another thread, to the same pixels', async () => {
  const [width, height] = [1500, 1400]
  const data = Uint8Array.from({ length: width * height }, (_, at) => (at % 977 < 300 ? 255 : 0))
  const path = join(folder, 'large.png')
  await writeFile(path, await encodeMaskPng({ width, height, data }))
  const { samples } = await decodeFile(path)
  expect(Buffer.compare(Buffer.from(samples.data as Uint8Array), Buffer.from(data))).toBe(0)
})

test('a comment is found again, and no other one; the pixels stay', async () => {
  const [path, plain] = [join(folder, 'with.png'), join(folder, 'without.png')]
  const image = { width: 2, height: 1, data: Uint8Array.of(7, 9) }
  await writeFile(path, await encodeMaskPng(image, 1, 'unaligned'))
  await writeFile(plain, await encodeMaskPng(image))
  expect([...(await decodeFile(path)).samples.data]).toEqual([7, 9])
  expect(await hasComment(path, 'unaligned')).toBe(true)
  expect(await hasComment(path, 'something')).toBe(false)
  expect(await hasComment(plain, 'unaligned')).toBe(false)
})
