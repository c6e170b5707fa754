import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTestBucket } from '../../buckets/testing'
import type { TestBucket } from '../../buckets/testing'
import { createClient } from '../../contract/client'
import { engineContract } from '../../contract/engine'
import { toFailure } from '../../contract/errors'
import { portPair } from '../../contract/port'
import type { Job } from '../../contract/work'
import type { Diff } from '../../domain/diff'
import type { ReviewState } from '../../domain/pair'
import { makePairFolder } from '../../images/testing'
import type { EngineOptions } from '../engine-options'
import type { Question } from '../supervisor/host-contract'
import { englishOf } from '../../messages/message'
import { startEngine } from '../testing'
import type { StartedEngine } from '../testing'
import { userCacheFolder } from '../user-folder'

let bucket: TestBucket
let home = ''
let pairs = ''
let started: StartedEngine
beforeAll(async () => {
  bucket = await startTestBucket()
  pairs = await mkdtemp(join(tmpdir(), 'deltascribe-pairs-'))
  await makePairFolder(pairs, { count: 3, width: 32, height: 24, layout: 'a-b' })
})
afterAll(async () => {
  await bucket.close()
  await rm(pairs, { recursive: true, maxRetries: 5 })
})
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'deltascribe-sets-'))
  vi.stubEnv('DELTASCRIBE_HOME', home)
  vi.stubEnv('XDG_CACHE_HOME', join(home, 'cache'))
  vi.stubEnv('AWS_ENDPOINT_URL_S3', bucket.connection.endpoint ?? '')
  writeFileSync(join(home, 'settings.json'), JSON.stringify({ proposeAhead: false, provider: 'cpu' }))
})
afterEach(async () => {
  started.engine.dispose()
  bucket.fault = null
  vi.unstubAllEnvs()
  await rm(home, { recursive: true, force: true, maxRetries: 5 })
})

async function openPairs(options: Partial<EngineOptions> = {}): Promise<void> {
  started = startEngine(home, options)
  await started.client.call('project.open', { folder: pairs, reading: null })
  for (const [index, { id, state }] of (await pairsThere()).entries()) {
    if (state === 'unreviewed') {
      const eventId = `accepted-${index}`
      const diff: Diff = [{ type: 'review.set', from: { state }, to: { state: 'accepted' } }]
      await started.client.call('pairs.edit', { pairId: id, eventId, label: 'Accept', diff })
    }
  }
}

async function pairsThere(): Promise<{ id: number; state: ReviewState }[]> {
  const filter = { states: null, search: '', hasProblem: null }
  const { ids } = await started.client.call('pairs.find', { filter, order: 'key' })
  return started.client.call('pairs.rows', { ids })
}

async function ended(asked: Promise<Job>): Promise<Job> {
  const { id } = await asked
  return vi.waitUntil(
    async () => {
      const jobs = await started.client.call('jobs.list', {})
      return jobs.find((job) => job.id === id && job.state !== 'running')
    },
    { timeout: 60_000 },
  )
}

const exportTo = (out: string): Promise<Job> =>
  started.client.call('export.start', { format: 'a-b', states: ['accepted'], out })

const importOf = (source: string): Promise<Job> =>
  started.client.call('import.start', { source, format: null, into: join(home, 'imported') })

async function failureOf(asked: Promise<unknown>): Promise<string> {
  return asked.then(
    () => 'answered',
    (error: unknown) => `${toFailure(error).code}: ${toFailure(error).message}`,
  )
}

/** Of data sets on this disk, on their way. */
function leftOver(): string[] {
  const folder = join(userCacheFolder(), 'bucket-data-sets')
  return existsSync(folder) ? readdirSync(folder) : []
}

