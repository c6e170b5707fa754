import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ClaimTable } from './claims'
import type { ProjectStore } from './project-store'
import { foundPair, openTestStore } from './testing'

let folder = ''
let store: ProjectStore
let claims: ClaimTable

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-store-claims-'))
  store = openTestStore(folder)
  store.pairs.synchronise(['p1', 'p2', 'p3'].map(foundPair))
  ;({ claims } = store)
})
afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true })
})

const ann = { holder: 'page-of-ann', name: 'Ann' }
const bo = { holder: 'page-of-bo', name: 'Bo' }
const MINUTE = 60_000
const held = (): [number, string][] => claims.all().map(({ pairId, name }) => [pairId, name])

test('a pair has one page, and a page one pair', () => {
  expect(claims.take(1, ann, MINUTE)).toMatchObject({ pairId: 1, ...ann })
  expect(claims.take(1, bo, MINUTE)).toMatchObject(ann)
  expect(claims.take(2, bo, MINUTE)).toMatchObject(bo)
  expect(held()).toEqual([
    [1, 'Ann'],
    [2, 'Bo'],
  ])
  claims.take(3, ann, MINUTE)
  expect(held()).toEqual([
    [2, 'Bo'],
    [3, 'Ann'],
  ])
})

test('it is taken over only on purpose', () => {
  claims.take(1, ann, MINUTE)
  expect(claims.take(1, bo, MINUTE, true)).toMatchObject(bo)
  expect(claims.take(1, ann, MINUTE)).toMatchObject(bo)
  expect(held()).toEqual([[1, 'Bo']])
})

test('it is free after its time, and when it is released', () => {
  claims.take(1, ann, -1)
  expect(claims.all()).toEqual([])
  expect(claims.take(1, bo, MINUTE)).toMatchObject(bo)
  claims.release(bo.holder)
  expect(claims.all()).toEqual([])
})

test('taking it again gives it its time again', () => {
  claims.take(1, ann, 1000)
  expect(claims.take(1, ann, MINUTE)).toMatchObject(ann)
  expect(claims.all()[0].left).toBeGreaterThan(1000)
  expect(claims.all()[0].left).toBeLessThanOrEqual(MINUTE)
})

test('what is shortened is over soon, and is never made longer by it', () => {
  claims.take(1, ann, MINUTE)
  claims.shorten(ann.holder, 2000)
  expect(claims.all()[0].left).toBeLessThanOrEqual(2000)
  claims.shorten(ann.holder, MINUTE)
  expect(claims.all()[0].left).toBeLessThanOrEqual(2000)
})

test('the next pair is the first that no other page has', () => {
  claims.take(2, ann, MINUTE)
  expect(claims.takeFirst([2, 3, 1], bo, MINUTE)).toBe(3)
  expect(claims.takeFirst([2], bo, MINUTE)).toBeNull()
  // what one has is kept where there is no other
  expect(held()).toEqual([
    [2, 'Ann'],
    [3, 'Bo'],
  ])
  expect(claims.takeFirst([2, 3, 1], ann, MINUTE)).toBe(2)
  expect(claims.takeFirst([], ann, MINUTE)).toBeNull()
})

test('the next pair passes over what was decided meanwhile, and what is not in the folder any more', () => {
  store.decide(1, 'reject', { eventId: 'event-0001', reviewer: 'Bo', milliseconds: 1 })
  store.pairs.synchronise(['p1', 'p3'].map(foundPair))
  expect(claims.takeFirst([1, 2, 3], ann, MINUTE, true)).toBe(3)
  expect(claims.takeFirst([1, 2, 3], ann, MINUTE)).toBe(1)
})
