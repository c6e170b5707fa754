import { copyFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Diff } from '../domain/diff'
import { checkStore } from './check-store'
import { PROJECT_MIGRATIONS } from './migrations'
import { ProjectStore } from './project-store'
import { openDatabase } from './sqlite-database'
import { foundPair } from './testing'

const [COUNT, EDITS] = [40, 3]
/** A store that is whole. Each test damages a copy: each edit of it is on the disk before the next one. */
let whole: string
let folder: string
let path: string
let rescue: string

beforeAll(() => {
  whole = mkdtempSync(join(tmpdir(), 'deltascribe-whole-'))
  const store = new ProjectStore(join(whole, 'project.db'))
  const keys = Array.from({ length: COUNT }, (_, index) => `p${index + 1}`)
  store.pairs.synchronise(keys.map(foundPair))
  keys.forEach((_, index) => {
    for (let edit = 0; edit < EDITS; edit += 1) {
      store.edit(index + 1, `edit-${index}-${edit}`, 'Notes', note(edit), 'ann')
    }
  })
  store.meta.set('contents', 'as found')
  store.meta.set('reading', 'a-b-folders')
  store.close()
})
afterAll(() => rmSync(whole, { recursive: true }))

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-check-'))
  path = join(folder, 'project.db')
  rescue = join(folder, 'rescued', 'project.db')
  copyFileSync(join(whole, 'project.db'), path)
})
afterEach(() => rmSync(folder, { recursive: true }))

/** About a kilobyte, so that the rows fill several pages. */
function notes(edit: number): string {
  return edit === 0 ? '' : `${edit}`.repeat(1000)
}

function note(edit: number): Diff {
  return [{ type: 'review.set', from: { notes: notes(edit) }, to: { notes: notes(edit + 1) } }]
}

function change(sql: string): void {
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
}

function notesIn(store: ProjectStore): number[] {
  return store.pairs
    .find({ states: null, search: '', hasProblem: null }, 'key')
    .map((id) => Number(store.document(store.pair(id)).review.notes[0] ?? 0))
}

test('a store that is whole has no damage, and nothing is written beside it', () => {
  const before = readFileSync(path)
  expect(checkStore(path)).toEqual({ pairCount: COUNT, rowCount: COUNT * (1 + EDITS) + 2, damages: [] })
  expect(readFileSync(path)).toEqual(before)
})

test('a row with broken JSON is named; the rescued store has all else, and that pair up to its damaged edit', () => {
  change("UPDATE events SET diff = substr(diff, 1, 20) WHERE event_id = 'edit-4-1'")
  change("UPDATE pairs SET problem = '{' WHERE id = 9")
  const before = readFileSync(path)
  expect(checkStore(path, rescue).damages).toEqual([
    'The problem of p9 is damaged.',
    'Edit 2 of p5 is damaged.',
  ])
  expect(readFileSync(path)).toEqual(before)
  const store = new ProjectStore(rescue)
  expect(notesIn(store)).toEqual(Array.from({ length: COUNT }, (_, index) => (index === 4 ? 1 : EDITS)))
  expect(store.open(5)).toMatchObject({ version: 1, undoLabel: 'Notes' })
  expect(store.pair(9).problem).toBeNull()
  expect([store.meta.get('reading'), store.meta.get('contents')]).toEqual(['a-b-folders', null])
  store.edit(5, 'edit-after', 'Notes', note(1), 'ann')
  store.close()
})

test('an edit that does not fit the schema is named, though its JSON is whole', () => {
  change(`UPDATE events SET diff = '[{"type":"region.remove"}]' WHERE event_id = 'edit-0-2'`)
  change("UPDATE events SET kind = 'other' WHERE event_id = 'edit-1-0'")
  const { damages } = checkStore(path)
  expect(damages[0]).toBe('Edit 3 of p1 is damaged.')
  expect(damages[1]).toMatch(/^Edit 1 of p2 is damaged \(/)
})

test('bytes overwritten in a page of edits cost the pairs of that page alone', () => {
  const file = readFileSync(path)
  const pageSize = file.readUInt16BE(16)
  const page = Math.floor(file.indexOf('edit-20-1editNotesann') / pageSize)
  writeFileSync(path, file.fill(0xa5, page * pageSize, (page + 1) * pageSize))
  const { damages, pairCount } = checkStore(path, rescue)
  expect(pairCount).toBe(COUNT)
  expect(damages.join(' ')).toMatch(/The file: .*events: up to \d+ rows lie on damaged pages\./)
  const store = new ProjectStore(rescue)
  const last = notesIn(store)
  expect(last.filter((edits) => edits === EDITS).length).toBeGreaterThan(COUNT / 2)
  expect(last.some((edits) => edits < EDITS)).toBe(true)
  store.close()
})

test('of a truncated file what is left is rescued', () => {
  truncateSync(path, Math.floor(readFileSync(path).length * 0.6))
  const { damages, rowCount } = checkStore(path, rescue)
  expect(damages.length).toBeGreaterThan(0)
  expect(rowCount).toBeGreaterThan(0)
  const store = new ProjectStore(rescue)
  expect(notesIn(store).length).toBe(store.pairs.counts().unreviewed)
  store.close()
})

test('a file that is no store, and a place that is taken, are refused in words', () => {
  const [junk, taken] = [join(folder, 'junk.db'), join(folder, 'taken.db')]
  writeFileSync(junk, 'x'.repeat(5000))
  expect(() => checkStore(junk)).toThrow(/junk\.db cannot be opened: file is not a database/)
  copyFileSync(path, taken)
  expect(() => checkStore(path, taken)).toThrow('taken.db is there already: name a new folder.')
})

test('a damaged proposal in a store of before version 50 stops neither its opening nor a rescue', () => {
  rmSync(path)
  openDatabase(
    path,
    PROJECT_MIGRATIONS.filter(({ version }) => version < 50),
  ).close()
  const regions = ['[{"category":"car"', '["car"]', '[{}]', '[{"category":"tree"}]']
  for (const [index, text] of regions.entries()) {
    const [id, name] = [index + 1, `p${index + 1}`]
    change(
      `INSERT INTO pairs (id, position, key, before, after, base_proposal_id) VALUES (${id}, ${id}, '${name}', 'b', 'a', ${id});
       INSERT INTO proposals
         (id, pair_id, made_at, proposer, version, provider, milliseconds, score, remarks, regions, captions)
         VALUES (${id}, ${id}, 1, 'p', '1', 'cpu', '{}', 1, '[]', '${text}', '[]')`,
    )
  }
  expect(checkStore(path, rescue).pairCount).toBe(4)
  const store = new ProjectStore(path)
  expect(store.pairs.find({ states: null, search: '', hasProblem: null, category: 'tree' }, 'key')).toEqual([
    4,
  ])
  store.close()
})
