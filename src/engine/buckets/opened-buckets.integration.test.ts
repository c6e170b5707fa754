import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { bucketOf, setBucket } from '../../buckets/buckets-in-use'
import { MARK_NAME } from '../../buckets/bucket-mark'
import { startTestBucket } from '../../buckets/testing'
import type { TestBucket } from '../../buckets/testing'
import type { BucketRequest } from '../../contract/buckets'
import { createClient } from '../../contract/client'
import { engineContract } from '../../contract/engine'
import { toFailure } from '../../contract/errors'
import { portPair } from '../../contract/port'
import { makePairFolder } from '../../images/testing'
import type { EngineOptions } from '../engine-options'
import type { Question } from '../supervisor/host-contract'
import { startEngine } from '../testing'
import type { StartedEngine } from '../testing'

let bucket: TestBucket
let home = ''
let started: StartedEngine
beforeAll(async () => {
  bucket = await startTestBucket()
  const pairs = await mkdtemp(join(tmpdir(), 'deltascribe-pairs-'))
  await makePairFolder(pairs, { count: 2, width: 32, height: 24, layout: 'a-b' })
  await bucket.putFolder('set/', pairs)
  await bucket.put('other/A/x.png', 'other')
  await rm(pairs, { recursive: true })
})
afterAll(() => bucket.close())
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'deltascribe-opened-'))
  vi.stubEnv('DELTASCRIBE_HOME', home)
  writeFileSync(join(home, 'settings.json'), JSON.stringify({ proposeAhead: false, provider: 'cpu' }))
  restart()
})
afterEach(async () => {
  started.engine.dispose()
  bucket.fault = null
  bucket.requests.length = 0
  vi.unstubAllEnvs()
  await rm(home, { recursive: true, force: true, maxRetries: 5 })
})

/** As the next start of the program: nothing is known but what lies on the disk. */
function restart(options: Partial<EngineOptions> = {}): void {
  started?.engine.dispose()
  for (const { folder } of recent()) {
    setBucket(folder, null)
  }
  started = startEngine(home, options)
}

function recent(): { folder: string }[] {
  const path = join(home, 'recent.json')
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as { folder: string }[]) : []
}

function requestOf(change: Partial<BucketRequest> = {}): BucketRequest {
  const { endpoint } = bucket.connection
  return { address: 's3://pictures/set', endpoint, region: null, pathStyle: null, ...change }
}

async function failureOf(asked: Promise<unknown>): Promise<string> {
  return asked.then(
    () => 'answered',
    (error: unknown) => `${toFailure(error).code}: ${toFailure(error).message}`,
  )
}

const inspect = (change: Partial<BucketRequest> = {}) =>
  started.client.call('buckets.inspect', requestOf(change))

/** Looks at the bucket and opens it, as a person does. */
async function openSet(): Promise<string> {
  const { folder } = await inspect()
  await started.client.call('project.open', { folder, reading: null })
  return folder
}

const lists = (): number => bucket.requests.filter((one) => one.includes('list-type=2')).length

test('a bucket is looked at and opened by one list, and its work lies in a folder of its own', async () => {
  const counts: number[] = []
  started.client.on('buckets.listed', ({ count }) => counts.push(count))
  const { folder, address, readings } = await inspect({ address: 's3://pictures/set/' })
  expect([address, readings[0].pairCount]).toEqual(['s3://pictures/set', 2])
  expect(counts).toEqual([6])
  const project = await started.client.call('project.open', { folder, reading: null })
  expect(project).toMatchObject({ name: 's3://pictures/set', pairCount: 2, folder })
  expect(lists()).toBe(1)
  expect(readdirSync(join(home, 'buckets'))).toEqual([expect.stringMatching(/^pictures-[0-9a-f]{16}$/)])
  await started.client.call('project.open', { folder, reading: null })
  expect(lists()).toBe(2)
})

test('a recent project in a bucket is named by its address, and opens again where it lay', async () => {
  const folder = await openSet()
  await started.client.call('pairs.edit', {
    pairId: 1,
    eventId: 'edit-0001',
    label: 'Accept',
    diff: [{ type: 'review.set', from: { state: 'unreviewed' }, to: { state: 'accepted' } }],
  })
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'S3RVER')
  restart()
  const [found] = await started.client.call('project.recent', {})
  const { endpoint } = bucket.connection
  expect(found).toMatchObject({
    folder,
    name: 's3://pictures/set',
    exists: true,
    bucket: { address: 's3://pictures/set', endpoint },
  })
  const project = await started.client.call('project.open', { folder, reading: null })
  expect(project.counts).toMatchObject({ accepted: 1, unreviewed: 1 })
  expect(bucketOf(folder)?.place.connection).toEqual(bucket.connection)
  const stored = readFileSync(join(home, 'recent.json'), 'utf8')
  expect(stored).not.toMatch(/S3RVER|secret|key/i)

  await started.client.call('project.forget', { folder })
  restart()
  setBucket(folder, null)
  expect(await failureOf(started.client.call('project.open', { folder, reading: null }))).toContain(
    'are in the bucket s3://pictures/set: open it by that address',
  )
})

test('the folder of another bucket is refused, and no file in it is followed', async () => {
  const folder = await openSet()
  restart()
  const mark = { address: 's3://pictures/other', endpoint: bucket.connection.endpoint }
  writeFileSync(join(folder, MARK_NAME), JSON.stringify(mark))
  expect(await failureOf(started.client.call('project.open', { folder, reading: null }))).toContain(
    'is the folder of s3://pictures/other',
  )
  expect([lists(), bucketOf(folder)]).toEqual([1, null])
  expect(await failureOf(inspect())).toContain('is the folder of s3://pictures/other')
  expect(bucketOf(folder)).toBeNull()
})

