import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { markFolder } from '../buckets/bucket-mark'
import { useBucket } from '../buckets/buckets-in-use'
import { startTestBucket } from '../buckets/testing'
import type { TestBucket } from '../buckets/testing'
import { englishOf } from '../messages/message'
import { discoverPairs } from './discover'
import { resolveInside } from './inside'

let bucket: TestBucket
let folder = ''
beforeAll(async () => {
  bucket = await startTestBucket()
})
afterAll(() => bucket.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-keys-'))
})
afterEach(async () => {
  bucket.fault = null
  await rm(folder, { recursive: true })
})

/** The server's answer to a request for a list, as Amazon encodes keys. */
function listOf(keys: readonly string[]): string {
  const contents = keys.map(
    (key) => `<Contents><Key>${encodeURIComponent(key)}</Key><Size>4</Size><ETag>"0"</ETag></Contents>`,
  )
  return `<ListBucketResult><EncodingType>url</EncodingType><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`
}

test('hostile keys are left out and named, and the others are pairs', async () => {
  const place = bucket.place(folder, 'set/')
  useBucket(place)
  const keys = [
    'A/a.png',
    'B/a.png',
    'A/Case.png',
    'B/Case.png',
    'A/case.png',
    'B/case.png',
    'A/__proto__.png',
    'B/__proto__.png',
    'A/line\nbreak.png',
    'B/line\nbreak.png',
    '../up.png',
    'A/../../../etc/passwd.png',
    '/etc/absolute.png',
    'A//empty.png',
    'C:/drive.png',
    'A/nul\0.png',
    'A/%2e%2e/coded.png',
    'A/',
    'A',
  ]
  bucket.fault = (_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/xml' })
    response.end(listOf(keys.map((key) => `set/${key}`)))
    return true
  }
  const { readings } = await discoverPairs(place.folder)
  expect(readings[0].pairs.map(({ key }) => key).sort()).toEqual(
    ['Case', '__proto__', 'a', 'case', 'line\nbreak'].sort(),
  )
  const left = readings[0].leftOut.map(({ path, reason }) => [path, englishOf(reason)])
  for (const path of keys.slice(10, -2)) {
    expect(left).toContainEqual([path, expect.stringContaining('reads as another path')])
  }
  await expect(resolveInside(place.folder, '../up.png')).rejects.toMatchObject({ code: 'outside-folder' })
  await expect(resolveInside(place.folder, 'A/nul\0.png')).rejects.toMatchObject({ code: 'outside-folder' })
})

test('names that differ by case have images of their own', async () => {
  await bucket.put('case/A/x.png', 'lower')
  await bucket.put('case/A/X.png', 'upper')
  const place = bucket.place(folder, 'case/')
  useBucket(place)
  const paths = await Promise.all(['A/x.png', 'A/X.png'].map((path) => resolveInside(place.folder, path)))
  expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(2)
})

test('the folder of a bucket is read by nobody who did not name the bucket, and of one bucket alone', async () => {
  const place = bucket.place(folder, 'case/')
  const own = { ...place, folder: join(folder, 'own') }
  await markFolder(own)
  await markFolder(own)
  await expect(discoverPairs(own.folder)).rejects.toThrow('are in the bucket s3://pictures/case')
  await expect(markFolder({ ...own, prefix: 'other/' })).rejects.toThrow(
    'is the folder of s3://pictures/case',
  )
  await mkdir(join(folder, 'full', 'images'), { recursive: true })
  await expect(markFolder({ ...place, folder: join(folder, 'full') })).rejects.toThrow(
    'holds files of its own',
  )
})
