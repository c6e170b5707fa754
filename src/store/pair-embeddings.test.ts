import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase, openToLook } from './sqlite-database'
import { PairEmbeddingTable } from './pair-embeddings'
import type { ProjectStore } from './project-store'
import { FILE_ONLY, foundPair, isInDatabase, openTestStore, WITHOUT_SEQUENCES } from './testing'

const lengths = { embedding: 4, fingerprints: 2 }
let folder = ''
let store: ProjectStore

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-embeddings-'))
  store = openTestStore(folder)
  store.pairs.synchronise(['a', 'b', 'c'].map(foundPair))
})
afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true })
})

function put(pairId: number, encoder: string, ...numbers: number[]): void {
  store.embeddings.put({
    pairId,
    encoder,
    files: `files of ${pairId}`,
    embedding: Int8Array.from(numbers),
    fingerprints: Int32Array.of(pairId, -1),
  })
}

function read(encoder: string, lastId = 0): [number, number[], number[]][] {
  return [...store.embeddings.after(lastId, encoder, lengths)].map(({ pairId, embedding, fingerprints }) => [
    pairId,
    [...embedding],
    [...fingerprints],
  ])
}

test('embeddings come back as they were stored, for one encoder', () => {
  put(1, 'v1', 1, -2, 127, -127)
  put(2, 'v2', 5, 6, 7, 8)
  expect(read('v1')).toEqual([[1, [1, -2, 127, -127], [1, -1]]])
  expect([
    store.embeddings.count('v1'),
    store.embeddings.missing('v1'),
    store.embeddings.present('v2'),
  ]).toEqual([1, [2, 3], [2]])
  expect([store.embeddings.filesOf(1, 'v1'), store.embeddings.filesOf(1, 'v2')]).toEqual(['files of 1', null])
})

test('one that stands in for another is read after all before it', () => {
  put(1, 'v1', 1, 1, 1, 1)
  put(2, 'v1', 2, 2, 2, 2)
  const [, last] = [...store.embeddings.after(0, 'v1', lengths)]
  put(2, 'v1', 3, 3, 3, 3)
  expect(read('v1', last.id)).toEqual([[2, [3, 3, 3, 3], [2, -1]]])
  expect(read('v1').map(([pairId]) => pairId)).toEqual([1, 2])
  expect(store.embeddings.count('v1')).toBe(2)
})

test('pairs that are not in this reading, or cannot be read, are not missing', () => {
  put(3, 'v1', 1, 2, 3, 4)
  store.pairs.setProblem(1, { code: 'missing', message: 'It is gone.', path: 'A/a' })
  store.pairs.synchronise(['b', 'c', 'd'].map(foundPair))
  store.pairs.setProblem(2, { code: 'missing', message: 'It is gone.', path: 'A/b' })
  const last = store.pairs.places().find(({ key }) => key === 'd')
  expect(store.embeddings.missing('v1')).toEqual([last?.id])
  store.pairs.synchronise(['d'].map(foundPair))
  expect([store.embeddings.count('v1'), store.embeddings.present('v1')]).toEqual([0, []])
})

test('rows of other lengths are passed over', () => {
  put(1, 'v1', 1, 2)
  put(2, 'v1', 1, 2, 3, 4)
  expect(read('v1').map(([pairId]) => pairId)).toEqual([2])
})

test.skipIf(isInDatabase)(`a program that only looks reads them while another one writes${FILE_ONLY}`, () => {
  put(1, 'v1', 1, 2, 3, 4)
  const database = openToLook(join(folder, 'project.db'))
  const table = new PairEmbeddingTable(database)
  expect(table.count('v1')).toBe(1)
  put(2, 'v1', 1, 2, 3, 4)
  expect(table.count('v1')).toBe(2)
  database.close()
})

test.skipIf(isInDatabase)(
  `a store of an older program gets the table, and keeps all else${FILE_ONLY}`,
  () => {
    store.close()
    const database = openDatabase(join(folder, 'project.db'))
    database.exec(
      `${WITHOUT_SEQUENCES} ALTER TABLE pairs DROP COLUMN shown_window; DROP TABLE pair_embeddings; PRAGMA user_version = 80`,
    )
    database.close()
    store = openTestStore(folder)
    expect(store.pairs.keys()).toEqual(['a', 'b', 'c'])
    put(1, 'v1', 1, 2, 3, 4)
    expect(store.embeddings.count('v1')).toBe(1)
  },
)
