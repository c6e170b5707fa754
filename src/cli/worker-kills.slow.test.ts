import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openProject } from '../engine/project/open-project'
import type { OpenProject } from '../engine/project/open-project'
import { appPaths } from '../engine/user-folder'
import { makePairFolder } from '../images/testing'
import type { WantedProposer } from '../queue/proposal-job'
import { queueOf } from '../queue/proposal-job'
import { readWorkersStatus } from '../queue/queue-status'
import { WorkerSigns } from '../queue/worker-signs'
import { WorkQueue } from '../queue/work-queue'
import { serverPrograms, startTestServer } from '../store/postgres/testing-server'
import type { TestServer } from '../store/postgres/testing-server'
import { DEFAULT_NAME_SETTINGS } from '../contract/names'
import { ownFolder } from './testing'
import { killed, TestWorkers, until } from './testing-workers'

const programs = serverPrograms()
const reason = programs === null ? ' [needs a PostgreSQL server of Debian, 15 or later]' : ''
const at = ownFolder()
let server: TestServer
const workers = new TestWorkers()

beforeAll(async () => {
  if (programs !== null) {
    server = await startTestServer(programs)
  }
})
afterEach(async () => {
  await workers.killAll()
})
afterAll(() => server?.stop())

const PAIRS = 40
/** Of both workers, twice each. */
const KILLS = 4
/** After these the database is killed too. */
const DATABASE_KILLS = new Set([1, 2])
/** Short, so that the work of a killed worker goes on soon. */
const LEASE_SECONDS = 6

const difference: WantedProposer = {
  name: 'difference',
  version: '',
  content: null,
  program: appPaths().version,
}

function started(place: string): ChildProcess {
  return workers.start(place, at('home'), ['--lanes', '2'])
}

/** Asks until it is true; a database that is away says nothing. */
const eventually = (isTrue: () => Promise<boolean>): Promise<void> =>
  until(() => isTrue().catch(() => false), String(isTrue))

async function ask(project: OpenProject, place: string, count: number): Promise<WorkQueue> {
  const queue = await WorkQueue.open(place, { leaseSeconds: LEASE_SECONDS })
  await new WorkerSigns(queue).open()
  const { folder } = project
  const jobs = [...project.store.pairs.byKey.all().values()].map(({ key, since }) => ({
    pair: key,
    proposer: difference,
    since,
    folder,
    options: { names: DEFAULT_NAME_SETTINGS },
  }))
  expect(await queue.add(jobs)).toBe(count)
  return queue
}

test.skipIf(programs === null)(
  `workers and the database are killed, and each pair has its proposal once${reason}`,
  async () => {
    const place = `${server.url}&schema=kills`
    const folder = at('pairs')
    await makePairFolder(folder, { count: PAIRS, width: 800, height: 600, layout: 'a-b' })
    const project = await openProject(folder, null, at('home'), { database: place })
    const { store } = project
    // a person is at one of the pairs already
    const edited = store.pairs.byKey.idOf('pair_000010') ?? 0
    const notes = [{ type: 'review.set' as const, from: { notes: '' }, to: { notes: 'cracked' } }]
    store.edit(edited, 'event-0001', 'Notes', notes, 'ann')
    const queue = await ask(project, place, PAIRS)
    const isUnderWay = async (least: number): Promise<boolean> => {
      const [jobs] = (await readWorkersStatus(queue)).jobs
      return jobs.active > 0 && jobs.done >= least
    }

    const running = [started(place), started(place)]
    for (let kill = 0; kill < KILLS; kill += 1) {
      await eventually(() => isUnderWay(kill * 3 + 1))
      await killed(running[kill % 2])
      if (DATABASE_KILLS.has(kill)) {
        await server.kill()
        await server.start()
      }
      running[kill % 2] = started(place)
    }
    await eventually(async () => (await queue.open([queueOf(difference)])) === 0)

    const status = await readWorkersStatus(queue)
    expect(status.failures).toEqual([])
    expect(status.jobs).toMatchObject([{ waiting: 0, active: 0, done: PAIRS, failed: 0 }])
    const [{ again }] = await queue.ask(
      `SELECT count(*)::int AS again FROM ${queue.schema}.job WHERE retry_count > 0`,
    )
    expect(again).toBeGreaterThan(0)
    const made = [...store.pairs.byKey.all().keys()].map((id) =>
      store.proposals
        .ofPair(id)
        .map(({ proposer }) => proposer)
        .sort(),
    )
    expect(made).toEqual(Array.from({ length: PAIRS }, () => ['difference', 'label']))
    expect(store.open(edited)).toMatchObject({
      version: 1,
      document: { regions: [], review: { notes: 'cracked' } },
    })
    await queue.close()
    project.close()
  },
)

test.skipIf(programs === null)(
  `a worker that is started while the database is away begins once that is back${reason}`,
  async () => {
    const place = `${server.url}&schema=away`
    const folder = at('pairs')
    await makePairFolder(folder, { count: 1, width: 80, height: 60, layout: 'a-b' })
    const project = await openProject(folder, null, at('home'), { database: place })
    await (await ask(project, place, 1)).close()
    await server.kill()
    const worker = started(place)
    // longer than it takes to start, and to be refused
    await Promise.race([once(worker, 'exit'), wait(8000)])
    expect(worker.exitCode).toBeNull()
    await server.start()
    await eventually(async () => project.store.proposals.ofPair(1).length === 2)
    project.close()
  },
)

test.skipIf(programs === null)(
  `a worker that is told to end gives back what it has, and another one goes on${reason}`,
  async () => {
    const place = `${server.url}&schema=ends`
    const folder = at('pairs')
    await makePairFolder(folder, { count: 12, width: 800, height: 600, layout: 'a-b' })
    const project = await openProject(folder, null, at('home'), { database: place })
    const queue = await ask(project, place, 12)
    const first = started(place)
    await eventually(async () => (await readWorkersStatus(queue)).jobs[0].active > 0)
    const ended = once(first, 'exit')
    first.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    const after = await readWorkersStatus(queue)
    expect([after.workers, after.jobs[0].active]).toEqual([[], 0])
    const second = started(place)
    await eventually(async () => (await queue.open([queueOf(difference)])) === 0)
    await killed(second)
    const made = [...project.store.pairs.byKey.all().keys()].map(
      (id) => project.store.proposals.ofPair(id).length,
    )
    expect(made).toEqual(Array.from({ length: 12 }, () => 2))
    await queue.close()
    project.close()
  },
)
