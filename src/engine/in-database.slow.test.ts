import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Project } from '../contract/project'
import { makePairFolder } from '../images/testing'
import { serverPrograms, startTestServer } from '../store/postgres/testing-server'
import type { TestServer } from '../store/postgres/testing-server'
import { ProjectStore } from '../store/project-store'
import { startEngine } from './testing'
import type { StartedEngine } from './testing'

const programs = serverPrograms()
const reason = programs === null ? ' [needs a PostgreSQL server of Debian, 15 or later]' : ''
const root = mkdtempSync(join(tmpdir(), 'in-database-'))
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
  place = `${server?.url ?? ''}&schema=project${number}`
})
afterEach(() => {
  engines.forEach(({ engine }) => engine.dispose())
  engines = []
})

/** A program of its own, with the same database, before it opens anything. */
async function startOne(name: string, images = folder): Promise<StartedEngine> {
  const one = startEngine(join(root, `${name}${number}`), { database: { folder: images, place } })
  engines.push(one)
  await one.client.call('settings.set', { proposeAhead: false, provider: 'cpu', proposer: 'difference' })
  return one
}

async function started(name: string, images = folder): Promise<StartedEngine & { project: Project }> {
  const one = await startOne(name, images)
  return { ...one, project: await one.client.call('project.open', { folder: images, reading: null }) }
}

const noted = (eventId: string, from: string, to: string) => ({
  pairId: 1,
  eventId,
  label: 'Notes',
  diff: [{ type: 'review.set' as const, from: { notes: from }, to: { notes: to } }],
})

test.skipIf(programs === null)(
  `a folder whose work lies in a database is proposed for, reviewed and opened again${reason}`,
  async () => {
    const one = await started('one')
    expect(one.project).toMatchObject({ pairCount: 3, viewOnly: null, storeNotice: null })
    const ended = new Promise<void>((resolve) =>
      one.client.on('queue.changed', ({ isRunning }) => !isRunning && resolve()),
    )
    await one.client.call('proposals.start', { nearPairId: null })
    await ended
    await one.client.call('pairs.edit', noted('event-0001', '', 'cracked'))
    await one.client.call('pairs.decide', {
      pairId: 2,
      eventId: 'event-0002',
      decision: 'reject',
      milliseconds: 5,
    })
    one.engine.dispose()
    const again = await started('again')
    expect(again.project.counts).toMatchObject({ rejected: 1, unreviewed: 2 })
    const open = await again.client.call('pairs.get', { pairId: 1 })
    expect(open).toMatchObject({ version: 1, undoLabel: 'Notes', document: { review: { notes: 'cracked' } } })
    expect(open.proposal).toMatchObject({ proposer: 'difference' })
    const copy = await again.client.call('project.saveCopy', { into: root, edits: [], shown: null })
    const store = new ProjectStore(join(copy.path, '.deltascribe', 'project.db'))
    expect(store.open(1).document.review.notes).toBe('cracked')
    store.close()
  },
)

test.skipIf(programs === null)(
  `its work lies in the database however its path is spelled, and where it is a sample that ships${reason}`,
  async () => {
    const link = join(root, `link${number}`)
    symlinkSync(folder, link)
    const one = await started('one')
    await one.client.call('pairs.edit', noted('event-0001', '', 'cracked'))
    for (const path of [`${folder}/`, link]) {
      expect(await one.client.call('project.open', { folder: path, reading: null })).toMatchObject({
        isShared: true,
      })
      expect(await one.client.call('pairs.get', { pairId: 1 })).toMatchObject({ version: 1 })
    }
    one.engine.dispose()

    const options = { sampleFolder: folder, database: { folder, place } }
    const sample = startEngine(join(root, `sample${number}`), options)
    engines.push(sample)
    // as it is asked for at the start, and again by its copy when the engine is started again
    const { folder: copy } = await sample.client.call('project.open', { folder, reading: null })
    expect(copy).toBe(join(root, `sample${number}`, 'sample'))
    for (const path of [folder, copy]) {
      const project = await sample.client.call('project.open', { folder: path, reading: null })
      expect(project).toMatchObject({ folder: copy, isShared: true })
      expect(await sample.client.call('pairs.get', { pairId: 1 })).toMatchObject({ version: 1 })
    }
  },
)

