import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { reviewStates } from '../domain/pair'
import type { Region } from '../domain/document'
import { encodeRle } from '../mask/rle'
import type { CountedRow, KnownRows } from './pair-facts'
import type { ProjectStore } from './project-store'
import { openDatabase } from './sqlite-database'
import { FILE_ONLY, foundPair, isInDatabase, openTestStore } from './testing'

const region: Region = {
  id: 'r',
  category: 'change',
  status: 'accepted',
  mask: encodeRle({ width: 2, height: 1, data: new Uint8Array(2) }),
  beforeMask: null,
  source: { kind: 'person' },
  score: null,
}

/** More than one query reads. */
const COUNT = 1100
let folder = ''
let store: ProjectStore

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-facts-'))
  store = openTestStore(folder)
  const place = { name: 'street "1"', position: 0, beforeDate: null, afterDate: null }
  store.pairs.synchronise(
    Array.from({ length: COUNT }, (_, index) => ({
      ...foundPair(`pair ${index}\n\u001e"`),
      ...(index === 0 ? { sequence: place } : {}),
    })),
  )
})
afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
})

function rows(known?: KnownRows): CountedRow[] {
  return [...store.facts.chunks(reviewStates, '', known)].flat()
}

test('rows have their keys and sequences, in order', () => {
  const read = rows()
  expect(read.map(({ key }) => key)).toEqual(store.pairs.keys())
  expect(read.slice(0, 2).map(({ sequence }) => sequence)).toEqual(['street "1"', null])
})

test('a row that has not changed is not read again; one that has is', () => {
  const known: KnownRows = new Map()
  const before = rows(known)
  expect(rows(known).every((row, index) => row === before[index])).toBe(true)
  const { id } = before[700]
  const caption = {
    id: 'c',
    text: 'Ein Haus – neu',
    rank: 0,
    source: { kind: 'person' },
    logProbability: null,
  } as const
  store.edit(id, 'event-number-1', 'New caption', [{ type: 'caption.add', caption, index: 0 }], 'ann')
  store.pairs.setSize(before[800].id, 4, 3)
  const after = rows(known)
  expect(after.flatMap((row, index) => (row === before[index] ? [] : [index]))).toEqual([700, 800])
  expect(after).toEqual(rows())
  expect(after[700].facts?.captions).toEqual([
    { text: 'Ein Haus – neu', rank: 0, isProposed: false, isOfPerson: true, isOfRejected: false },
  ])
  expect(store.facts.row(id, known)).toBe(after[700])
})

test.skipIf(isInDatabase)(
  `of an older store only documents with rejected regions are read again${FILE_ONLY}`,
  () => {
    const [kept, rejecting] = rows().map(({ id }) => id)
    store.edit(kept, 'event-number-1', 'New region', [{ type: 'region.add', region, index: 0 }], 'ann')
    const rejected = { ...region, status: 'rejected' } as const
    store.edit(
      rejecting,
      'event-number-2',
      'New region',
      [{ type: 'region.add', region: rejected, index: 0 }],
      'ann',
    )
    store.facts.setEmpty(0, COUNT)
    expect(store.facts.missing(0, COUNT)).toEqual([])
    store.close()
    const database = openDatabase(join(folder, 'project.db'))
    database.exec('PRAGMA user_version = 170')
    database.close()
    store = openTestStore(folder)
    expect(store.facts.missing(0, COUNT)).toEqual([rejecting])
  },
)

test.skipIf(isInDatabase)(
  `of an older store documents with captions of no proposal are read again${FILE_ONLY}`,
  () => {
    const [written, proposed] = rows().map(({ id }) => id)
    const caption = { id: 'c', text: 'a house is new', rank: 0, logProbability: null } as const
    for (const [pairId, source] of [
      [written, { kind: 'person' }],
      [proposed, { kind: 'proposal', proposalId: 1 }],
    ] as const) {
      const added = { type: 'caption.add', caption: { ...caption, source }, index: 0 } as const
      store.edit(pairId, `event-number-${pairId}`, 'New caption', [added], 'ann')
    }
    store.facts.setEmpty(0, COUNT)
    store.close()
    const database = openDatabase(join(folder, 'project.db'))
    // as programs of before wrote it: without the mark of persons
    database.exec(`UPDATE pair_facts SET captions = '[["a house is new",0,0]]' WHERE pair_id = ${written}`)
    database.exec('PRAGMA user_version = 180')
    database.close()
    store = openTestStore(folder)
    expect(store.facts.missing(0, COUNT)).toEqual([written])
  },
)
