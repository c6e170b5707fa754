import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { toFailure } from '../contract/errors'
import { backupNames, backupsFolder, countsOf, listBackups, makeBackup, makeBackupNow } from './backups'
import { ProjectStore } from './project-store'
import { PROJECT_MIGRATIONS } from './migrations'
import { restoreBackup } from './restore-backup'
import { openDatabase } from './sqlite-database'
import { foundPair } from './testing'
import { englishOf } from '../messages/message'

let root = ''
let path = ''
let store: ProjectStore
let count = 0

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'deltascribe-backups-'))
  path = join(root, 'project.db')
  store = new ProjectStore(path)
  store.pairs.synchronise([foundPair('p'), foundPair('q')])
})
afterEach(() => {
  store.close()
  rmSync(root, { recursive: true, maxRetries: 5 })
})

function note(notes: string, pairId = 1): void {
  count += 1
  const { notes: from } = store.open(pairId).document.review
  const diff = [{ type: 'review.set', from: { notes: from }, to: { notes } }] as const
  store.edit(pairId, `event-${count}`, 'Notes', [...diff], '')
}

function codeOf(work: () => unknown): string {
  try {
    work()
    return 'answered'
  } catch (error) {
    return toFailure(error).code
  }
}

function reopen(): void {
  store = new ProjectStore(path)
}

test('what a store holds are pairs, and no blind reviews of them', () => {
  note('mine')
  store.setOverlap([2], 2)
  note('by Ann', store.ownReview(2, 'Ann'))
  expect(countsOf(path)).toEqual({ pairCount: 2, reviewedCount: 0, editCount: 1 })
})

test('a store of an older program, which knows no blind reviews, is counted too', () => {
  const older = join(root, 'older.db')
  openDatabase(older, PROJECT_MIGRATIONS.slice(0, 1)).close()
  expect(countsOf(older)).toEqual({ pairCount: 0, reviewedCount: 0, editCount: 0 })
})

test('a backup of an open store holds what was stored until then, and nothing waits for it', async () => {
  note('before')
  const made = makeBackup(path, 'day')
  note('meanwhile')
  const name = await made
  expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-day\.db$/)
  store.decide(1, 'flag', { eventId: 'flagged', reviewer: null, milliseconds: 1 })
  const [listed] = listBackups(path)
  expect(listed).toMatchObject({ name, reason: 'day', problem: null })
  expect(listed.counts).toMatchObject({ pairCount: 2, reviewedCount: 0 })
  expect(listed.counts?.editCount).toBeLessThan(3)
  expect(countsOf(path)).toEqual({ pairCount: 2, reviewedCount: 1, editCount: 3 })
  expect(readdirSync(backupsFolder(path))).toEqual([name])
})

test('seven are kept, and the oldest goes first', async () => {
  mkdirSync(backupsFolder(path))
  for (let day = 1; day <= 9; day += 1) {
    writeFileSync(join(backupsFolder(path), `2026-01-0${day}T10-00-00.000Z-day.db`), '')
  }
  writeFileSync(join(backupsFolder(path), 'mine.db'), 'not ours')
  const name = await makeBackup(path, 'day')
  expect(backupNames(path).map((one) => one.name)).toEqual([
    name,
    ...[9, 8, 7, 6, 5, 4].map((day) => `2026-01-0${day}T10-00-00.000Z-day.db`),
  ])
  expect(existsSync(join(backupsFolder(path), 'mine.db'))).toBe(true)
})

test('restoring puts the store aside as a backup first, so that it can be undone', async () => {
  note('monday')
  const monday = await makeBackup(path, 'day')
  note('tuesday')
  store.close()
  const aside = restoreBackup(path, monday)
  reopen()
  expect(store.open(1).document.review.notes).toBe('monday')
  note('other')
  store.close()
  restoreBackup(path, aside)
  reopen()
  expect(store.open(1).document.review.notes).toBe('tuesday')
  expect(backupNames(path).map(({ reason }) => reason)).toEqual(['restore', 'restore', 'day'])
})

test('a store that is damaged throughout is kept as the bytes that it has, and restored over', async () => {
  note('whole')
  const name = await makeBackup(path, 'day')
  store.close()
  writeFileSync(path, 'no database at all')
  const aside = restoreBackup(path, name)
  reopen()
  expect(store.open(1).document.review.notes).toBe('whole')
  const listed = listBackups(path).find((one) => one.name === aside)
  expect(listed).toMatchObject({ counts: null, bytes: 18 })
  expect(englishOf(listed?.problem ?? '')).toMatch(/^It cannot be read: /)
})

test('a damaged backup, and a name that is a path, change nothing', async () => {
  note('present')
  const name = await makeBackup(path, 'day')
  truncateSync(join(backupsFolder(path), name), 6000)
  store.close()
  for (const [given, code] of [
    [name, 'unavailable'],
    ['../project.db', 'not-found'],
    ['2026-01-01T10-00-00.000Z-day.db', 'not-found'],
  ]) {
    expect(codeOf(() => restoreBackup(path, given))).toBe(code)
  }
  reopen()
  expect(store.open(1).document.review.notes).toBe('present')
  expect(backupNames(path)).toHaveLength(1)
})

test('where the folder of backups cannot be made, that is said and nothing is left', async () => {
  writeFileSync(backupsFolder(path), '')
  await expect(makeBackup(path, 'day')).rejects.toThrow(/EEXIST|ENOTDIR/)
  expect(() => makeBackupNow(path, 'migration')).toThrow(/EEXIST|ENOTDIR/)
  note('work goes on')
  expect(store.open(1).document.review.notes).toBe('work goes on')
})
