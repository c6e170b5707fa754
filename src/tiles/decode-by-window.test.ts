import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { putSidecars, UTM_32 } from '../georeference/testing'
import { decodeImage } from '../images/decode'
import type { Raster } from '../images/raster'
import { decodeFrameOrWindow, decodePairOrWindow } from './decode-by-window'
import { makeDeepTiff } from './testing-deep'

/** 140 megapixels. */
const LARGE = { width: 12_500, height: 11_200, overviews: 4 }
/** Where the small frame lies in the large one. */
const CLIP = { width: 300, height: 200, x: 11_000, y: 10_000 }

let home: string
let files: { before: string; after: string }
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'deltascribe-clip-'))
  files = { before: join(home, 'before.tif'), after: join(home, 'after.tif') }
  await writeFile(files.before, makeDeepTiff({ ...LARGE, valueAt: (column) => 1000 + 16 * column }))
  await writeFile(files.after, makeDeepTiff({ ...CLIP, valueAt: (column) => 1000 + 4 * column }))
})
afterAll(() => rm(home, { recursive: true, force: true, maxRetries: 20 }))

test('a frame beside one that is too large has the range of both, as in the pair', async () => {
  const [x, across, , y, , down] = UTM_32
  await putSidecars(files.before)
  await putSidecars(files.after, [x + CLIP.x * across, across, 0, y + CLIP.y * down, 0, down])
  const pair = await decodePairOrWindow(files.before, files.after)
  expect(pair.after).toMatchObject({ width: CLIP.width, height: CLIP.height })
  // images that differ are many lines of a message
  expect(areEqual(await decodeFrameOrWindow(files, 'before'), pair.before)).toBe(true)
  expect(areEqual(await decodeFrameOrWindow(files, 'after'), pair.after)).toBe(true)
})

test('without a common grid it has its own range', async () => {
  const alone = { before: join(home, 'alone.tif'), after: join(home, 'small.tif') }
  await writeFile(alone.before, makeDeepTiff({ ...LARGE, valueAt: (column) => 1000 + 16 * column }))
  await writeFile(alone.after, makeDeepTiff({ ...CLIP, valueAt: (column) => 1000 + 4 * column }))
  const after = await decodeFrameOrWindow(alone, 'after')
  expect(greatestOf(after)).toBe(255)
  expect(areEqual(after, await decodeImage(alone.after))).toBe(true)
  await expect(decodeFrameOrWindow(alone, 'before')).rejects.toMatchObject({ code: 'too-large' })
})

function areEqual(a: Raster, b: Raster): boolean {
  return a.width === b.width && a.height === b.height && Buffer.compare(a.data, b.data) === 0
}

function greatestOf({ data }: Raster): number {
  return data.reduce((greatest, value) => Math.max(greatest, value), 0)
}
