import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { putHangingParquet, putParquet } from '../dataset/import/apart/testing'
import { startEngine } from './testing'
import type { StartedEngine } from './testing'

let home: string
let started: StartedEngine
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'deltascribe-import-'))
  started = startEngine(join(home, 'user'))
})
afterEach(async () => {
  started.engine.dispose()
  await rm(home, { recursive: true, force: true, maxRetries: 5 })
})

test('while a data set is read without end the engine answers, and the job can be cancelled', async () => {
  const { client } = started
  await putHangingParquet(join(home, 'source/data/train-00000-of-00001.parquet'))
  const options = { source: join(home, 'source'), into: join(home, 'into'), format: null }
  const job = await client.call('import.start', options)
  await new Promise((resolve) => setTimeout(resolve, 2000))
  expect(await client.call('jobs.list', {})).toMatchObject([{ state: 'running' }])
  await client.call('jobs.cancel', { jobId: job.id })
  await expect.poll(() => client.call('jobs.list', {})).toMatchObject([{ state: 'cancelled' }])
  expect((await readdir(home)).sort()).toEqual(['source', 'user'])
})

test('a data set is imported, and the job tells how far it is', async () => {
  const { client } = started
  const told: number[] = []
  client.on('job.changed', ({ done }) => told.push(done))
  await putParquet(join(home, 'source/data/train-00000-of-00001.parquet'))
  await client.call('import.start', { source: join(home, 'source'), into: join(home, 'into'), format: null })
  await expect
    .poll(() => client.call('jobs.list', {}))
    .toMatchObject([{ state: 'done', importReport: { pairCount: 1, problems: [] } }])
  expect(told).toContain(1)
})
