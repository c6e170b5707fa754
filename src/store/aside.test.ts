import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ProjectStore } from './project-store'
import { foundPair, openTestDatabase, openTestStore } from './testing'

let folder = ''
let store: ProjectStore

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-aside-'))
  store = openTestStore(folder)
  store.pairs.synchronise([foundPair('a'), foundPair('b'), foundPair('c')])
})
afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true })
})

const flag = (pairId: number): unknown =>
  store.decide(pairId, 'flag', { eventId: `decide-${pairId}`, reviewer: 'ann', milliseconds: 0 })

test('what is counted aside is what is counted at once', async () => {
  flag(1)
  expect(await store.pairs.countsAside()).toMatchObject({ flagged: 1, unreviewed: 2 })
  expect(await store.pairs.countsAside()).toEqual(store.pairs.counts())
  expect(await store.pairs.proposalCoverageAside('difference')).toEqual({ pairs: 3, proposed: 0, missing: 3 })
  expect(await store.unnamed.countAside()).toBe(0)
})

test('each pair that changes is found once, and none that was there before', async () => {
  const { pairs } = store
  pairs.knowPresent()
  // as soon as it is known what is there, changes count
  flag(1)
  expect(await pairs.newlyChanged()).toEqual([{ id: 1, version: store.pair(1).version }])
  expect(await pairs.newlyChanged()).toEqual([])
  flag(2)
  expect(await pairs.newlyChanged()).toEqual([{ id: 2, version: store.pair(2).version }])
})

test('what changed before a look that failed is found by the next one', async () => {
  const database = openTestDatabase(folder)
  const { pairs } = new ProjectStore(database)
  const aside = database.aside.bind(database)
  pairs.knowPresent()
  flag(1)
  database.aside = (sql, ...values) =>
    sql.startsWith('INSERT') ? Promise.reject(new Error('away')) : aside(sql, ...values)
  await expect(pairs.newlyChanged()).rejects.toThrow('away')
  database.aside = aside
  expect(await pairs.newlyChanged()).toEqual([{ id: 1, version: store.pair(1).version }])
  database.close()
})
