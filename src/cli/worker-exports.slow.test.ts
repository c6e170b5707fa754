import type { ChildProcess } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestBucket, withCredentials } from '../buckets/testing'
import type { TestBucket } from '../buckets/testing'
import { partialFolder } from '../dataset/export/partial-export'
import { filesIn } from '../dataset/import/testing'
import type { Job } from '../contract/work'
import { openProject } from '../engine/project/open-project'
import { startEngine } from '../engine/testing'
import type { StartedEngine } from '../engine/testing'
import { appPaths } from '../engine/user-folder'
import { makePairFolder } from '../images/testing'
import { WorkQueue } from '../queue/work-queue'
import { serverPrograms, startTestServer } from '../store/postgres/testing-server'
import type { TestServer } from '../store/postgres/testing-server'
import { addExportCommand } from './export'
import { ownFolder, runHere } from './testing'
import type { Ran } from './testing'
import { endLeases, killed, TestWorkers, until } from './testing-workers'
import { addWorkerCommand } from './worker'

const programs = serverPrograms()
/** So many that an export is seen while it is under way. */
const MANY = 80
const reason = programs === null ? ' [needs a PostgreSQL server of Debian, 15 or later]' : ''
const at = ownFolder()
let server: TestServer
let bucket: TestBucket
const workers = new TestWorkers()

beforeAll(async () => {
  bucket = await startTestBucket()
  if (programs !== null) {
    server = await startTestServer(programs)
  }
})
beforeEach(() => withCredentials())
afterEach(async () => {
  await workers.killAll()
})
afterAll(async () => {
  await server?.stop()
  await bucket.close()
})

function started(place: string, ...more: string[]): ChildProcess {
  return workers.start(place, at('tower'), ['--tasks', 'exports', ...more])
}

/** A project in the database whose pairs are accepted. */
async function accepted(place: string, count: number): Promise<string> {
  const folder = at('pairs')
  await makePairFolder(folder, { count, width: 400, height: 300, layout: 'a-b' })
  const { store, close } = await openProject(folder, null, at('home'), { database: place })
  for (const id of store.pairs.byKey.all().keys()) {
    const state = [
      {
        type: 'review.set' as const,
        from: { state: 'unreviewed' as const },
        to: { state: 'accepted' as const },
      },
    ]
    store.edit(id, `event-${id}-00`, 'Accepted', state, 'ann')
  }
  close()
  return folder
}

/** Of what a worker, or this machine, writes. */
function exported(folder: string, place: string, out: string, ...more: string[]): Promise<Ran> {
  const words = ['export', folder, '--database', place, '--format', 'a-b', '--out', out, '--json']
  return runHere(addExportCommand, ...words, ...more)
}

const isWorker = async (place: string): Promise<boolean> => {
  const { out } = await runHere(addWorkerCommand, 'worker', '--database', place, '--status')
  return out.includes(' exports ')
}

