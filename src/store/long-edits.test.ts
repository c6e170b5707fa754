import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ContractError } from '../contract/errors'
import { MOST_CHANGES } from '../domain/diff'
import type { Diff } from '../domain/diff'
import type { ProjectStore } from './project-store'
import { FILE_ONLY, isInDatabase, openTestStore } from './testing'

let folder = ''
let store: ProjectStore

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-store-'))
  store = openTestStore(folder)
  store.pairs.synchronise([
    { key: 'p', split: null, before: 'A/p.png', after: 'B/p.png', label: null, caption: null },
  ])
})
afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true })
})

function notes(count: number): Diff {
  return Array.from({ length: count }, (_, index) => ({
    type: 'review.set',
    from: { notes: index === 0 ? '' : `${index}` },
    to: { notes: `${index + 1}` },
  }))
}

function reopen(): void {
  store.close()
  store = openTestStore(folder)
}

test('an edit of more changes than one can have is refused, and one of as many is read again', () => {
  const edit = (eventId: string, count: number) => (): unknown =>
    store.edit(1, eventId, 'Notes edited', notes(count), '')
  expect(edit('event-001', MOST_CHANGES + 1)).toThrow(ContractError)
  expect(edit('event-001', MOST_CHANGES + 1)).toThrow(
    '10,001 changes at once, and an edit has 10,000 at most',
  )
  expect(store.open(1).version).toBe(0)
  edit('event-002', MOST_CHANGES)()
  reopen()
  expect(store.open(1).document.review.notes).toBe('10000')
})

test.skipIf(isInDatabase)(`a longer edit that is stored already is read and undone${FILE_ONLY}`, () => {
  store.edit(1, 'event-001', 'Notes edited', notes(1), '')
  store.close()
  const database = new DatabaseSync(join(folder, 'project.db'))
  database.prepare('UPDATE events SET diff = ?').run(JSON.stringify(notes(MOST_CHANGES + 1)))
  database.close()
  store = openTestStore(folder)
  expect(store.open(1).document.review.notes).toBe('10001')
  store.undo(1, 'undo-0001', '')
  reopen()
  expect(store.open(1).document.review.notes).toBe('')
})
