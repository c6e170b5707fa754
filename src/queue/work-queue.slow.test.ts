import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { DEFAULT_NAME_SETTINGS } from '../contract/names'
import { serverPrograms, startTestServer } from '../store/postgres/testing-server'
import type { TestServer } from '../store/postgres/testing-server'
import { queueOf } from './proposal-job'
import type { ProposalJob } from './proposal-job'
import { readWorkersStatus } from './queue-status'
import { WorkerSigns } from './worker-signs'
import { readJob, WorkQueue } from './work-queue'
import type { TakenJob } from './work-queue'

const programs = serverPrograms()
const reason = programs === null ? ' [needs a PostgreSQL server of Debian, 15 or later]' : ''
let server: TestServer
let place = ''
let number = 0
let queues: WorkQueue[] = []

beforeAll(async () => {
  if (programs !== null) {
    server = await startTestServer(programs)
  }
})
afterAll(() => server?.stop())
beforeEach(() => {
  number += 1
  place = `${server?.url ?? ''}&schema=queue${number}`
})
afterEach(async () => {
  await Promise.all(queues.map((queue) => queue.close()))
  queues = []
})

async function opened(options: Parameters<typeof WorkQueue.open>[1] = {}): Promise<WorkQueue> {
  const queue = await WorkQueue.open(place, options)
  queues.push(queue)
  return queue
}

const jobOf = (pair: string, version = '1'): ProposalJob => ({
  pair,
  proposer: { name: 'difference', version, content: null, program: '1.0.0' },
  since: 0,
  folder: '/pairs',
  options: { names: DEFAULT_NAME_SETTINGS },
})
const name = queueOf(jobOf('').proposer)

/** Takes until there is one: a job that failed waits a moment. */
async function takenOne(queue: WorkQueue): Promise<TakenJob> {
  for (;;) {
    const [job] = await queue.take([name], 1)
    if (job !== undefined) {
      return job
    }
    await wait(50)
  }
}

test.skipIf(programs === null)(`a pair waits once for each proposer${reason}`, async () => {
  expect(await WorkQueue.openPresent(place)).toBeNull()
  const queue = await opened()
  expect(await queue.add([jobOf('a'), jobOf('b'), jobOf('a')])).toBe(2)
  expect(await queue.add([jobOf('b'), jobOf('b', '2')])).toBe(1)
  const other = await opened()
  const taken = [...(await queue.take([name], 1)), ...(await other.take([name], 5))]
  // those that were asked for together come in any order
  expect(new Set(taken.map((job) => readJob(job)?.pair))).toEqual(new Set(['a', 'b']))
  // one that is worked on may be asked for again: what is stored then says whether it is done
  expect(await queue.add([jobOf('a')])).toBe(1)
  await Promise.all(taken.map((job) => queue.done(job)))
  expect(await queue.open([name])).toBe(1)
})

test.skipIf(programs === null)(
  `a job that fails is tried again, and given up in the end by name${reason}`,
  async () => {
    const queue = await opened({ retries: 1 })
    await new WorkerSigns(queue).open()
    await queue.add([jobOf('a')])
    await queue.failed(await takenOne(queue), 'the disk is full')
    expect((await readWorkersStatus(queue)).failures).toEqual([])
    await queue.failed(await takenOne(queue), 'the disk is full')
    expect(await readWorkersStatus(queue)).toMatchObject({
      failures: [{ pair: 'a', proposer: 'difference', reason: 'the disk is full' }],
      jobs: [{ proposer: 'difference', version: '1', waiting: 0, failed: 1 }],
    })
    // it may be asked for again
    expect(await queue.add([jobOf('a')])).toBe(1)
    expect((await readWorkersStatus(queue)).failures).toEqual([])
  },
)

test.skipIf(programs === null)(
  `a job without a sign of life goes to another worker, and one with it stays${reason}`,
  async () => {
    const queue = await opened({ leaseSeconds: 600, isWorker: true })
    await queue.add([jobOf('a'), jobOf('b')])
    const [kept, lost] = await queue.take([name], 2)
    // both are silent, one of them for too long
    const age = (job: TakenJob, time: string): Promise<unknown> =>
      queue.ask(
        `UPDATE ${queue.schema}.job SET started_on = now() - $2::interval, retry_delay = 1 WHERE id = $1`,
        [job.id, time],
      )
    await age(kept, '5 minutes')
    await queue.renew([kept])
    await age(lost, '1 hour')
    const again = await takenOne(queue)
    const [{ silent }] = await queue.ask(
      `SELECT extract(epoch FROM now() - started_on)::int AS silent FROM ${queue.schema}.job WHERE id = $1`,
      [kept.id],
    )
    expect(silent).toBeLessThan(240)
    expect(again.id).toBe(lost.id)
    // the worker that was thought dead is not: its answer changes nothing
    await queue.done(again)
    await queue.failed(lost, 'late')
    expect(await queue.open([name])).toBe(1)
  },
)

test.skipIf(programs === null)(`a pair is tried five times more, later and later${reason}`, async () => {
  const queue = await opened()
  await queue.add([jobOf('a')])
  expect(await queue.ask(`SELECT retry_limit, retry_delay, retry_backoff FROM ${queue.schema}.job`)).toEqual([
    { retry_limit: 5, retry_delay: 1, retry_backoff: true },
  ])
})

test.skipIf(programs === null)(`workers are listed by their signs of life${reason}`, async () => {
  const queue = await opened()
  const signs = new WorkerSigns(queue)
  await Promise.all([signs.open(), new WorkerSigns(await opened()).open()])
  const { proposer } = jobOf('a')
  const tasks = ['proposals', 'training'] as const
  const worker = {
    id: 'one',
    machine: 'tower',
    pid: 7,
    provider: 'cuda',
    lanes: 4,
    proposers: [proposer],
    tasks,
  }
  await signs.sign(worker, { done: 0, failed: 0 })
  await signs.sign({ ...worker, provider: 'cpu' }, { done: 3, failed: 1 })
  expect(await signs.list()).toMatchObject([
    {
      machine: 'tower',
      pid: 7,
      provider: 'cpu',
      lanes: 4,
      proposers: ['difference'],
      tasks: ['proposals', 'training'],
      done: 3,
      isSilent: false,
    },
  ])
  await queue.ask(`UPDATE ${queue.schema}.workers SET seen_at = now() - interval '1 minute'`)
  expect(await signs.list()).toMatchObject([{ isSilent: true }])
  await signs.leave(worker)
  expect(await signs.list()).toEqual([])
})
