import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BucketFolder } from '../buckets/bucket-folder'
import { startTestBucket } from '../buckets/testing'
import { readImageFile } from '../images/file'
import { readImageSize } from '../images/decode'
import { openTiledImage } from './tiled-image'
import { colourAt, makeLargeTiff } from './testing'

test('of a large TIFF in a bucket only the tiles that are looked at are fetched, and a changed one is noticed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'deltascribe-scene-'))
  const bucket = await startTestBucket()
  try {
    const scene = makeLargeTiff({ width: 4000, height: 3000 })
    const bytes = Buffer.concat([scene, Buffer.alloc(80 * 2 ** 20, 7)])
    await bucket.put('scene/a.tif', bytes)
    const place = new BucketFolder(bucket.place(folder, 'scene/'))
    const path = await place.fetch('a.tif')
    expect(await readImageSize(path)).toEqual({ width: 4000, height: 3000 })
    const image = await openTiledImage(path)
    const { data } = await image.read(0, { x: 1000, y: 2000, width: 4, height: 1 }, null)
    expect(Array.from(data.subarray(0, 3))).toEqual(colourAt([], 1000, 2000))
    await image.close()
    const fetched = bucket.requests.filter((one) => one.startsWith('GET') && one.includes('a.tif'))
    expect(fetched.length).toBeGreaterThan(0)
    expect(fetched.length).toBeLessThan(5)

    // whoever needs all of it has all of it
    expect((await readImageFile(path)).equals(bytes)).toBe(true)

    bytes[bytes.length - 1] = 8
    await bucket.put('scene/a.tif', bytes)
    await rm(`${path}.blocks`, { recursive: true })
    await expect(readImageSize(path)).rejects.toThrow('was replaced while it was read')
    const again = await new BucketFolder(place.place).fetch('a.tif')
    expect(again).not.toBe(path)
    expect(await readImageSize(again)).toEqual({ width: 4000, height: 3000 })
  } finally {
    await bucket.close()
    await rm(folder, { recursive: true })
  }
})
