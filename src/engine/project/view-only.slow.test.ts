import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createClient } from '../../contract/client'
import type { Client } from '../../contract/client'
import { engineContract } from '../../contract/engine'
import type { EngineCommands, EngineEvents } from '../../contract/engine'
import { toFailure } from '../../contract/errors'
import type { Project } from '../../contract/project'
import type { Diff } from '../../domain/diff'
import { makePairFolder } from '../../images/testing'
import { noLog } from '../../process/log/log'
import { nodeProcessHost } from '../../process/process-host'
import { openDatabase } from '../../store/sqlite-database'
import { PROJECT_MIGRATIONS } from '../../store/migrations'
import { ProjectStore } from '../../store/project-store'
import { Supervisor } from '../supervisor/supervisor'

interface Program {
  client: Client<EngineCommands, EngineEvents>
  supervisor: Supervisor
  /** After it has served for so many engine processes. */
  started(count: number): Promise<void>
}

let root = ''
let folder = ''
let supervisors: Supervisor[] = []

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'deltascribe-two-'))
  folder = join(root, 'pairs')
  await makePairFolder(folder, { count: 2, width: 32, height: 32, layout: 'a-b' })
})

afterEach(() => {
  supervisors.forEach((one) => one.dispose())
  supervisors = []
  rmSync(root, { recursive: true, force: true, maxRetries: 5 })
})

/** A program with an engine in a process of its own. */
async function start(program: string): Promise<Program> {
  const home = join(root, program)
  const client = createClient(engineContract)
  let starts = 0
  const waiting: (() => void)[] = []
  const supervisor = new Supervisor({
    host: nodeProcessHost,
    version: 'test',
    program,
    log: noLog,
    userFolder: home,
    sampleFolder: home,
    modelsFolder: home,
    detectorFolder: home,
    onStarted({ openPort }) {
      starts += 1
      client.connect(openPort())
      waiting.forEach((check) => check())
    },
    onGivenUp: () => {},
  })
  supervisors.push(supervisor)
  await supervisor.start(null)
  await client.call('settings.set', { proposeAhead: false, provider: 'cpu' })
  const started = (count: number): Promise<void> =>
    new Promise((resolve) => {
      const check = (): void => (starts >= count ? resolve() : undefined)
      waiting.push(check)
      check()
    })
  return { client, supervisor, started }
}

function open({ client }: Program): Promise<Project> {
  return client.call('project.open', { folder, reading: null })
}

function noted(notes: string): Diff {
  return [{ type: 'review.set', from: { notes: '' }, to: { notes } }]
}

function edit({ client }: Program, pairId: number, notes: string): Promise<unknown> {
  const eventId = `edit-${notes}`
  return client.call('pairs.edit', { pairId, eventId, label: 'Notes', diff: noted(notes) })
}

async function refusal(asked: Promise<unknown>): Promise<{ code: string; message: string }> {
  return asked.then(
    () => ({ code: 'answered', message: '' }),
    (error: unknown) => toFailure(error),
  )
}

function changed({ client }: Program, isWanted: (project: Project) => boolean): Promise<Project> {
  return new Promise((resolve) => {
    const stop = client.on('project.changed', (project) => {
      if (project !== null && isWanted(project)) {
        stop()
        resolve(project)
      }
    })
  })
}

const [FIRST, SECOND] = [1, 2]

