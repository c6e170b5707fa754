import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Decision } from '../contract/pairs'
import type { Diff } from '../domain/diff'
import type { Region, RegionStatus } from '../domain/document'
import { encodeRle } from '../mask/rle'
import type { Rle } from '../mask/rle'
import type { ProjectStore } from './project-store'
import { foundPair, openTestStore } from './testing'

let folder = ''
let store: ProjectStore
let events = 0

const nextEvent = (): string => `event-number-${(events += 1)}`

/** One pixel of an image of 8 x 8. */
function pixel(at: number): Rle {
  return encodeRle({
    width: 8,
    height: 8,
    data: Uint8Array.from({ length: 64 }, (_, index) => (index === at ? 1 : 0)),
  })
}

function region(id: string, at: number): Region {
  const source = { kind: 'proposal', proposalId: 1 } as const
  return { id, category: 'house', status: 'proposed', mask: pixel(at), beforeMask: null, source, score: 0.9 }
}

const decide = (decision: Decision): unknown =>
  store.decide(1, decision, { eventId: nextEvent(), reviewer: 'ann', milliseconds: 1 })
const edit = (diff: Diff): unknown => store.edit(1, nextEvent(), 'Edited', diff, 'ann')
const undo = (): unknown => store.undo(1, nextEvent(), 'ann')
const setStatus = (regionId: string, from: RegionStatus, to: RegionStatus): unknown =>
  edit([{ type: 'region.set', regionId, from: { status: from }, to: { status: to } }])
const statuses = (): string[] => store.open(1).document.regions.map(({ id, status }) => `${id} ${status}`)
const state = (): string => store.open(1).document.review.state

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-store-reopened-'))
  store = openTestStore(folder)
  store.pairs.synchronise(['p1'].map(foundPair))
  const proposal = {
    pairId: 1,
    madeAt: 1,
    proposer: 'model',
    version: '1',
    provider: 'cpu',
    milliseconds: {},
  }
  const facts = { score: 0.5, alignment: null, remarks: [], captions: [], links: [], agreement: null }
  const regions = [region('a', 0), region('b', 1), region('c', 2)]
  store.addProposal({ ...proposal, ...facts, regions } as never, { isOffer: false })
})
afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true })
})

describe('a pair that is reopened', () => {
  test('has the regions proposed again that the decision accepted, and those of a person as they were', () => {
    setStatus('a', 'proposed', 'accepted')
    setStatus('b', 'proposed', 'rejected')
    decide('accept')
    expect(statuses()).toEqual(['a accepted', 'b rejected', 'c accepted'])
    decide('reopen')
    expect(statuses()).toEqual(['a accepted', 'b rejected', 'c proposed'])
    expect(state()).toBe('unreviewed')
  })

  test('is as it was decided after one undo, and can be reopened again', () => {
    decide('accept')
    decide('reopen')
    expect(store.history(1).map(({ label }) => label)).toEqual(['Accepted', 'Reopened'])
    undo()
    expect(statuses()).toEqual(['a accepted', 'b accepted', 'c accepted'])
    expect(state()).toBe('accepted')
    store.redo(1, nextEvent(), 'ann')
    undo()
    decide('reopen')
    expect(statuses()).toEqual(['a proposed', 'b proposed', 'c proposed'])
  })

  test('keeps regions accepted that somebody worked on or accepted after the decision', () => {
    setStatus('b', 'proposed', 'rejected')
    decide('accept')
    edit([
      { type: 'region.set', regionId: 'b', from: { status: 'rejected' }, to: { status: 'accepted' } },
      { type: 'review.set', from: { state: 'accepted' }, to: { state: 'corrected' } },
    ])
    edit([{ type: 'region.mask', regionId: 'a', frame: 'after', flip: pixel(9) }])
    decide('reopen')
    expect(statuses()).toEqual(['a accepted', 'b accepted', 'c proposed'])
  })

  test('has them proposed again also where it was rejected, flagged or accepted again meanwhile', () => {
    decide('accept')
    decide('reject')
    decide('flag')
    decide('accept')
    decide('reopen')
    expect(statuses()).toEqual(['a proposed', 'b proposed', 'c proposed'])
  })

  test('keeps regions accepted that a person accepted once it was open again', () => {
    decide('accept')
    decide('reopen')
    setStatus('a', 'proposed', 'accepted')
    decide('reject')
    decide('reopen')
    expect(statuses()).toEqual(['a accepted', 'b proposed', 'c proposed'])
  })
})
