import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from './sqlite-database'
import type { ProjectStore } from './project-store'
import { FILE_ONLY, foundPair, isInDatabase, openTestStore, WITHOUT_SEQUENCES } from './testing'

let folder: string
let store: ProjectStore
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-windows-'))
  store = openTestStore(folder)
  store.pairs.synchronise([foundPair('a'), foundPair('b')])
})
afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true })
})

function reopen(statements: string): void {
  store.close()
  const database = openDatabase(join(folder, 'project.db'))
  database.exec(statements)
  database.close()
  store = openTestStore(folder)
}

test('a window is kept, is no event, and stays when the folder is read again', () => {
  store.pairs.setWindow(1, { low: -0.5, high: 1e9 })
  reopen('SELECT 1')
  store.pairs.synchronise([foundPair('b'), foundPair('a')])
  expect(store.pairs.get(1)?.window).toEqual({ low: -0.5, high: 1e9 })
  expect(store.pairs.rows([1, 2]).map(({ window, version }) => [window, version])).toEqual([
    [{ low: -0.5, high: 1e9 }, 0],
    [null, 0],
  ])
  expect(store.history(1)).toEqual([])
})

test.each(['{"low": 5, "high": 5}', '{"low": null}', 'no JSON'])('a damaged one, %s, is as none', (text) => {
  reopen(`UPDATE pairs SET shown_window = '${text}' WHERE id = 1`)
  expect(store.pairs.get(1)).toMatchObject({ window: null, problem: null })
})

test.skipIf(isInDatabase)(
  `a store of an older program gets the column, and keeps all else${FILE_ONLY}`,
  () => {
    reopen(`${WITHOUT_SEQUENCES} ALTER TABLE pairs DROP COLUMN shown_window; PRAGMA user_version = 90`)
    expect(store.pairs.keys()).toEqual(['a', 'b'])
    store.pairs.setWindow(2, { low: 1, high: 2 })
    expect(store.pairs.get(2)?.window).toEqual({ low: 1, high: 2 })
  },
)

test('problems with bands are forgotten, and others stay', () => {
  store.pairs.setProblem(1, { code: 'no-such-band', message: 'It has 3 bands.', path: 'A/a' })
  store.pairs.setProblem(2, { code: 'missing', message: 'It is gone.', path: 'A/b' })
  store.pairs.forgetBandProblems()
  expect(store.pairs.rows([1, 2]).map(({ problem }) => problem?.code)).toEqual([undefined, 'missing'])
})
