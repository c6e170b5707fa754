import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SeenClaim } from '../contract/claims'
import { makePairFolder } from '../images/testing'
import { serverPrograms, startTestServer } from '../store/postgres/testing-server'
import type { TestServer } from '../store/postgres/testing-server'
import { startEngine } from './testing'
import type { StartedEngine } from './testing'

const programs = serverPrograms()
const reason = programs === null ? ' [needs a PostgreSQL server of Debian, 15 or later]' : ''
const root = mkdtempSync(join(tmpdir(), 'claims-'))
const folder = join(root, 'pairs')
let server: TestServer
let place = ''
let engines: StartedEngine[] = []

beforeAll(async () => {
  if (programs !== null) {
    server = await startTestServer(programs)
  }
  await makePairFolder(folder, { count: 3, width: 48, height: 32, layout: 'a-b' })
})
afterAll(async () => {
  await server?.stop()
  rmSync(root, { recursive: true, force: true, maxRetries: 5 })
})

let number = 0
beforeEach(() => {
  number += 1
  place = `${server?.url ?? ''}&schema=claims${number}`
})
afterEach(() => {
  engines.forEach(({ engine }) => engine.dispose())
  engines = []
})

/** A program of its own, with the same database. */
async function started(reviewer: string, database: { folder: string; place: string } | undefined) {
  const options = database === undefined ? {} : { database }
  const one = startEngine(join(root, `${reviewer}${number}`), options)
  engines.push(one)
  await one.client.call('settings.set', {
    proposeAhead: false,
    provider: 'cpu',
    proposer: 'difference',
    reviewer,
  })
  return { ...one, project: await one.client.call('project.open', { folder, reading: null }) }
}

/** Resolves when the program tells its page of these claims. */
function told({ client }: StartedEngine, isWanted: (claims: SeenClaim[]) => boolean): Promise<SeenClaim[]> {
  return new Promise((resolve) =>
    client.on('claims.changed', (claims) => isWanted(claims) && resolve(claims)),
  )
}

const noted = (eventId: string, to: string) => ({
  pairId: 1,
  eventId,
  label: 'Notes edited',
  diff: [{ type: 'review.set' as const, from: { notes: '' }, to: { notes: to } }],
  madeOn: { version: 0, ownEdits: [] },
})

const [page, otherPage] = ['page-of-ann', 'page-of-bo']

test.skipIf(programs === null)(
  `each program tells who is at which pair, and the next pair is a free one${reason}`,
  async () => {
    const database = { folder, place }
    const [ann, bo] = [await started('Ann', database), await started('Bo', database)]
    expect(ann.project.isShared).toBe(true)
    const seen = told(bo, (claims) => claims.length === 1)
    expect(await ann.client.call('claims.take', { pairId: 1, holder: page })).toMatchObject({ name: 'Ann' })
    expect(await seen).toEqual([{ pairId: 1, holder: page, name: 'Ann' }])
    // opened by another: who has it is answered, and nothing changes
    expect(await bo.client.call('claims.take', { pairId: 1, holder: otherPage })).toMatchObject({
      name: 'Ann',
    })
    expect(await bo.client.call('claims.takeFirst', { pairIds: [1, 2, 3], holder: otherPage })).toEqual({
      pairId: 2,
    })
    const lost = told(ann, (claims) => claims.some(({ pairId, name }) => pairId === 1 && name === 'Bo'))
    await bo.client.call('claims.take', { pairId: 1, holder: otherPage, isForced: true })
    expect(await lost).toEqual([{ pairId: 1, holder: otherPage, name: 'Bo' }])
    const free = told(ann, (claims) => claims.length === 0)
    await bo.client.call('claims.release', { holder: otherPage })
    expect(await free).toEqual([])
    // as an engine that was started anew does for a page that had its pair from the one before
    const taken = told(bo, (claims) => claims.length === 1)
    await ann.client.call('claims.take', { pairId: 3, holder: page })
    await taken
    await bo.client.call('claims.release', { holder: page })
    expect(await bo.client.call('claims.list', {})).toEqual([])
  },
)

test.skipIf(programs === null)(
  `a program that is closed gives its claims up, and one whose server is away says so${reason}`,
  async () => {
    const database = { folder, place }
    const [ann, bo] = [await started('Ann', database), await started('Bo', database)]
    await ann.client.call('claims.take', { pairId: 1, holder: page })
    await bo.client.call('claims.take', { pairId: 2, holder: otherPage })
    const gone = told(bo, (claims) => claims.length === 1)
    ann.engine.dispose()
    expect(await gone).toMatchObject([{ pairId: 2 }])
    await server.kill()
    await expect(bo.client.call('claims.list', {})).rejects.toMatchObject({
      failure: { code: 'unavailable' },
    })
    await server.start()
    expect(await bo.client.call('claims.list', {})).toMatchObject([{ pairId: 2, name: 'Bo' }])
  },
)

test.skipIf(programs === null)(
  `an edit on an older version is refused where another touched the same, with who and when${reason}`,
  async () => {
    const database = { folder, place }
    const [ann, bo] = [await started('Ann', database), await started('Bo', database)]
    await ann.client.call('pairs.edit', noted('event-of-ann', 'by Ann'))
    await expect(bo.client.call('pairs.edit', noted('event-of-bo', 'by Bo'))).rejects.toMatchObject({
      failure: { code: 'stale', others: [{ actor: 'Ann', label: 'Notes edited' }] },
    })
    expect(await bo.client.call('pairs.get', { pairId: 1 })).toMatchObject({
      version: 1,
      document: { review: { notes: 'by Ann' } },
    })
    // what is sent again counts once, though others changed it since
    await bo.client.call('pairs.edit', {
      ...noted('event-of-bo', 'by Bo'),
      madeOn: { version: 1, ownEdits: [] },
    })
    expect(await ann.client.call('pairs.edit', noted('event-of-ann', 'by Ann'))).toMatchObject({
      version: 2,
    })
  },
)

test('a project in a file has no claims, and says so without asking its store', async () => {
  const alone = await started('Ann', undefined)
  expect(alone.project.isShared).toBe(false)
  expect(await alone.client.call('claims.take', { pairId: 1, holder: page })).toBeNull()
  expect(await alone.client.call('claims.takeFirst', { pairIds: [2, 3], holder: page })).toEqual({
    pairId: 2,
  })
  expect(await alone.client.call('claims.list', {})).toEqual([])
})