test.skipIf(programs === null)(
  `an export by workers that are killed is the same, byte for byte, as one on this machine${reason}`,
  async () => {
    const place = `${server.url}&schema=exported`
    const folder = await accepted(place, MANY)
    expect((await exported(folder, place, 'set', '--workers')).err).toContain(
      'No worker that takes exports is there',
    )
    expect(
      (await runHere(addWorkerCommand, 'worker', '--database', place, '--tasks', 'exports')).err,
    ).toContain('add --exports DIR')
    expect((await exported(folder, place, at('straight'))).code).toBe(0)

    await mkdir(at('sets'))
    const first = started(place, '--exports', at('sets'))
    await until(() => isWorker(place))
    const queue = await WorkQueue.open(place)
    const ended = exported(folder, place, 'deep/set', '--workers')
    await until(() => existsSync(partialFolder(at('sets', 'deep', 'set'))))
    await killed(first)
    await endLeases(queue)
    expect(existsSync(at('sets', 'deep', 'set'))).toBe(false)
    const second = started(place, '--exports', at('sets'))
    const ran = await ended
    expect(ran.code).toBe(0)
    expect(JSON.parse(ran.out)).toMatchObject({
      pairCount: MANY,
      out: expect.stringMatching(/^.+:.+\/sets\/deep\/set$/) as string,
    })
    expect(await filesIn(at('sets', 'deep', 'set'))).toEqual(await filesIn(at('straight')))
    expect(readdirSync(at('sets', 'deep'))).toEqual(['set'])
    expect(await queue.ask(`SELECT retry_count, retry_limit FROM ${queue.schema}.job`)).toEqual([
      { retry_count: 1, retry_limit: 20 },
    ])

    // what is there is not written over, and no path leads out of the folder
    for (const [out, code, words] of [
      ['deep/set', 1, 'has a data set already'],
      ['../other', 2, 'leads out of the folder'],
    ] as const) {
      const refused = await exported(folder, place, out, '--workers')
      expect([refused.code, refused.err]).toEqual([code, expect.stringContaining(words)])
    }
    await writeFile(at('sets', 'taken'), '')
    expect((await exported(folder, place, 'taken', '--workers')).code).not.toBe(0)
    expect(await queue.ask(`SELECT id FROM ${queue.schema}.tasks`)).toEqual([])
    await killed(second)
    await queue.close()
  },
)

test.skipIf(programs === null)(
  `a worker writes a data set to a bucket by its own credentials${reason}`,
  async () => {
    const place = `${server.url}&schema=tobucket`
    const folder = await accepted(place, 3)
    await mkdir(at('sets'))
    const reach = ['--endpoint', bucket.connection.endpoint ?? '', '--region', 'us-east-1']
    const worker = started(place, '--exports', at('sets'), ...reach)
    await until(() => isWorker(place))
    const ran = await exported(folder, place, 's3://pictures/sets/one', '--workers')
    expect(JSON.parse(ran.out)).toMatchObject({ pairCount: 3, out: 's3://pictures/sets/one' })
    const names = (await bucket.keys('sets/one/')).join()
    expect(names).toContain('README.md')
    expect(names).toContain('.deltascribe-export')
    expect(names).not.toContain('.deltascribe-partial')
    const again = await exported(folder, place, 's3://pictures/sets/one', '--workers')
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('has a data set already')])
    await killed(worker)
  },
)

test.skipIf(programs === null)(
  `an export that ends while nobody has the project open is told of when it is opened again${reason}`,
  async () => {
    const place = `${server.url}&schema=unseen`
    const folder = await accepted(place, MANY)
    await mkdir(at('sets'))
    started(place, '--exports', at('sets'))
    await until(() => isWorker(place))
    const opened = async (): Promise<StartedEngine> => {
      const { version } = appPaths()
      const engine = startEngine(at('home'), { version, database: { folder, place } })
      await engine.client.call('settings.set', { proposeAhead: false, embedPairs: false, provider: 'cpu' })
      await engine.client.call('project.open', { folder, reading: null })
      return engine
    }
    const first = await opened()
    const options = { format: 'a-b', out: 'unseen', states: ['accepted' as const] }
    await first.client.call('export.ask', options)
    await until(() => existsSync(partialFolder(at('sets', 'unseen'))))
    first.engine.dispose()
    await until(() => existsSync(at('sets', 'unseen')) && !existsSync(partialFolder(at('sets', 'unseen'))))

    const second = await opened()
    const job = async (): Promise<Job | undefined> => (await second.client.call('jobs.list', {})).at(-1)
    await until(async () => (await job())?.state === 'done')
    expect(await job()).toMatchObject({
      kind: 'export',
      exportReport: { pairCount: MANY, out: expect.stringContaining('unseen') as string },
    })
    const queue = await WorkQueue.open(place)
    await until(async () => (await queue.ask(`SELECT id FROM ${queue.schema}.tasks`)).length === 0)
    await queue.close()
    second.engine.dispose()
    const third = await opened()
    expect(await third.client.call('jobs.list', {})).toEqual([])
    third.engine.dispose()
  },
)
