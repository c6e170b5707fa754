import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CARRIED_PROPOSER } from '../contract/proposal'
import type { Proposal } from '../contract/proposal'
import { replaceContent } from '../domain/diff'
import { encodeRle } from '../mask/rle'
import type { ProjectStore } from './project-store'
import { foundPair, openTestStore } from './testing'

let folder = ''
let store: ProjectStore

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-store-kept-'))
  store = openTestStore(folder)
  store.pairs.synchronise(['p1', 'p2'].map(foundPair))
})
afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true })
})

const mask = encodeRle({ width: 8, height: 8, data: new Uint8Array(64).fill(1, 0, 4) })
const made = (proposer: string): Omit<Proposal, 'id'> => ({
  pairId: 1,
  madeAt: 1,
  proposer,
  version: '1',
  provider: 'cpu',
  milliseconds: {},
  score: 1,
  alignment: null,
  remarks: [],
  regions: [
    {
      id: 'one',
      category: 'house',
      status: 'proposed',
      mask,
      beforeMask: null,
      source: { kind: 'person' },
      score: null,
    },
  ],
  captions: [],
  links: [],
  agreement: null,
})
const carry = (): Proposal => store.addProposal(made(CARRIED_PROPOSER), { isOffer: true })
const ids = (): number[] => store.proposals.ofPair(1).map(({ id }) => id)

/** Imports predictions of one name. Returns what is stored. */
function importOnce(): Proposal {
  store.addPredictions([made('imported')])
  return store.proposals.get(ids()[0])!
}

let events = 0
const eventId = (): string => `event-number-${(events += 1)}`

/** A person takes all of a proposal over, in the pair or in their review of it. */
function takeOver(row: number, proposal: Proposal): void {
  const { document } = store.open(row)
  store.edit(row, eventId(), 'Proposal taken over', replaceContent(document, proposal), 'Ann')
}

describe('regions that were carried', () => {
  test('are taken back where nobody used them', () => {
    const offer = carry()
    expect(store.proposals.takeBack(offer.id)).toBe(1)
    expect(ids()).toEqual([])
  })

  test('stay once they were used, also where that was undone: redo brings them again', () => {
    const offer = carry()
    takeOver(1, offer)
    store.undo(1, eventId(), 'Ann')
    expect(() => store.proposals.takeBack(offer.id)).toThrow('no longer be taken back, also where')
    store.redo(1, eventId(), 'Ann')
    expect(store.open(1).document.regions[0].source).toEqual({ kind: 'proposal', proposalId: offer.id })
    expect(ids()).toEqual([offer.id])
  })

  test('stay where a blind review used them', () => {
    store.setOverlap([1], 2)
    const offer = carry()
    takeOver(store.ownReview(1, 'Ann'), offer)
    expect(() => store.proposals.takeBack(offer.id)).toThrow(
      expect.objectContaining({ failure: expect.objectContaining({ code: 'conflict' }) }),
    )
    expect(ids()).toEqual([offer.id])
  })
})

describe('imported predictions', () => {
  test('come in the place of earlier ones where nobody has worked on the pair', () => {
    importOnce()
    const second = importOnce()
    expect(ids()).toEqual([second.id])
  })

  test('stay where a blind review took one over', () => {
    store.setOverlap([1], 2)
    const first = importOnce()
    takeOver(store.ownReview(1, 'Ann'), first)
    const second = importOnce()
    expect(ids()).toEqual([second.id, first.id])
  })
})
