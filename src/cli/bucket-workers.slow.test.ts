import { writeFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestBucket, withCredentials } from '../buckets/testing'
import type { TestBucket } from '../buckets/testing'
import type { Served } from '../engine/server/serve'
import { addPeople, serveTeam } from '../engine/testing-team'
import { serveFrom } from '../engine/testing'
import { makePairFolder } from '../images/testing'
import { serverPrograms, startTestServer } from '../store/postgres/testing-server'
import type { TestServer } from '../store/postgres/testing-server'
import { ProjectStore } from '../store/project-store'
import { imagePlaceOf } from './bucket-options'
import { addProposeCommand } from './propose'
import { ownFolder, runHere } from './testing'
import type { Ran } from './testing'
import { addWorkerCommand } from './worker'
import { addWorkersCommand } from './workers'

const programs = serverPrograms()
const reason = programs === null ? ' [needs a PostgreSQL server of Debian, 15 or later]' : ''
const at = ownFolder()
let server: TestServer
let bucket: TestBucket
let served: Served | null = null

beforeAll(async () => {
  bucket = await startTestBucket()
  if (programs !== null) {
    server = await startTestServer(programs)
  }
})
beforeEach(() => withCredentials())
afterEach(() => served?.close())
afterAll(async () => {
  await server?.stop()
  await bucket.close()
})

const reach = (): string[] => ['--endpoint', bucket.connection.endpoint ?? '', '--region', 'us-east-1']
const work = (place: string, ...more: string[]): Promise<Ran> =>
  runHere(addWorkerCommand, 'worker', '--database', place, '--provider', 'cpu', '--once', ...more)

/** Of the pairs of a bucket, by the measured difference: how many regions each pair has. */
function regionsIn(place: string): number[] {
  const store = new ProjectStore(place)
  try {
    return [...store.pairs.byKey.all()].map(([id]) => {
      const made = store.proposals.ofPair(id).find(({ proposer }) => proposer === 'difference')
      return made === undefined ? 0 : store.proposals.get(made.id)!.regions.length
    })
  } finally {
    store.close()
  }
}

/** Asks for proposals of the bucket's pairs, in a project of the database. */
async function ask(place: string): Promise<void> {
  const source = at('source')
  await makePairFolder(source, { count: 3, width: 64, height: 48, layout: 'a-b' })
  await bucket.putFolder('work/', source)
  const words = ['propose', 's3://pictures/work', ...reach(), '--database', place, '--workers']
  await runHere(addProposeCommand, ...words, '--proposer', 'difference')
}

test.skipIf(programs === null)(`a worker takes its images from the bucket${reason}`, async () => {
  const place = `${server.url}&schema=bucket`
  await ask(place)
  const worked = await work(place, '--images', 's3://pictures/work', ...reach())
  expect([worked.code, worked.out]).toEqual([0, '3 pairs done, 0 failed\n'])
  expect(regionsIn(place)).toEqual([1, 1, 1])
})

test.skipIf(programs === null)(
  `a worker takes them from the team's server, which has them from the bucket${reason}`,
  async () => {
    const place = `${server.url}&schema=server`
    await ask(place)
    await writeFile(at('page'), '')
    const { database } = await addPeople(place, { Olga: 'owner' })
    const images = await imagePlaceOf('s3://pictures/work', { endpoint: bucket.connection.endpoint ?? '' })
    served = await serveTeam(at('home'), images.folder, place, { bucket: images.bucket })
    const file = at('token')
    const words = ['workers', 'token', 'add', 'tower', '--out', file, '--database', place]
    await runHere(addWorkersCommand, ...words)
    const worked = await work(place, '--server', new URL(served.url).origin, '--token-file', file)
    expect([worked.code, worked.out]).toEqual([0, '3 pairs done, 0 failed\n'])
    expect(regionsIn(place)).toEqual([1, 1, 1])
    await database.close()
  },
)

test('a page is served the pairs of a bucket, by an engine in a process of its own', async () => {
  const source = at('source')
  await makePairFolder(source, { count: 2, width: 64, height: 48, layout: 'a-b' })
  await bucket.putFolder('page/', source)
  await writeFile(at('page'), '')
  const images = await imagePlaceOf('s3://pictures/page', { endpoint: bucket.connection.endpoint ?? '' })
  served = await serveFrom(at('home'), images.folder, [], { bucket: images.bucket })
  const address = new URL(served.url)
  const entered = await fetch(address, { redirect: 'manual' })
  const cookie = entered.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const picture = await fetch(new URL('/picture/1/before?v=0', address), { headers: { cookie } })
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
})
