import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PairFilter } from '../contract/project'
import { checkStore } from './check-store'
import { openDatabase } from './sqlite-database'
import { PROJECT_MIGRATIONS } from './migrations'
import { ProjectStore } from './project-store'
import type { FoundPair } from './put-aside'
import { FILE_ONLY, foundPair, isInDatabase, openTestStore } from './testing'

let folder = ''
let store: ProjectStore

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-store-sequences-'))
  store = openTestStore(folder)
})
afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true })
})

const EVERYTHING: PairFilter = { states: null, search: '', hasProblem: null }

function dated(name: string, position: number, from = position - 1): FoundPair {
  const [beforeDate, afterDate] = [String(2019 + from), String(2019 + position)]
  const key = `${name}/${beforeDate}..${afterDate}`
  const place = { name, position, beforeDate, afterDate }
  return {
    ...foundPair(key),
    before: `${beforeDate}/${name}.png`,
    after: `${afterDate}/${name}.png`,
    sequence: place,
  }
}

function idOf(key: string): number {
  return store.pairs.places().find((place) => place.key === key)!.id
}

function keysBy(order: 'sequence' | 'key', filter: Partial<PairFilter> = {}): string[] {
  const ids = store.pairs.find({ ...EVERYTHING, ...filter }, order)
  return store.pairs.rows(ids).map(({ key }) => key)
}

describe('pairs of sequences', () => {
  beforeEach(() => {
    store.pairs.synchronise([
      dated('b10', 1),
      dated('b10', 2),
      foundPair('alone'),
      dated('b9', 2),
      dated('b9', 1),
    ])
  })

  test('know their place, also in rows', () => {
    const place = { name: 'b9', position: 2, beforeDate: '2020', afterDate: '2021' }
    const id = idOf('b9/2020..2021')
    expect(store.pair(id).sequence).toEqual(place)
    expect(store.pairs.rows([id])[0].sequence).toEqual(place)
    expect(store.pair(idOf('alone')).sequence).toBeNull()
  })

  test('lie together by date, names with numbers in their order, and those of no sequence last', () => {
    expect(keysBy('sequence')).toEqual([
      'b9/2019..2020',
      'b9/2020..2021',
      'b10/2019..2020',
      'b10/2020..2021',
      'alone',
    ])
    expect(store.pairs.groups(EVERYTHING)).toEqual([
      { sequence: 'b9', start: 0 },
      { sequence: 'b10', start: 2 },
      { sequence: null, start: 4 },
    ])
  })

  test('are filtered by sequence, and groups count what the filter leaves', () => {
    expect(keysBy('sequence', { sequence: 'b10' })).toEqual(['b10/2019..2020', 'b10/2020..2021'])
    expect(keysBy('key', { sequence: 'B10' })).toEqual([])
    expect(store.pairs.groups({ ...EVERYTHING, search: '2020..2021' })).toEqual([
      { sequence: 'b9', start: 0 },
      { sequence: 'b10', start: 1 },
    ])
  })

  test('are counted by sequence', () => {
    decide('b10/2019..2020')
    expect(store.pairs.sequences.list()).toEqual([
      { name: 'b9', pairCount: 2, reviewedCount: 0 },
      { name: 'b10', pairCount: 2, reviewedCount: 1 },
    ])
    expect(store.pairs.sequences.workedKeys()).toEqual(new Set(['b10/2019..2020']))
  })

  test('have a next pair that shares a frame', () => {
    const next = (key: string): number | null => store.pairs.sequences.next(store.pair(idOf(key)))
    expect(next('b9/2019..2020')).toBe(idOf('b9/2020..2021'))
    expect(next('b9/2020..2021')).toBeNull()
    expect(next('alone')).toBeNull()
  })

  test('leave their sequence where the folder has none any more', () => {
    store.pairs.synchronise([{ ...dated('b9', 1), sequence: undefined } as unknown as FoundPair])
    expect(store.pair(idOf('b9/2019..2020')).sequence).toBeNull()
    expect(store.pairs.sequences.list()).toEqual([])
  })
})

test('where each date is paired with the first, the next pair begins with the same frame', () => {
  store.pairs.synchronise([dated('a', 1), dated('a', 2, 0), dated('a', 3, 0)])
  expect(store.pairs.sequences.next(store.pair(idOf('a/2019..2021')))).toBe(idOf('a/2019..2022'))
})

test.skipIf(isInDatabase)(`100,000 pairs are ordered, and counted, by the index alone${FILE_ONLY}`, () => {
  const database = openDatabase(join(folder, 'project.db'))
  const planOf = (sql: string): string =>
    (database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[])
      .map(({ detail }) => detail)
      .join('\n')
  for (const sql of [
    'SELECT id FROM pairs WHERE position IS NOT NULL ORDER BY sequence_sort, sequence, sequence_position, position',
    `SELECT sequence, count(*), count(*) FILTER (WHERE state <> 'unreviewed') FROM pairs
       WHERE position IS NOT NULL AND sequence IS NOT NULL
       GROUP BY sequence_sort, sequence ORDER BY sequence_sort, sequence`,
  ]) {
    expect(planOf(sql)).toContain('COVERING INDEX pairs_by_sequence')
    expect(planOf(sql)).not.toContain('TEMP B-TREE')
  }
  database.close()
})

test.skipIf(isInDatabase)(`a store of an earlier version has no sequences, and is whole${FILE_ONLY}`, () => {
  const path = join(folder, 'older.db')
  const older = openDatabase(
    path,
    PROJECT_MIGRATIONS.filter(({ version }) => version <= 100),
  )
  older.exec(`INSERT INTO pairs (key, before, after, position) VALUES ('a', 'A/a.png', 'B/a.png', 0)`)
  older.close()
  const opened = new ProjectStore(path)
  expect(opened.pair(1).sequence).toBeNull()
  expect(opened.pairs.find(EVERYTHING, 'sequence')).toEqual([1])
  opened.close()
  expect(checkStore(path).damages).toEqual([])
})

function decide(key: string): void {
  store.decide(idOf(key), 'reject', { eventId: `reject ${key}`, reviewer: null, milliseconds: 0 })
}