test('a data set is written into a bucket, and comes back as a project', async () => {
  await openPairs()
  const job = await ended(exportTo('s3://pictures/sets/town/'))
  expect(job.failure).toBeNull()
  expect(job.exportReport).toMatchObject({ out: 's3://pictures/sets/town/', pairCount: 3 })
  const keys = await bucket.keys('sets/town/')
  expect(keys).toContain('sets/town/.deltascribe-export')
  expect(keys.filter((key) => key.includes('/A/'))).toHaveLength(3)
  expect(keys.filter((key) => key.includes('partial'))).toEqual([])
  // progress ends with the files that were sent
  expect([job.done, job.total]).toEqual([keys.length, keys.length])
  const there = await ended(exportTo('s3://pictures/sets/town'))
  expect(there.failure?.message).toContain('s3://pictures/sets/town is not empty')

  await bucket.put('sets/town/A/%2e%2e%2fout.png', 'x')
  const { importReport, failure } = await ended(importOf('s3://pictures/sets/town'))
  expect(failure).toBeNull()
  expect(importReport).toMatchObject({ source: 's3://pictures/sets/town', pairCount: 3, leftOutCount: 1 })
  const [{ file, message }] = importReport?.problems ?? []
  expect([file, englishOf(message)]).toEqual([
    'A/%2e%2e%2fout.png',
    expect.stringContaining('name reads as another path'),
  ])
  expect(await started.client.call('project.inspect', { folder: join(home, 'imported') })).toMatchObject({
    readings: expect.arrayContaining([expect.objectContaining({ pairCount: 3 })]) as unknown[],
  })
  expect(leftOver()).toEqual([])
})

test('a stopped export leaves nothing on this disk, and the next one to the same place ends it', async () => {
  await openPairs()
  const isSending = new Promise<void>((resolve) => {
    bucket.fault = (request) => {
      const isHeld = request.method === 'PUT' && request.url?.includes('/B/') === true
      if (isHeld) {
        resolve()
      }
      return isHeld
    }
  })
  const { id } = await exportTo('s3://pictures/stopped')
  await isSending
  await started.client.call('jobs.cancel', { jobId: id })
  expect((await ended(Promise.resolve({ id } as Job))).state).toBe('cancelled')
  expect(leftOver()).toEqual([])
  bucket.fault = null
  const { failure } = await ended(importOf('s3://pictures/stopped'))
  expect(failure?.message).toContain('s3://pictures/stopped is not whole')
  expect((await ended(exportTo('s3://pictures/stopped'))).failure).toBeNull()
})

test('a place that nothing was written to yet is asked about once, before any request', async () => {
  const questions: Question[] = []
  let isAllowed = false
  await openPairs({
    otherFolders: 'ask',
    chosenFolders: [pairs],
    askPerson: (question) => {
      questions.push(question)
      return Promise.resolve(isAllowed)
    },
  })
  bucket.requests.length = 0
  expect(await failureOf(exportTo('s3://pictures/asked'))).toContain('as you did not allow it')
  expect(bucket.requests).toEqual([])
  isAllowed = true
  expect((await ended(exportTo('s3://pictures/asked/one'))).failure).toBeNull()
  expect((await ended(exportTo('s3://pictures/asked/one'))).failure?.message).toContain('is not empty')
  expect(questions.map((question) => 'path' in question && question.path)).toEqual([
    's3://pictures/asked',
    's3://pictures/asked/one',
  ])
  expect(await failureOf(exportTo('s3://key:secret@pictures/asked'))).toMatch(/^invalid-input/)
})

test('over serve only places that it was started with are written to, and no place that begins alike', async () => {
  await openPairs({ otherFolders: 'refuse', chosenFolders: [pairs, home, 's3://pictures/named'] })
  expect((await ended(exportTo('s3://pictures/named/one'))).failure).toBeNull()
  for (const out of ['s3://pictures/named-too', 's3://pictures', 's3://other/named']) {
    expect(await failureOf(exportTo(out))).toMatch(/^unavailable.*--allow/)
  }
  expect((await ended(importOf('s3://pictures/named/one'))).failure).toBeNull()
})

test('a team’s server reads no data set from a bucket', async () => {
  started = startEngine(home, { isTeam: true })
  const client = createClient(engineContract)
  const [near, far] = portPair(structuredClone)
  started.engine.connect(far, { name: 'olga', role: 'owner' })
  client.connect(near)
  const options = { source: 's3://pictures/named/one', format: null, into: join(home, 'imported') }
  expect(await failureOf(client.call('import.start', options))).toContain('import it on the command line')
})
