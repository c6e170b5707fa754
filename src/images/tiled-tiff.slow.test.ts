import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { colourAt, makeLargeTiff } from '../tiles/testing'
import { decodeImage } from './decode'

test('a TIFF of tiles with 100 megapixels is decoded whole, though the codec would hold it twice', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'deltascribe-tiled-tiff-'))
  const path = join(folder, 'scene.tif')
  await writeFile(path, makeLargeTiff({ width: 10_000, height: 10_000 }))
  const { width, height, data } = await decodeImage(path)
  expect([width, height]).toEqual([10_000, 10_000])
  const at = 3 * (9999 * 10_000 + 7777)
  expect([...data.subarray(at, at + 3)]).toEqual(colourAt([], 7777, 9999))
  await rm(folder, { recursive: true })
})
