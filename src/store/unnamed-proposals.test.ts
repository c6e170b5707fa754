import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Proposal } from '../contract/proposal'
import type { Diff } from '../domain/diff'
import type { Region } from '../domain/document'
import { emptyRle } from '../mask/rle'
import type { ProjectStore } from './project-store'
import { foundPair, openTestStore } from './testing'

let folder = ''
let store: ProjectStore

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-unnamed-'))
  store = openTestStore(folder)
  store.pairs.synchronise(['p1', 'p2', 'p3'].map(foundPair))
})
afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true })
})

const region = (id: string, category: string): Region => ({
  id,
  category,
  status: 'proposed',
  mask: emptyRle(8, 8),
  beforeMask: null,
  source: { kind: 'person' },
  score: null,
})

function proposal(pairId: number, proposer = 'difference'): Omit<Proposal, 'id'> {
  return {
    pairId,
    madeAt: 1,
    proposer,
    version: '1',
    provider: 'cpu',
    milliseconds: { total: 5 },
    score: 0.9,
    alignment: null,
    remarks: [],
    regions: [region('r', 'change'), region('part', 'change')],
    captions: [{ id: 'c', text: 'Two areas.', rank: 0, source: { kind: 'person' }, logProbability: null }],
    links: [],
    agreement: null,
  }
}

const unnamed = (pairId: number, proposer?: string): Proposal =>
  store.addProposal(proposal(pairId, proposer), { isOffer: false, awaitsNames: 'null' })

/** Both regions are parts of one car. */
function named({ id: _id, ...rest }: Proposal): Omit<Proposal, 'id'> {
  const captions = [{ ...rest.captions[0], text: 'A car appeared.' }]
  return { ...rest, regions: [{ ...rest.regions[0], category: 'car' }], captions }
}

const removePart = ({ regions }: Proposal): Diff => [{ type: 'region.remove', region: regions[1], index: 1 }]
const categories = (pairId: number): string[] =>
  store.open(pairId).document.regions.map(({ category }) => category)

test('proposals without names are found again after a restart, in the order of the pairs from one on', () => {
  ;[1, 2, 3].forEach((pairId) => unnamed(pairId))
  store.close()
  store = openTestStore(folder)
  expect(store.unnamed.pairIds(null)).toEqual([1, 2, 3])
  expect(store.unnamed.pairIds(2)).toEqual([2, 3, 1])
  expect(store.unnamed.count()).toBe(3)
  expect(store.unnamed.ofPair(2)).toEqual({ proposalId: 2, measured: 'null' })
})

test('with names it stands in the place of the one without: in the pair, in lists and counts; once', () => {
  const first = unnamed(1)
  expect(store.nameProposal(first, named(first))).toBe(true)
  expect(categories(1)).toEqual(['car'])
  expect(store.open(1)).toMatchObject({ version: 0, proposal: { id: 2 }, baseProposalId: 2 })
  expect(store.proposals.get(2)?.regions[0].source).toEqual({ kind: 'proposal', proposalId: 2 })
  expect(store.proposals.ofPair(1).map(({ id }) => id)).toEqual([2])
  expect(store.pairs.rows([1])[0]).toMatchObject({ caption: 'A car appeared.', regionCount: 1 })
  expect(store.categories.counts()).toEqual([{ category: 'car', pairCount: 1 }])
  expect(store.pairs.proposalCoverage('difference')).toMatchObject({ proposed: 1, missing: 2 })
  expect(store.unnamed.pairIds(null)).toEqual([])
  expect(store.nameProposal(first, named(first))).toBe(false)
  expect(store.proposals.newest()).toBe(2)
  // asked for after the first one was made, it is no answer
  expect(store.proposals.isMadeAfter(1, { pairId: 1, proposer: 'difference' })).toBe(false)
})

test('where nothing was named the proposal is the same one, with the reason', () => {
  const first = unnamed(1)
  const { id: _id, ...same } = first
  expect(store.nameProposal(first, { ...same, remarks: ['Nothing was named: broken.'] })).toBe(true)
  expect(store.open(1)).toMatchObject({
    baseProposalId: 1,
    proposal: { remarks: ['Nothing was named: broken.'] },
  })
  expect(store.unnamed.ofPair(1)).toBeNull()
})

test('what a person did before the names came stays as it is, and the names are not stored', () => {
  const first = unnamed(1)
  store.edit(1, 'event-number-1', 'Edit', removePart(first), 'Ada')
  expect(store.unnamed.ofPair(1)).toBeNull()
  expect(store.unnamed.pairIds(null)).toEqual([])
  expect(store.nameProposal(first, named(first))).toBe(false)
  expect(categories(1)).toEqual(['change'])
  expect(store.proposals.ofPair(1).map(({ id }) => id)).toEqual([1])

  store.decide(2, 'flag', { eventId: 'event-number-2', reviewer: null, milliseconds: 1 })
  const later = unnamed(2)
  expect(store.nameProposal(later, named(later))).toBe(true)
  expect(store.open(2)).toMatchObject({ version: 1, document: { regions: [], review: { state: 'flagged' } } })
})

test('an edit of what a person saw without names goes to that, though names came in between', () => {
  const first = unnamed(1)
  store.nameProposal(first, named(first))
  store.beginAsSeen(1, first.id)
  store.requireCurrentProposal(1, first.id)
  store.edit(1, 'event-number-1', 'Edit', removePart(first), 'Ada')
  expect(store.open(1)).toMatchObject({ version: 1, baseProposalId: 1 })
  expect(categories(1)).toEqual(['change'])
  // the one with names can still be taken over
  expect(store.proposals.ofPair(1).map(({ id }) => id)).toEqual([2, 1])
  store.beginAsSeen(1, 2)
  expect(store.open(1)).toMatchObject({ baseProposalId: 1 })
})

test('names of an older proposal of the same proposer are not waited for, those of another proposer are', () => {
  const old = unnamed(1)
  unnamed(1)
  expect(store.unnamed.ofPair(1)).toMatchObject({ proposalId: 2 })
  expect(store.nameProposal(old, named(old))).toBe(false)
  unnamed(2, 'model')
  store.addProposal(proposal(2), { isOffer: false })
  const waiting = store.proposals.get(store.unnamed.ofPair(2)?.proposalId ?? 0)
  expect(waiting?.proposer).toBe('model')
  store.nameProposal(waiting!, named(waiting!))
  // the pair shows the other one, which is newer
  expect(store.open(2).proposal?.proposer).toBe('difference')
  expect(store.proposals.ofPair(2).map(({ proposer }) => proposer)).toEqual(['difference', 'model'])
})

test('a blind review that has begun keeps the proposal that it began from', () => {
  const first = unnamed(1)
  store.setOverlap([1], 2)
  const row = store.ownReview(1, 'Ada')
  store.edit(row, 'event-number-1', 'Edit', removePart(first), 'Ada')
  expect(store.unnamed.ofPair(1)).toBeNull()
  expect(store.nameProposal(first, named(first))).toBe(false)
  expect(store.open(row)).toMatchObject({ baseProposalId: 1 })
})
