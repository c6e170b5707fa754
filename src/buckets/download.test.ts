import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { downloadFolder } from './download'
import { fetchObject } from './fetch-object'
import { startTestBucket } from './testing'
import type { TestBucket } from './testing'

let bucket: TestBucket
let folder = ''
beforeAll(async () => {
  bucket = await startTestBucket()
})
afterAll(() => bucket.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-download-'))
})
afterEach(async () => {
  bucket.fault = null
  await rm(folder, { recursive: true })
})

test('names that this disk cannot hold are left out, and the rest comes', async () => {
  const long = `${'n'.repeat(256)}.png`
  // s3rver itself keeps objects as files
  bucket.fault = (request, response) => {
    const isLong = request.url?.includes('nnn') === true
    const isList = request.url?.includes('list-type=2') === true
    if (isList) {
      const contents = ['set/a.png', `set/${long}`].map((key) => `<Contents><Key>${key}</Key></Contents>`)
      response.writeHead(200, { 'Content-Type': 'application/xml' })
      response.end(`<ListBucketResult>${contents.join('')}</ListBucketResult>`)
    } else if (isLong) {
      response.writeHead(200, { 'Content-Length': '1', ETag: '"0"' }).end('n')
    }
    return isList || isLong
  }
  await bucket.put('set/a.png', 'a')
  const address = { bucket: bucket.bucket, prefix: 'set/' }
  const { connection } = bucket
  const { signal } = new AbortController()
  expect(await downloadFolder({ connection, address, folder, refuse: () => false, signal })).toEqual([long])
  expect(await readFile(join(folder, 'a.png'), 'utf8')).toBe('a')
})

test('what this disk refuses is not told as a bucket that cannot be reached', async () => {
  await bucket.put('one/a.png', 'a')
  await mkdir(join(folder, 'a.png', 'inner'), { recursive: true })
  const wanted = { connection: bucket.connection, bucket: bucket.bucket, key: 'one/a.png', name: 'a.png' }
  const fetching = fetchObject({ ...wanted, etag: null }, folder, () => join(folder, 'a.png'))
  await expect(fetching).rejects.toMatchObject({ syscall: 'rename' })
})