test.skipIf(programs === null)(
  `two programs work on it at once, and each shows what the other does${reason}`,
  async () => {
    const [one, two] = [await started('one'), await started('two')]
    const seen = new Promise<number>((resolve) =>
      two.client.on('pair.changed', ({ pairId, version }) => version === 1 && resolve(pairId)),
    )
    await one.client.call('pairs.edit', noted('event-0001', '', 'by one'))
    expect(await seen).toBe(1)
    await two.client.call('pairs.edit', noted('event-0002', 'by one', 'by two'))
    expect(await one.client.call('pairs.get', { pairId: 1 })).toMatchObject({
      version: 2,
      document: { review: { notes: 'by two' } },
    })
    expect((await two.client.call('pairs.history', { pairId: 1 })).map(({ label }) => label)).toEqual([
      'Notes',
      'Notes',
    ])
  },
)

test.skipIf(programs === null)(
  `a program that reads the folder anew tells the others of the pairs that are there now${reason}`,
  async () => {
    const images = join(root, 'growing')
    const make = (count: number): Promise<string[]> =>
      makePairFolder(images, { count, width: 48, height: 32, layout: 'a-b' })
    await make(2)
    const [one, two] = [await started('one', images), await started('two', images)]
    const told: Project[] = []
    one.client.on('project.changed', (project) => project !== null && told.push(project))
    await one.client.call('pairs.edit', noted('event-0001', '', 'cracked'))
    const present = async (): Promise<unknown> => {
      const project = told.at(-1)
      const [{ pairCount, reviewedCount }] = await one.client.call('project.recent', {})
      return [
        project?.pairCount,
        project?.counts.unreviewed,
        project?.reading.pairCount,
        pairCount,
        reviewedCount,
      ]
    }
    await make(4)
    await two.client.call('project.open', { folder: images, reading: null })
    await expect.poll(present).toEqual([4, 4, 4, 4, 0])
    // which nobody edited: no pair of theirs is told of
    rmSync(join(images, 'A', 'pair_000003.png'))
    await two.client.call('project.open', { folder: images, reading: null })
    await expect.poll(present).toEqual([3, 3, 3, 3, 0])
  },
)

test.skipIf(programs === null)(
  `a folder whose database is away at the start is opened once that is there${reason}`,
  async () => {
    await server.kill()
    const one = await startOne('late')
    const opened = new Promise<Project | null>((resolve) => one.client.on('project.changed', resolve))
    await one.engine.openAtStart(folder)
    expect(await one.client.call('app.info', {})).toMatchObject({
      startFailure: { text: expect.stringContaining('opened as soon as it can be reached') as string },
    })
    await server.start()
    expect(await opened).toMatchObject({ folder })
    expect(await one.client.call('app.info', {})).toMatchObject({ startFailure: null })
  },
)

const typed = {
  id: 'typed',
  text: 'a typed caption',
  rank: 0,
  source: { kind: 'person' as const },
  logProbability: null,
}

test.skipIf(programs === null)(
  `a copy of what lies in a database that is away says so, or has the pair on the screen${reason}`,
  async () => {
    const { client } = await started('copied')
    const { pair, document } = await client.call('pairs.get', { pairId: 1 })
    const into = join(root, `copies${number}`)
    mkdirSync(into)
    await server.kill()
    const work = { into, edits: [], shown: null }
    await expect(client.call('project.saveCopy', work)).rejects.toThrow(/The database cannot be reached/)
    expect(readdirSync(into)).toEqual([])
    const shown = { pair, document: { ...document, captions: [typed] } }
    expect(await client.call('project.saveCopy', { ...work, shown })).toMatchObject({
      kind: 'dataset',
      pairCount: 1,
    })
    await server.start()
  },
)

test.skipIf(programs === null)(
  `two programs that propose at once store one proposal of each pair${reason}`,
  async () => {
    const both = [await started('one'), await started('two')]
    const ended = both.map(
      ({ client }) =>
        new Promise<void>((resolve) =>
          client.on('queue.changed', ({ isRunning }) => !isRunning && resolve()),
        ),
    )
    await Promise.all(both.map(({ client }) => client.call('proposals.start', { nearPairId: null })))
    await Promise.all(ended)
    for (const pairId of [1, 2, 3]) {
      const made = await both[0].client.call('proposals.list', { pairId })
      expect(made.map(({ proposer }) => proposer).sort()).toEqual(['difference', 'label'])
    }
  },
)
