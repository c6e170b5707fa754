import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useBucket } from '../buckets/buckets-in-use'
import { startTestBucket } from '../buckets/testing'
import { discoverPairs } from './discover'

const PAGES = 100
const PAGE = 1000

/** One page of a list of `A/…` and `B/…`, half of the keys each. */
function pageAt(page: number): string {
  const folder = page < PAGES / 2 ? 'A' : 'B'
  const first = (page % (PAGES / 2)) * PAGE
  const contents = Array.from(
    { length: PAGE },
    (_, index) =>
      `<Contents><Key>many/${folder}/${String(first + index).padStart(6, '0')}.png</Key><Size>9</Size><ETag>"0"</ETag></Contents>`,
  )
  const next = page + 1 < PAGES ? `<NextContinuationToken>${page + 1}</NextContinuationToken>` : ''
  return `<ListBucketResult><IsTruncated>${page + 1 < PAGES}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`
}

test('100,000 keys are listed page by page, and paired by their names alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'deltascribe-many-'))
  const bucket = await startTestBucket()
  try {
    // the server of the tests reads all of its disk for each page
    bucket.fault = (request, response) => {
      const token = new URL(request.url ?? '', 'http://x').searchParams.get('continuation-token')
      response.writeHead(200, { 'Content-Type': 'application/xml' })
      response.end(pageAt(Number(token ?? 0)))
      return true
    }
    const place = bucket.place(folder, 'many/')
    useBucket(place)
    const { readings } = await discoverPairs(place.folder)
    expect(readings[0].pairs).toHaveLength((PAGES * PAGE) / 2)
    expect(bucket.requests).toHaveLength(PAGES)
  } finally {
    await bucket.close()
    await rm(folder, { recursive: true })
  }
})
