import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ProjectStore, STORE_NAME } from '../../store/project-store'
import { storeFolderFor } from './store-location'
import { StoreError } from '../../store/store-error'
import { englishOf } from '../../messages/message'

const no = (): boolean => false
let root = ''
let folder = ''
let beside = ''
let home = ''

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'deltascribe-place-'))
  folder = join(root, 'pairs')
  beside = join(folder, '.deltascribe')
  home = join(root, 'home')
  mkdirSync(beside, { recursive: true })
})

afterEach(() => rmSync(root, { recursive: true }))

/** A store with one flagged pair, left open so that its edits are in the write-ahead log. */
function begin(path: string): ProjectStore {
  const store = new ProjectStore(join(path, STORE_NAME))
  store.pairs.synchronise([
    { key: 'p', split: null, before: 'A/p.png', after: 'B/p.png', label: null, caption: null },
  ])
  store.decide(1, 'flag', { eventId: 'event-001', reviewer: null, milliseconds: 0 })
  return store
}

function flagged(path: string): number | undefined {
  const store = new ProjectStore(join(path, STORE_NAME))
  const { flagged: count } = store.pairs.counts()
  store.close()
  return count
}

test('P1: a folder that cannot be written any more goes on with a copy of its work', () => {
  const store = begin(beside)
  const { path, notice } = storeFolderFor(folder, home, no)
  store.close()
  expect(path).toContain(home)
  expect(englishOf(notice ?? '')).toContain(beside)
  expect(readdirSync(path)).toEqual([STORE_NAME])
  expect(flagged(path)).toBe(1)
  expect(storeFolderFor(folder, home, no)).toMatchObject({
    path,
    notice: { id: 'store.keptInOther', values: { other: beside } },
  })
})

test('P2: the copy holds the newest edits where the store itself cannot be opened in its folder', () => {
  const live = join(root, 'live')
  mkdirSync(live)
  const store = begin(live)
  for (const name of [STORE_NAME, `${STORE_NAME}-wal`]) {
    copyFileSync(join(live, name), join(beside, name))
  }
  store.close()
  // SQLite cannot make its index of the log
  mkdirSync(join(beside, `${STORE_NAME}-shm`))
  expect(flagged(storeFolderFor(folder, home, no).path)).toBe(1)
})

test('P3: work that cannot be copied is said, and nothing begins anew in its place', () => {
  writeFileSync(join(beside, STORE_NAME), 'x'.repeat(5000))
  expect(() => storeFolderFor(folder, home, no)).toThrow(StoreError)
  expect(() => storeFolderFor(folder, home, no)).toThrow('could not be copied')
})

test('P4: where both places hold work, the one that is not shown is named', () => {
  begin(beside).close()
  const { path: away } = storeFolderFor(folder, home, no)
  expect(existsSync(join(away, STORE_NAME))).toBe(true)
  expect(storeFolderFor(folder, home)).toMatchObject({
    path: beside,
    notice: { id: 'store.otherWork', values: { path: away } },
  })
})
