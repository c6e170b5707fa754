import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { reviewStates } from '../domain/pair'
import type { CountedRow, KnownRows } from './pair-facts'
import type { ProjectStore } from './project-store'
import { foundPair, openTestStore } from './testing'

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
  expect(after[700].facts?.captions).toEqual([{ text: 'Ein Haus – neu', rank: 0, isProposed: false }])
  expect(store.facts.row(id, known)).toBe(after[700])
})
