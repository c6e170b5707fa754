import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from './sqlite-database'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-sqlite-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a commit is on the disk when it returns: a write-ahead log that is written out each time', () => {
  const path = join(folder, 'project.db')
  // made anew, and opened again
  for (let time = 0; time < 2; time += 1) {
    const database = openDatabase(path)
    expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
    // FULL, sqlite.org/pragma.html#pragma_synchronous
    expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 })
    database.close()
  }
})
