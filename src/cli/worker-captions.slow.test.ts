import type { ChildProcess } from 'node:child_process'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { serveChat } from '../connector/testing'
import type { ChatServer } from '../connector/testing'
import { makePairFolder } from '../images/testing'
import { readWorkersStatus } from '../queue/queue-status'
import { WorkQueue } from '../queue/work-queue'
import { serverPrograms, startTestServer } from '../store/postgres/testing-server'
import type { TestServer } from '../store/postgres/testing-server'
import { ProjectStore } from '../store/project-store'
import { addCaptionCommand } from './caption'
import { addProposeCommand } from './propose'
import { ownFolder, runHere } from './testing'
import type { Ran } from './testing'
import { endLeases, killed, TestWorkers, until } from './testing-workers'
import { addWorkerCommand } from './worker'

const programs = serverPrograms()
const reason = programs === null ? ' [needs a PostgreSQL server of Debian, 15 or later]' : ''
const KEY = 'sk-of-the-worker'
const at = ownFolder()
let server: TestServer
let chat: ChatServer
const workers = new TestWorkers()

beforeAll(async () => {
  if (programs !== null) {
    server = await startTestServer(programs)
  }
})
beforeEach(async () => {
  chat = await serveChat({ key: KEY })
})
afterEach(async () => {
  await workers.killAll()
  chat.close()
})
afterAll(() => server?.stop())

function started(place: string, key: string): ChildProcess {
  const reach = ['--captions', chat.address, '--caption-model', 'seer']
  return workers.start(place, at('tower'), ['--tasks', 'captions', ...reach], {
    DELTASCRIBE_CAPTION_KEY: key,
  })
}

/** Captions by the model, by key of the pair. */
function captionsIn(place: string): Record<string, string[]> {
  const store = new ProjectStore(place)
  try {
    const all = [...store.pairs.byKey.all()].map(([id, { key }]): [string, string[]] => {
      const { captions } = store.document(store.pair(id))
      return [key, captions.filter(({ source }) => source.kind === 'model').map(({ text }) => text)]
    })
    return Object.fromEntries(all.toSorted(([one], [other]) => one.localeCompare(other)))
  } finally {
    store.close()
  }
}

const status = async (place: string): Promise<string> =>
  (await runHere(addWorkerCommand, 'worker', '--database', place, '--status')).out

/** Whether so many captions by the model were made, and none is left. */
async function isDone(queue: WorkQueue, count: number): Promise<boolean> {
  const jobs = (await readWorkersStatus(queue)).jobs.find(({ proposer }) => proposer === 'seer')
  return jobs?.done === count && jobs.waiting + jobs.active === 0
}

test.skipIf(programs === null)(
  `workers ask their own server for captions; one is killed, and each pair has its caption once${reason}`,
  async () => {
    const place = `${server.url}&schema=captions`
    const folder = at('pairs')
    await makePairFolder(folder, { count: 5, width: 64, height: 48, layout: 'a-b' })
    const difference = ['--proposer', 'difference', '--provider', 'cpu', '--limit', '4']
    await runHere(addProposeCommand, 'propose', folder, '--database', place, ...difference)
    const ask = (...more: string[]): Promise<Ran> => {
      const words = ['caption', folder, '--database', place, '--workers', '--endpoint', chat.address]
      return runHere(addCaptionCommand, ...words, '--model', 'seer', ...more)
    }
    expect((await ask()).err).toContain('No worker that takes captions is there')
    const lacking = ['worker', '--database', place, '--tasks', 'captions']
    expect((await runHere(addWorkerCommand, ...lacking)).err).toContain('add --captions URL')

    const letGo = chat.hold()
    const first = started(place, KEY)
    await until(async () => (await status(place)).includes(' captions '))
    // another model is no work of these workers
    expect((await ask('--model', 'other')).out).toContain('4 captions were asked for by other at')
    const asked = await ask()
    expect([asked.code, asked.out]).toEqual([0, `4 captions were asked for by seer at ${chat.address}\n`])
    expect(asked.err).toContain('1 pairs have no proposal yet')
    const queue = await WorkQueue.open(place)
    const questions = (): number => chat.requests.filter((one) => one.startsWith('POST')).length
    await until(() => questions() > 0)
    await killed(first)
    await endLeases(queue)
    letGo()
    const second = started(place, KEY)
    await until(() => isDone(queue, 4))
    const made = captionsIn(place)
    expect(Object.values(made).map(({ length }) => length)).toEqual([1, 1, 1, 1, 0])
    // asked for again: they have their answer
    const before = questions()
    await ask()
    await until(() => isDone(queue, 8))
    expect([captionsIn(place), questions()]).toEqual([made, before])
    const [{ keys }] = await queue.ask(
      `SELECT count(*)::int AS keys FROM ${queue.schema}.job WHERE data::text LIKE '%${KEY}%'`,
    )
    expect(keys).toBe(0)
    const { jobs } = await readWorkersStatus(queue)
    expect(jobs).toContainEqual(
      expect.objectContaining({ proposer: 'other', waiting: 4, done: 0, failed: 0 }),
    )
    await killed(second)
    await queue.close()
  },
)

test.skipIf(programs === null)(`a worker whose key is refused says so, by pair${reason}`, async () => {
  const place = `${server.url}&schema=refused`
  const folder = at('pairs')
  await makePairFolder(folder, { count: 1, width: 64, height: 48, layout: 'a-b' })
  const difference = ['--proposer', 'difference', '--provider', 'cpu']
  await runHere(addProposeCommand, 'propose', folder, '--database', place, ...difference)
  const worker = started(place, 'sk-another')
  await until(async () => (await status(place)).includes(' captions '))
  const words = ['caption', folder, '--database', place, '--workers', '--endpoint', chat.address]
  await runHere(addCaptionCommand, ...words, '--model', 'seer')
  const queue = await WorkQueue.open(place)
  await queue.ask(`UPDATE ${queue.schema}.job SET retry_limit = 0`)
  await until(async () => (await status(place)).includes('has no'))
  const told = await status(place)
  expect(told).toMatch(/pair_000000 has no answer of seer: .*wants another API key/)
  expect(told).not.toContain('sk-another')
  await killed(worker)
  await queue.close()
})
