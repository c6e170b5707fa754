import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { toFailure } from '../contract/errors'
import type { Failure } from '../contract/errors'
import type { MadeOn } from '../contract/made-on'
import type { Diff } from '../domain/diff'
import type { ProjectStore } from './project-store'
import { foundPair, openTestStore } from './testing'

let folder = ''
let store: ProjectStore

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-store-stale-'))
  store = openTestStore(folder)
  store.pairs.synchronise([foundPair('p1')])
})
afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true })
})

const notes = (from: string, to: string): Diff => [
  { type: 'review.set', from: { notes: from }, to: { notes: to } },
]
const caption = { id: 'c', text: 'x', rank: 0, source: { kind: 'person' }, logProbability: null } as const
const added: Diff = [{ type: 'caption.add', caption, index: 0 }]
const on = (version: number, ...ownEdits: string[]): MadeOn => ({ version, ownEdits })
const edit = (eventId: string, diff: Diff, madeOn?: MadeOn): number =>
  store.edit(1, eventId, 'Notes', diff, 'Ann', madeOn).version

function failure(work: () => unknown): Failure {
  try {
    work()
  } catch (error) {
    return toFailure(error)
  }
  throw new Error('it was stored')
}

describe('an edit on an older version', () => {
  beforeEach(() => {
    edit('event-of-ann', notes('', 'by Ann'), on(0))
  })

  test('is refused where the same was changed, with who, what and when', () => {
    const refused = failure(() => edit('event-of-bo', notes('', 'by Bo'), on(0)))
    expect(refused).toMatchObject({
      code: 'stale',
      message: 'Ann has changed the same meanwhile (Notes), so this was not stored.',
      others: [{ actor: 'Ann', label: 'Notes', at: expect.any(Number) }],
    })
    expect(store.open(1)).toMatchObject({ version: 1, document: { review: { notes: 'by Ann' } } })
  })

  test('is stored where something else was changed', () => {
    expect(edit('event-of-bo', added, on(0))).toBe(2)
  })

  test('is stored where its sender saw the newest', () => {
    expect(edit('event-of-bo', notes('by Ann', 'by Bo'), on(1))).toBe(2)
  })

  test('is stored where nobody says what it was made on, as before', () => {
    expect(edit('event-of-bo', notes('', 'by Bo'))).toBe(2)
  })

  test('counts once where it is sent again, whatever came since', () => {
    edit('event-of-bo', notes('by Ann', 'by Bo'), on(1))
    expect(edit('event-of-ann', notes('', 'by Ann'), on(0))).toBe(2)
    expect(store.open(1).document.review.notes).toBe('by Bo')
  })

  test('that is a decision is stored where only notes were changed, and refused where the pair looks otherwise', () => {
    const decide = (eventId: string): unknown =>
      store.decide(1, 'reject', { eventId, reviewer: 'Bo', milliseconds: 1, madeOn: on(0) })
    expect(decide('decide-0001')).toMatchObject({ version: 2 })
    edit('event-of-cy', added, on(2))
    expect(failure(() => decide('decide-0002'))).toMatchObject({ code: 'stale' })
  })

  test('that would take back what was not seen is refused', () => {
    edit('event-0001', added, on(1))
    expect(failure(() => store.undo(1, 'undo-0001', 'Bo', on(1)))).toMatchObject({ code: 'stale' })
    expect(store.undo(1, 'undo-0002', 'Bo', on(2)).version).toBe(3)
  })
})

describe('own edits in quick succession', () => {
  test('are never stale, though the first was not answered yet', () => {
    expect(edit('event-0001', notes('', 'a'), on(0))).toBe(1)
    expect(edit('event-0002', notes('a', 'ab'), on(0, 'event-0001'))).toBe(2)
    expect(edit('event-0003', notes('ab', 'abc'), on(0, 'event-0001', 'event-0002'))).toBe(3)
  })

  test('are not where another comes between and changes something else', () => {
    edit('event-0001', notes('', 'a'), on(0))
    edit('event-of-bo', added, on(0))
    expect(edit('event-0002', notes('a', 'ab'), on(0, 'event-0001'))).toBe(3)
  })

  test('are refused together where the first is: the second builds on it', () => {
    edit('event-of-bo', notes('', 'by Bo'), on(0))
    expect(failure(() => edit('event-0001', notes('', 'a'), on(0)))).toMatchObject({ code: 'stale' })
    expect(failure(() => edit('event-0002', added, on(0, 'event-0001')))).toMatchObject({
      code: 'stale',
      others: [],
    })
    expect(store.open(1).version).toBe(1)
  })
})
