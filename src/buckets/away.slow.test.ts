import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { BucketFolder } from './bucket-folder'
import { startTestBucket } from './testing'

test('while a server is away, copies are used, and of what has none it is told that it may come back', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'deltascribe-away-'))
  const bucket = await startTestBucket()
  try {
    await bucket.put('away/a.png', 'a')
    await bucket.put('away/b.png', 'b')
    const place = new BucketFolder(bucket.place(folder, 'away/'))
    await place.list()
    const path = await place.fetch('a.png')
    bucket.fault = (request) => {
      request.destroy()
      return true
    }
    // what the server said is no longer believed
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000)
    bucket.requests.length = 0
    expect(await place.fetch('a.png')).toBe(path)
    expect(bucket.requests[0]).toContain('HEAD')
    expect(await readFile(path, 'utf8')).toBe('a')
    await expect(place.fetch('b.png')).rejects.toMatchObject({
      code: 'away',
      message: expect.stringContaining('cannot be reached') as string,
    })
    // asked a limited number of times
    expect(bucket.requests.filter((one) => one.includes('b.png'))).toHaveLength(4)
  } finally {
    vi.restoreAllMocks()
    await bucket.close()
    await rm(folder, { recursive: true })
  }
})