describe('a project that two programs open', () => {
  test('is shown by the second one, which is told who has it, and refuses what writes', async () => {
    const [first, second] = [await start('the first program'), await start('the second program')]
    expect(await open(first)).toMatchObject({ viewOnly: null })
    const shown = await open(second)
    expect(shown).toMatchObject({
      pairCount: 2,
      viewOnly: {
        hasClosed: false,
        holder: { program: 'the first program', pid: first.supervisor.enginePid() },
      },
    })
    expect(shown.viewOnly?.holder?.since).toBeGreaterThan(Date.now() - 120_000)
    expect((await second.client.call('pairs.get', { pairId: FIRST })).pair).toMatchObject({ width: 32 })
    const picture = await second.supervisor.locatePicture({ pairId: FIRST, kind: 'after' })
    expect(readFileSync(picture.path).length).toBeGreaterThan(0)
    const held = {
      code: 'held',
      message: expect.stringMatching(
        /^The first program \(process \d+ on .+, since .+\) has this project open for editing.*Close it there, then press "Open for editing"\.$/,
      ) as string,
    }
    expect(await refusal(edit(second, FIRST, 'lost'))).toEqual(held)
    expect(await refusal(second.client.call('proposals.make', { pairId: FIRST }))).toEqual(held)
    expect(await refusal(second.client.call('proposals.start', { nearPairId: null }))).toEqual(held)
    expect(await refusal(second.client.call('project.openForEditing', {}))).toEqual(held)
    const restoring = second.client.call('backups.restore', { folder, name: 'any.db' })
    expect(await refusal(restoring)).toMatchObject({ code: 'held' })
    expect((await first.client.call('pairs.get', { pairId: FIRST })).version).toBe(0)
  })

  test('is no stale picture in the second one', async () => {
    const [first, second] = [await start('the first program'), await start('the second program')]
    await open(first)
    await open(second)
    const told = new Promise<number>((resolve) => {
      second.client.on('pair.changed', ({ pairId }) => resolve(pairId))
    })
    await edit(first, SECOND, 'from the first')
    expect(await told).toBe(SECOND)
    const { document, version } = await second.client.call('pairs.get', { pairId: SECOND })
    expect([document.review.notes, version]).toEqual(['from the first', 1])
  })

  test('is taken over once the first one has closed it, and the first one looks then', async () => {
    const [first, second] = [await start('the first program'), await start('the second program')]
    await open(first)
    await edit(first, FIRST, 'from the first')
    await open(second)
    const free = changed(second, ({ viewOnly }) => viewOnly?.hasClosed === true)
    await first.client.call('project.close', {})
    await free
    expect(await refusal(edit(second, FIRST, 'too early'))).toMatchObject({
      code: 'held',
      message: expect.stringContaining('press "Open for editing" first') as string,
    })
    expect(await second.client.call('project.openForEditing', {})).toMatchObject({ viewOnly: null })
    await edit(second, SECOND, 'from the second')
    expect((await open(first)).viewOnly).toMatchObject({ holder: { program: 'the second program' } })
    const shown = await first.client.call('pairs.get', { pairId: SECOND })
    expect(shown.document.review.notes).toBe('from the second')
    expect((await first.client.call('pairs.get', { pairId: FIRST })).document.review.notes).toBe(
      'from the first',
    )
  })

  test('is free at once where the first one is killed', async () => {
    const [first, second] = [await start('the first program'), await start('the second program')]
    await open(first)
    await edit(first, FIRST, 'before the end')
    await open(second)
    const free = changed(second, ({ viewOnly }) => viewOnly?.hasClosed === true)
    first.supervisor.dispose()
    await free
    expect(await second.client.call('project.openForEditing', {})).toMatchObject({ viewOnly: null })
    await edit(second, SECOND, 'after it')
    const third = await start('the third program')
    expect((await open(third)).viewOnly).toMatchObject({ holder: { program: 'the second program' } })
    second.supervisor.dispose()
    const fourth = await start('the fourth program')
    expect(await open(fourth)).toMatchObject({ viewOnly: null })
    expect((await fourth.client.call('pairs.get', { pairId: FIRST })).document.review.notes).toBe(
      'before the end',
    )
  })

  test('stays with a program whose engine is killed and started again', async () => {
    const [first, second] = [await start('the first program'), await start('the second program')]
    await open(first)
    await open(second)
    process.kill(first.supervisor.enginePid()!, 'SIGKILL')
    await first.started(2)
    expect(await first.client.call('project.current', {})).toMatchObject({ viewOnly: null })
    await edit(first, FIRST, 'after the restart')
    expect(await refusal(second.client.call('project.openForEditing', {}))).toMatchObject({ code: 'held' })
    await expect
      .poll(async () => (await second.client.call('pairs.get', { pairId: FIRST })).document.review.notes)
      .toBe('after the restart')
  })
})

test('a store of an older program is brought up to date by nobody who only looks at it', () => {
  const path = join(root, 'older.db')
  openDatabase(path, PROJECT_MIGRATIONS.slice(0, -1)).close()
  const before = readFileSync(path)
  expect(() => new ProjectStore(path, true)).toThrow(
    /made by an older Deltascribe.*Open it for editing first/,
  )
  expect(readFileSync(path)).toEqual(before)
})
