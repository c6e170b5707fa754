import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetConnection } from './connection'
import type { BucketConnection } from './connection'
import { fetchObject, fetchRange, headOf } from './fetch-object'
import { listObjects } from './listing'
import { startTestBucket } from './testing'
import type { TestBucket } from './testing'
import { uploadFolder } from './upload'

let bucket: TestBucket
let folder = ''
/** With a client of its own. */
let connection: BucketConnection
let etag = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-mended-'))
  bucket = await startTestBucket()
  await bucket.put('mended/a.png', 'abc')
  ;[{ etag }] = await listObjects(bucket.connection, { bucket: bucket.bucket, prefix: 'mended/' })
  connection = { ...bucket.connection, region: 'eu-central-1' }
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) {
    vi.stubEnv(name, undefined)
  }
  vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', join(folder, 'credentials'))
  vi.stubEnv('AWS_CONFIG_FILE', join(folder, 'none'))
  await withSession('old')
  // as Amazon answers to a session that has ended
  bucket.fault = ({ headers, method }, response) => {
    if (headers['x-amz-security-token'] !== 'old') {
      return false
    }
    response.writeHead(400, { 'Content-Type': 'application/xml' })
    response.end(method === 'HEAD' ? '' : '<Error><Code>ExpiredToken</Code></Error>')
    return true
  }
})
afterEach(async () => {
  vi.unstubAllEnvs()
  forgetConnection(connection)
  await bucket.close()
  await rm(folder, { recursive: true })
})

function withSession(token: string): Promise<void> {
  const key = ['aws_access_key_id = S3RVER', 'aws_secret_access_key = S3RVER']
  const lines = ['[default]', ...key, `aws_session_token = ${token}`, '']
  return writeFile(join(folder, 'credentials'), lines.join('\n'))
}

const object = () => ({ connection, bucket: bucket.bucket, key: 'mended/a.png', name: 'a.png', etag })
const requests: [name: string, code: string, ask: () => Promise<unknown>][] = [
  ['list', 'refused', () => listObjects(connection, { bucket: bucket.bucket, prefix: 'mended/' })],
  ['object', 'away', () => fetchObject(object(), folder, () => join(folder, 'a.png'))],
  // the answer has no body that names the reason
  ['look at an object', 'away', () => headOf(object())],
  [
    'part of an object',
    'away',
    () => fetchRange({ ...object(), size: 3, modified: 0, mostBytes: 1e6 }, 1, 1),
  ],
  ['upload', 'refused', () => upload()],
]

async function upload(): Promise<void> {
  const files = join(folder, 'files')
  await mkdir(files, { recursive: true })
  await writeFile(join(files, 'b.png'), 'b')
  // the list of what is there is not what fails
  const { fault } = bucket
  bucket.fault = (request, response) => request.method !== 'GET' && fault?.(request, response) === true
  const address = { bucket: bucket.bucket, prefix: 'uploaded/' }
  const { signal } = new AbortController()
  await uploadFolder({ connection, address, folder: files, first: [], signal, onFile: () => undefined })
}

test.each(requests)('a session that has ended is renewed for the next %s', async (_, code, ask) => {
  await expect(ask()).rejects.toMatchObject({ code })
  await withSession('new')
  await ask()
})
