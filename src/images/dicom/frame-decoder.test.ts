import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { HeaderError } from '../header/source'
import { decodeFrame } from './frame-decoder'
import { asJpeg2000, asJpegLs } from './testing'

const expected = { width: 12, height: 10, samplesPerPixel: 1 }
const info = { width: 12, height: 10, bitsPerSample: 8, componentCount: 1, isSigned: false }
const samples = Uint8Array.from({ length: 120 }, (_, at) => (at * 7) % 256)

/** CharLS counts at it for 14 s. Its frame is two fragments. */
function countingFrame(): Uint8Array {
  const file = readFileSync(join(import.meta.dirname, '../../../fuzz/corpus/dicom/counting-jpeg-ls.dcm'))
  return Uint8Array.from([...file.subarray(484, 652), ...file.subarray(660, 661)])
}

test('frames of both codings have the samples that were coded', async () => {
  const coded = [
    { coding: 'jpeg-ls', frame: await asJpegLs(info, samples) },
    { coding: 'jpeg-2000', frame: await asJpeg2000(info, samples) },
  ] as const
  const decoded = await Promise.all(coded.map((frame) => decodeFrame({ ...frame, expected })))
  for (const { bytes, bitsPerSample } of decoded) {
    expect(bitsPerSample).toBe(8)
    expect(bytes).toEqual(samples)
  }
})

test('a frame that takes too long is refused, and those that wait are decoded', async () => {
  const slow = decodeFrame(
    { coding: 'jpeg-ls', frame: countingFrame(), expected },
    { milliseconds: 500, samplesPerMillisecond: 1000 },
  )
  const next = decodeFrame({ coding: 'jpeg-ls', frame: await asJpegLs(info, samples), expected })
  await expect(slow).rejects.toThrow(HeaderError)
  await expect(slow).rejects.toThrow('takes too long')
  expect((await next).bytes).toEqual(samples)
})

test('a damaged frame says so, and the next one is decoded', async () => {
  const frame = await asJpegLs(info, samples)
  const damaged = frame.slice(0, frame.length / 2)
  await expect(decodeFrame({ coding: 'jpeg-ls', frame: damaged, expected })).rejects.toBeInstanceOf(Error)
  expect((await decodeFrame({ coding: 'jpeg-ls', frame, expected })).bytes).toEqual(samples)
})
