import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ProjectStore } from './project-store'
import { foundPair, openTestStore } from './testing'

/** More than are written at once, and a rest of each size. */
const COUNT = 1234
const KEYS = Array.from({ length: COUNT }, (_, index) => `pair-${index}`)

let folder = ''
let store: ProjectStore

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-take-in-'))
  store = openTestStore(folder)
  store.pairs.synchronise(KEYS.map(foundPair))
})
afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true })
})

const keys = (): string[] => store.pairs.keys()

test('many pairs get numbers in their order', () => {
  expect(keys()).toEqual(KEYS)
  const ids = store.pairs.places().map(({ id }) => id)
  expect(ids).toEqual(KEYS.map((_, index) => index + 1))
})

test('what has another place, is new or is gone is so afterwards, and all else stays', () => {
  const [first, second, third, ...others] = KEYS
  const wanted = ['new', third, ...others.slice(0, 700), first, ...others.slice(710), 'newer']
  store.pairs.setProblem(5, { code: 'missing', message: 'It is gone.', path: 'A/pair-4' })
  store.pairs.synchronise(wanted.map((key) => ({ ...foundPair(key), label: key === first ? 'L/one' : null })))
  expect(keys()).toEqual(wanted)
  expect(store.pair(1)).toMatchObject({ key: first, label: 'L/one' })
  expect(store.pair(5).problem).toBeNull()
  // hidden, not deleted
  expect(store.pair(2).key).toBe(second)
  store.pairs.synchronise(KEYS.map(foundPair))
  expect(keys()).toEqual(KEYS)
  expect(store.pair(1)).toMatchObject({ key: first, label: null })
})

test('of two pairs of one key the last counts', () => {
  store.pairs.synchronise([foundPair('a'), foundPair('b'), { ...foundPair('a'), before: 'C/a' }])
  expect(keys()).toEqual(['b', 'a'])
  expect(store.pairs.places().map(({ key }) => key)).toEqual(['b', 'a'])
  const places = new Map(store.pairs.places().map(({ key, id }) => [key, id]))
  expect(store.pair(places.get('a')!).before).toBe('C/a')
})