test('a list that is cancelled fails so, and what is open stays open', async () => {
  const folder = await openSet()
  const isAsked = new Promise<void>((resolve) => {
    bucket.fault = () => {
      resolve()
      return true
    }
  })
  const looking = failureOf(inspect())
  await isAsked
  await started.client.call('buckets.cancel', {})
  expect(await looking).toContain('cancelled')
  bucket.fault = null
  expect((await started.client.call('project.current', {}))?.folder).toBe(folder)
  expect(await bucketOf(folder)?.list()).toHaveLength(6)
})

test('what is wrong is said in words, and the open bucket stays as it was', async () => {
  const folder = await openSet()
  expect(await failureOf(inspect({ address: 's3://no-such-bucket/x' }))).toContain(
    'There is no bucket no-such-bucket',
  )
  expect(readdirSync(join(home, 'buckets'))).toHaveLength(1)
  bucket.fault = (_request, response) => {
    response.writeHead(403, { 'Content-Type': 'application/xml' })
    response.end('<Error><Code>AccessDenied</Code></Error>')
    return true
  }
  expect(await failureOf(inspect())).toContain('The bucket pictures may not be read (AccessDenied)')
  bucket.fault = null
  expect(bucketOf(folder)?.has('A/pair_000000.png')).toBe(true)
})

describe('of what a page may ask', () => {
  const hostile: Record<string, Partial<BucketRequest>> = {
    'no address': { address: '/etc' },
    'a password in the address': { address: 's3://key:secret@pictures/set' },
    'a host in the bucket’s name': { address: 's3://evil.example?/set' },
    'a zero character': { address: 's3://pictures/a\0b' },
    'an endless address': { address: `s3://pictures/${'x'.repeat(2000)}` },
    'another protocol': { endpoint: 'file:///etc' },
    'a password in the endpoint': { endpoint: 'https://key:secret@minio.example' },
    'a signature in the endpoint': { endpoint: 'https://minio.example/?X-Amz-Signature=1' },
    'a blank in the endpoint': { endpoint: 'https://minio.example /x' },
    'a host in the region': { region: 'evil.example/#' },
    'a region with a line break': { region: 'eu\r\nHost: evil' },
  }
  test.each(Object.entries(hostile))('%s is refused before any request', async (_, change) => {
    expect(await failureOf(inspect(change))).toMatch(/^invalid-input/)
    expect(bucket.requests).toEqual([])
    expect(existsSync(join(home, 'buckets'))).toBe(false)
  })

  const elsewhere = { endpoint: 'https://minio.invalid' }

  test('a server that nobody named is asked about, and not read where the person refuses', async () => {
    const questions: Question[] = []
    restart({
      otherFolders: 'ask',
      askPerson: (question) => {
        questions.push(question)
        return Promise.resolve(false)
      },
    })
    expect(await failureOf(inspect(elsewhere))).toBe(
      'unavailable: https://minio.invalid was not asked, as you did not allow it.',
    )
    expect(questions).toEqual([
      { kind: 'bucket', origin: 'https://minio.invalid', address: 's3://pictures/set' },
    ])
    expect((await inspect()).readings).toHaveLength(1)
    expect(questions).toHaveLength(1)
  })

  test('over serve such a server is refused, unless it was named at the start', async () => {
    restart({ otherFolders: 'refuse' })
    expect(await failureOf(inspect(elsewhere))).toContain('--allow-endpoint https://minio.invalid')
    expect(existsSync(join(home, 'buckets'))).toBe(false)
    restart({ otherFolders: 'refuse', allowedOrigins: ['https://minio.invalid'] })
    expect(await failureOf(inspect(elsewhere))).toContain('cannot be reached')
    vi.stubEnv('AWS_ENDPOINT_URL_S3', 'https://minio.invalid')
    restart({ otherFolders: 'refuse' })
    expect(await failureOf(inspect({ endpoint: null }))).toContain('cannot be reached')
  })

  test('over serve a recent bucket opens again, and no other folder does', async () => {
    restart({ otherFolders: 'refuse' })
    const folder = await openSet()
    restart({ otherFolders: 'refuse' })
    expect(await started.client.call('project.open', { folder, reading: null })).toMatchObject({
      pairCount: 2,
    })
    expect(
      await failureOf(started.client.call('project.inspect', { folder: join(home, 'buckets') })),
    ).toMatch(/^unavailable/)
  })

  test('a team’s server opens no other bucket, and follows no record', async () => {
    const folder = await openSet()
    restart({ isTeam: true })
    const client = createClient(engineContract)
    const [near, far] = portPair(structuredClone)
    started.engine.connect(far, { name: 'olga', role: 'owner' })
    client.connect(near)
    expect(await failureOf(client.call('buckets.inspect', requestOf()))).toContain('opens no other bucket')
    expect(await failureOf(client.call('project.open', { folder, reading: null }))).toContain(
      'open it by that address',
    )
    const [closeTo, distant] = portPair(structuredClone)
    const reviewer = createClient(engineContract)
    started.engine.connect(distant, { name: 'rita', role: 'adjudicator' })
    reviewer.connect(closeTo)
    expect(await failureOf(reviewer.call('buckets.inspect', requestOf()))).toMatch(/^forbidden/)
  })
})
