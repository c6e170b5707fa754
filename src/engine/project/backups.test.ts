import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { BackupList } from '../../contract/copies'
import { toFailure } from '../../contract/errors'
import { makePairFolder } from '../../images/testing'
import { openDatabase } from '../../store/sqlite-database'
import { PROJECT_MIGRATIONS } from '../../store/migrations'
import { holdProject } from '../../store/project-hold'
import { startEngine } from '../testing'
import type { StartedEngine } from '../testing'
import { englishOf } from '../../messages/message'

let [home, folder] = ['', '']
let engine: StartedEngine['engine']
let client: StartedEngine['client']
let count = 0

beforeEach(async () => {
  ;[home, folder] = ['home', 'pairs'].map((name) => mkdtempSync(join(tmpdir(), `deltascribe-${name}-`)))
  await makePairFolder(folder, { count: 2, width: 32, height: 32, layout: 'a-b' })
  ;({ engine, client } = startEngine(home))
  await client.call('settings.set', { proposeAhead: false, provider: 'cpu' })
})

afterEach(() => {
  engine.dispose()
  for (const made of [home, folder]) {
    rmSync(made, { recursive: true, force: true, maxRetries: 5 })
  }
})

const open = (): Promise<unknown> => client.call('project.open', { folder, reading: null })
const list = (): Promise<BackupList> => client.call('backups.list', { folder })
const ours = (name: string): string => join(folder, '.deltascribe', name)

async function note(notes: string): Promise<void> {
  count += 1
  const from = await notesOf()
  await client.call('pairs.edit', {
    pairId: 1,
    eventId: `event-id-${count}`,
    label: 'Notes',
    diff: [{ type: 'review.set', from: { notes: from }, to: { notes } }],
  })
}

async function notesOf(): Promise<string> {
  return (await client.call('pairs.get', { pairId: 1 })).document.review.notes
}

async function codeOf(asked: Promise<unknown>): Promise<string> {
  return asked.then(
    () => 'answered',
    (error: unknown) => toFailure(error).code,
  )
}

test('the first edit of a day makes a backup, which is listed with what it holds and restored, and back again', async () => {
  await open()
  expect(await list()).toMatchObject({ backups: [], present: { pairCount: 2, editCount: 0 } })
  await note('first')
  await expect.poll(async () => (await list()).backups.length).toBe(1)
  await note('second')
  const { backups, present } = await list()
  expect(backups).toMatchObject([{ reason: 'day', problem: null, counts: { pairCount: 2 } }])
  expect(present).toEqual({ pairCount: 2, reviewedCount: 0, editCount: 2 })
  expect(await client.call('backups.restore', { folder, name: backups[0].name })).toMatchObject({
    folder,
    viewOnly: null,
  })
  expect(await notesOf()).toBe('first')
  const [aside] = (await list()).backups
  expect(aside).toMatchObject({ reason: 'restore', counts: { editCount: 2 } })
  await client.call('backups.restore', { folder, name: aside.name })
  expect(await notesOf()).toBe('second')
})

test('a store of an older program is copied before it is brought up to date', async () => {
  mkdirSync(ours(''), { recursive: true })
  openDatabase(ours('project.db'), PROJECT_MIGRATIONS.slice(0, -1)).close()
  await open()
  expect((await list()).backups).toMatchObject([{ reason: 'migration', problem: null }])
})

test('where no backup can be made the user is told, and the work goes on', async () => {
  const told = new Promise<string>((resolve) =>
    client.on('notice', ({ message }) => resolve(englishOf(message))),
  )
  await open()
  writeFileSync(ours('backups'), '')
  await note('stored')
  expect(await told).toMatch(/^Today's backup of this project could not be made: .*Your work goes on\.$/)
  await note('stored too')
  expect(await notesOf()).toBe('stored too')
})

test('a project that cannot be opened any more is restored', async () => {
  await open()
  await note('safe')
  await expect.poll(async () => (await list()).backups.length).toBe(1)
  await client.call('project.close', {})
  writeFileSync(ours('project.db'), 'no database')
  rmSync(ours('project.db-wal'), { force: true })
  expect(await codeOf(open())).toBe('folder-unreadable')
  const { backups, present } = await list()
  expect(present).toBeNull()
  await client.call('backups.restore', { folder, name: backups[0].name })
  expect(await notesOf()).toBe('safe')
})

test('nothing is restored under a program that edits it, or where there was no work', async () => {
  expect(await codeOf(list())).toBe('not-found')
  await open()
  await note('mine')
  await expect.poll(async () => (await list()).backups.length).toBe(1)
  const [{ name }] = (await list()).backups
  expect(await codeOf(client.call('backups.restore', { folder, name: 'no-such' }))).toBe('not-found')
  expect(await notesOf()).toBe('mine')
  await client.call('project.close', {})
  const hold = holdProject(ours(''), 'this test')
  hold.release()
  expect(existsSync(ours('backups'))).toBe(true)
  expect(await codeOf(client.call('backups.restore', { folder, name }))).toBe('answered')
})
