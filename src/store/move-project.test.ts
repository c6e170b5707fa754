import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { toFailure } from '../contract/errors'
import type { Diff } from '../domain/diff'
import type { Database } from './database'
import { copyProject } from './move-project'
import { ProjectStore } from './project-store'
import { openDatabase } from './sqlite-database'
import { foundPair } from './testing'

/** They are of the people at a server, and of what is under way there: they stay where they are. */
const STAY = ['claims', 'people', 'sessions', 'sign_in_attempts']

let folder = ''
let source: Database
let target: Database

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-move-'))
  source = openDatabase(join(folder, 'from.db'))
  target = openDatabase(join(folder, 'to.db'))
  const store = new ProjectStore(source)
  store.pairs.synchronise([foundPair('a'), foundPair('b')])
  store.meta.set('reading', 'folders')
  const diff: Diff = [{ type: 'review.set', from: { notes: '' }, to: { notes: 'cracked' } }]
  store.edit(1, 'edit-0001', 'Notes', diff, 'ann')
  store.decide(2, 'flag', { eventId: 'decide-0002', reviewer: 'ann', milliseconds: 7 })
  store.nameExamples.put({ pairId: 1, regionId: 'r', word: 'crack', place: 'here' }, 'v1', Float32Array.of(1))
  const embedding = { embedding: Int8Array.of(1, -2), fingerprints: Int32Array.of(3) }
  store.embeddings.put({ pairId: 2, encoder: 'v1', files: 'sizes', ...embedding })
})
afterEach(() => {
  ;[source, target].forEach((database) => database.close())
  rmSync(folder, { recursive: true })
})

test('all tables of a project are moved, but those of the people at a server', () => {
  const all = source
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    .all() as { name: string }[]
  const moved = copyProject(source, target).map(({ table }) => table)
  expect([...moved, ...STAY].sort()).toEqual(all.map(({ name }) => name).sort())
})

test.each([
  ['meta', "UPDATE meta SET value = 'other' WHERE name = 'reading'"],
  ['pairs', 'UPDATE pairs SET width = 7 WHERE id = 2'],
  ['events', 'UPDATE events SET at = at + 1'],
  ['decisions', 'UPDATE decisions SET milliseconds = 8'],
  ['decisions', 'DELETE FROM decisions'],
  ['name_examples', "UPDATE name_examples SET word = 'leak'"],
  ['pair_embeddings', "UPDATE pair_embeddings SET embedding = x'0103'"],
])('where a row of %s is another one in the target, it says so and the target is empty: %s', (table, sql) => {
  const moving = (): unknown =>
    copyProject(source, target, (moved) => moved.table === table && target.exec(sql))
  let failure: unknown
  try {
    moving()
  } catch (error) {
    failure = error
  }
  expect(toFailure(failure)).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining(table) as string,
  })
  expect(target.prepare('SELECT id FROM pairs').all()).toEqual([])
  // what is in the way is gone, and so it can be moved again
  expect(copyProject(source, target)).toContainEqual({ table: 'pairs', rows: 2 })
})
