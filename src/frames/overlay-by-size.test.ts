import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { encodePng } from '../images/raster'
import type { Raster } from '../images/raster'
import { makeDicom } from '../images/dicom/testing'
import { overlayKey, readMap, readPairSize } from './common-grid'
import { decodeFrame, decodePair } from './decode-pair'
import { overlayInWords } from './overlay-words'

let folder: string
let files: { before: string; after: string }
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-sizes-'))
  files = { before: join(folder, 'before.png'), after: join(folder, 'after.png') }
})
afterEach(() => rm(folder, { recursive: true }))

/** Greys that grow from the left, from 20 to 220 whatever the width. */
function ramp(width: number, height: number): Raster {
  const data = new Uint8Array(3 * width * height)
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    data.fill(Math.round(20 + (200 * ((pixel % width) + 0.5)) / width), 3 * pixel, 3 * pixel + 3)
  }
  return { width, height, data }
}

async function put(before: [number, number], after: [number, number]): Promise<Raster> {
  const raster = ramp(...after)
  await writeFile(files.before, await encodePng(ramp(...before)))
  await writeFile(files.after, await encodePng(raster))
  return raster
}

describe('frames of two sizes and one shape', () => {
  test.each<[string, [number, number], [number, number]]>([
    ['half as large before', [100, 60], [200, 120]],
    ['larger before', [200, 120], [160, 96]],
    ['a row more before', [120, 101], [120, 100]],
    ['four times as large', [40, 30], [160, 120]],
  ])('%s: before is brought to the size of after, corner on corner', async (_, small, [width, height]) => {
    const after = await put(small, [width, height])
    const pair = await decodePair(files.before, files.after)
    expect(pair.after).toEqual(after)
    expect([pair.before.width, pair.before.height]).toEqual([width, height])
    expect(pair.before.missing).toBeUndefined()
    const off = pair.before.data.map((value, index) => Math.abs(value - after.data[index]))
    expect(Math.max(...off)).toBeLessThanOrEqual(Math.ceil(100 / Math.min(small[0], width)))
    expect(await decodeFrame(files, 'before')).toEqual(pair.before)
    expect(await readPairSize(files)).toEqual({ width, height })
    expect(overlayInWords(await readMap(files))).toEqual(
      `The frames have two sizes and one shape: before was brought from ${small.join(' x ')} to ${width} x ${height} pixels.`,
    )
  })

  test('have another key for what is made from them than frames of one size', async () => {
    await put([100, 60], [200, 120])
    const half = await overlayKey(files)
    await put([50, 30], [200, 120])
    const quarter = await overlayKey(files)
    await put([200, 120], [200, 120])
    expect(new Set([half, quarter, await overlayKey(files), '']).size).toBe(3)
  })
})

function scan(side: number): Buffer {
  return makeDicom({ width: side, height: side, bitsAllocated: 8, pixels: Buffer.alloc(side * side) })
}

describe('frames are the problem of their pair', () => {
  test.each<[string, [number, number], [number, number]]>([
    ['of two shapes', [100, 60], [200, 124]],
    ['turned', [60, 100], [100, 60]],
    ['of more than four times the size', [30, 30], [124, 124]],
  ])('%s', async (_, before, after) => {
    await put(before, after)
    await expect(decodePair(files.before, files.after)).rejects.toMatchObject({ code: 'size-mismatch' })
    await expect(readPairSize(files)).rejects.toMatchObject({ code: 'size-mismatch' })
    expect(await overlayKey(files)).toBe('')
  })

  test('that are scans, whose pixels have a size of their own', async () => {
    await writeFile(files.before, scan(8))
    await writeFile(files.after, scan(16))
    await expect(readPairSize(files)).rejects.toMatchObject({ code: 'size-mismatch' })
  })
})
