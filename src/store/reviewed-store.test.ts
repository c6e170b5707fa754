import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Region } from '../domain/document'
import { encodeRle, rleArea } from '../mask/rle'
import type { Rle } from '../mask/rle'
import type { ProjectStore } from './project-store'
import { foundPair, openTestStore } from './testing'

let folder = ''
let store: ProjectStore

/** The first `count` pixels of an image of 8 x 8. */
function firstPixels(count: number): Rle {
  return encodeRle({
    width: 8,
    height: 8,
    data: Uint8Array.from({ length: 64 }, (_, at) => (at < count ? 1 : 0)),
  })
}

const region = (id: string, count: number): Region => ({
  id,
  category: 'house',
  status: 'proposed',
  mask: firstPixels(count),
  beforeMask: null,
  source: { kind: 'person' },
  score: null,
})

function propose(pairId: number, count: number): number {
  const proposal = { pairId, madeAt: 1, proposer: 'model', version: '1', provider: 'cpu', milliseconds: {} }
  const facts = { score: 0.5, alignment: null, remarks: [], captions: [], links: [], agreement: null }
  return store.addProposal({ ...proposal, ...facts, regions: [region('r', count)] } as never, {
    isOffer: false,
  }).id
}

let events = 0
const eventId = (): string => `event-number-${(events += 1)}`
const decide = (pairId: number, name: string, decision: 'accept' | 'reject' | 'reopen' = 'accept'): unknown =>
  store.decide(store.ownReview(pairId, name), decision, {
    eventId: eventId(),
    reviewer: name,
    milliseconds: 1,
  })
const paint = (pairId: number, name: string, id: string, count: number): unknown =>
  store.edit(
    store.ownReview(pairId, name),
    eventId(),
    'Brush stroke',
    [{ type: 'region.add', region: region(id, count), index: 0 }],
    name,
  )
const adjudicate = (choice: { kind: 'vote' } | { kind: 'review'; reviewer: string }): unknown =>
  store.adjudicate(1, choice, { eventId: eventId(), reviewer: 'Adam' })
const list = (isToAdjudicate: boolean): number[] =>
  store.pairs.find({ states: null, search: '', hasProblem: null, isToAdjudicate }, 'review-disagreement')

/** What Ann finds. */
const found = (search: string): number[] =>
  store.pairsOf('Ann').find({ states: null, search, hasProblem: null }, 'key')

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-store-reviews-'))
  store = openTestStore(folder)
  store.pairs.synchronise(['p1', 'p2', 'p3'].map(foundPair))
  propose(1, 4)
  store.setOverlap([1, 2], 3)
})
afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true })
})

describe('blind reviews of one pair', () => {
  test('are rows of their own that begin from the proposal, and no list or count has them', () => {
    paint(1, 'Ann', 'a', 8)
    const own = store.ownReview(1, 'Ann')
    expect(own).not.toBe(1)
    expect(store.open(own).document.regions.map(({ id }) => id)).toEqual(['a', 'r'])
    expect(store.open(store.ownReview(1, 'Bo')).document.regions.map(({ id }) => id)).toEqual(['r'])
    expect(store.open(1)).toMatchObject({ version: 0 })
    expect(store.pairs.keys()).toEqual(['p1', 'p2', 'p3'])
    expect(Object.values(store.pairs.counts()).reduce((sum, count) => sum + count)).toBe(3)
    expect(store.pairs.withoutProposal('model', null)).toEqual([2, 3])
    expect(store.ownReview(3, 'Ann')).toBe(3)
  })

  test('follow a proposal that comes before they are begun, and none after', () => {
    store.ownReview(2, 'Ann')
    const first = propose(2, 6)
    expect(store.open(store.ownReview(2, 'Ann'))).toMatchObject({ baseProposalId: first })
    decide(2, 'Ann')
    propose(2, 7)
    expect(store.open(store.ownReview(2, 'Ann'))).toMatchObject({ baseProposalId: first })
  })

  test('stay when the folder is read again', () => {
    decide(1, 'Ann')
    store.pairs.synchronise(['p1', 'p2', 'p3'].map(foundPair))
    expect(store.open(store.ownReview(1, 'Ann')).document.review.state).toBe('accepted')
    expect(store.pairs.keys()).toHaveLength(3)
  })

  test('are of no more people than are wanted', () => {
    ;['Ann', 'Bo', 'Cy'].forEach((name) => decide(1, name))
    expect(() => decide(1, 'Di')).toThrow('3 people review this pair already')
    expect(store.openFor([1, 2, 3], 'Di').map(({ pairId }) => pairId)).toEqual([2])
    expect(store.openFor([1, 3], 'Di')).toEqual([{ pairId: 3, row: 3 }])
  })

  test('are seen by nobody until all are decided, and the pair cannot be changed before', () => {
    ;['Ann', 'Bo'].forEach((name) => decide(1, name))
    paint(1, 'Cy', 'c', 9)
    expect(() => store.decidedReviews(1)).toThrow('2 of 3')
    expect(() => adjudicate({ kind: 'vote' })).toThrow('2 of 3')
    expect(() =>
      store.decide(1, 'accept', { eventId: eventId(), reviewer: 'Adam', milliseconds: 1 }),
    ).toThrow('2 of 3')
    expect(list(true)).toEqual([])
    decide(1, 'Cy')
    expect(store.decidedReviews(1).map(({ reviewer }) => reviewer)).toEqual(['Ann', 'Bo', 'Cy'])
    expect(list(true)).toEqual([1])
    decide(1, 'Bo', 'reopen')
    expect(() => store.decidedReviews(1)).toThrow('2 of 3')
    expect(list(true)).toEqual([])
  })

  test('are listed for their reviewer as their own work, and not for those who are not wanted', () => {
    ;['Ann', 'Bo', 'Cy'].forEach((name) => decide(1, name))
    const all = { states: null, search: '', hasProblem: null }
    const left = { ...all, states: ['unreviewed' as const] }
    expect(store.pairsOf('Ann').find(left, 'key')).toEqual([2, 3])
    expect(store.pairsOf('Ann').rows([1, 2])).toMatchObject([
      { state: 'accepted', version: 1 },
      { state: 'unreviewed' },
    ])
    expect(store.pairsOf('Ann').counts()).toMatchObject({ accepted: 1, unreviewed: 2 })
    expect(store.pairsOf('Di').find(all, 'key')).toEqual([2, 3])
    expect(store.pairsOf('Di').groups(all)).toEqual([{ sequence: null, start: 0 }])
  })
})

describe('adjudication', () => {
  beforeEach(() => {
    paint(1, 'Ann', 'a', 8)
    paint(1, 'Bo', 'b', 16)
    ;['Ann', 'Bo', 'Cy'].forEach((name) => decide(1, name))
  })

  test('by vote keeps the pixels that more than half marked, in one step that undo takes back', () => {
    adjudicate({ kind: 'vote' })
    const { document, undoLabel } = store.open(1)
    expect(document.regions.map(({ mask }) => rleArea(mask))).toEqual([8])
    expect(document.review).toMatchObject({ state: 'corrected', reviewer: 'Adam' })
    expect(undoLabel).toBe('Vote of the reviews')
    expect(list(true)).toEqual([])
    store.undo(1, eventId(), 'Adam')
    expect(store.open(1).document).toMatchObject({ regions: [{ id: 'r' }], review: { state: 'unreviewed' } })
    expect(list(true)).toEqual([1])
  })

  test('takes one review as it is, under the name of who took it', () => {
    adjudicate({ kind: 'review', reviewer: 'Bo' })
    const { document } = store.open(1)
    expect(document.regions.map(({ id }) => id)).toEqual(['b', 'r'])
    expect(document.review).toMatchObject({ state: 'corrected', reviewer: 'Adam' })
    expect(store.history(1)).toMatchObject([{ actor: 'Adam', label: 'Review of Bo' }])
    expect(() => adjudicate({ kind: 'review', reviewer: 'Di' })).toThrow('no review of this pair by Di')
  })

  test('ends the reviews: they stay as they were', () => {
    adjudicate({ kind: 'vote' })
    expect(() => paint(1, 'Ann', 'more', 20)).toThrow('was adjudicated')
    expect(store.reviews.counts()).toEqual([
      { wanted: 3, pairs: 2, begun: 1, waiting: 0, adjudicated: 1, gold: 0 },
    ])
  })

  test('comes first where the reviews lie farthest apart', () => {
    ;['Ann', 'Bo', 'Cy'].forEach((name) => decide(2, name, 'reject'))
    expect(list(true)).toEqual([1, 2])
    decide(2, 'Ann', 'reopen')
    expect(list(true)).toEqual([1])
  })

  test('is not undone by more reviews that are wanted later', () => {
    adjudicate({ kind: 'vote' })
    store.setOverlap([1, 2], 4)
    expect(store.reviews.progress(store.pair(1))).toMatchObject({ wanted: 3, decided: 3 })
    expect(store.reviews.progress(store.pair(2))).toMatchObject({ wanted: 4 })
    store.undo(1, eventId(), 'Adam')
    store.setOverlap([1, 2], 4)
    expect(list(true)).toEqual([])
    decide(1, 'Di')
    expect(list(true)).toEqual([1])
  })

  test('of what had begun goes on when others get no more reviews', () => {
    store.setOverlap([], 0)
    expect(store.reviews.pairIds()).toEqual([1])
    expect(list(true)).toEqual([1])
  })
})

test('what is known of pairs elsewhere hides gold pairs from their reviewers', () => {
  store.decide(3, 'reject', { eventId: eventId(), reviewer: 'Olga', milliseconds: 1 })
  store.setGold([3], true)
  store.setOverlap([1, 3], 2)
  paint(1, 'Ann', 'a', 8)
  decide(1, 'Ann')
  store.edit(
    2,
    eventId(),
    'Brush stroke',
    [{ type: 'region.add', region: { ...region('b', 4), category: 'barn' }, index: 0 }],
    'Ann',
  )
  store.decide(2, 'accept', { eventId: eventId(), reviewer: 'Ann', milliseconds: 1 })
  const keys = (isBlind: boolean): string[] =>
    [...store.decisions.inForce(isBlind)].flat().map(({ key }) => key)
  expect([keys(false), keys(true)]).toEqual([['p2', 'p3'], ['p2']])
  const known = (name: string): unknown[] =>
    store
      .pairsOf(name)
      .mapFacts()
      .map(({ key, state, category }) => [key, state, category])
  expect(known('Ann')).toEqual([
    ['p1', 'corrected', 'house'],
    ['p2', 'corrected', 'barn'],
    ['p3', 'unreviewed', null],
  ])
  expect(known('Bo')).toEqual([
    ['p1', 'unreviewed', null],
    ['p2', 'corrected', 'barn'],
    ['p3', 'unreviewed', null],
  ])
})

test('an untouched pair is found by any capitals in its name, and by nothing that others wrote', () => {
  const keys = ['Äußere-Érable', 'МОСКВА']
  store.pairs.synchronise([...keys.map(foundPair), foundPair('p1')])
  const ids = keys.map((key) => store.pairs.byKey.idOf(key) ?? 0)
  store.setOverlap(ids, 2)
  propose(ids[1], 4)
  expect(found('äußere-É')).toEqual([ids[0]])
  expect(found('москва')).toEqual([ids[1]])
  expect(found('house')).not.toContain(ids[1])
  // also once it is opened
  ids.forEach((id) => store.ownReview(id, 'Ann'))
  expect(found('ÄUßERE')).toEqual([ids[0]])
  expect(found('москва')).toEqual([ids[1]])
  expect(found('ann')).toEqual([])
})

test('a pair that a person reviewed blindly is found by its name and their words, and not by the person', () => {
  paint(1, 'Ann', 'a', 8)
  decide(1, 'Ann')
  decide(2, 'Ann', 'reject')
  expect(found('P1')).toEqual([1])
  expect(found('p2')).toEqual([2])
  expect(found('house')).toEqual([1])
  expect([...found('ann'), ...found('review')]).toEqual([])
})

test('a gold pair is decided first, and reviewed blindly from its proposal', () => {
  expect(() => store.setGold([3], true)).toThrow('not decided yet')
  propose(3, 5)
  store.decide(3, 'reject', { eventId: eventId(), reviewer: 'Olga', milliseconds: 1 })
  // all or none
  expect(() => store.setGold([3, 2], true)).toThrow('not decided yet')
  expect(store.gold.list()).toEqual([])
  store.setGold([3], true)
  store.setGold([3], false)
  expect(store.gold.list()).toEqual([])
  store.setGold([3], true)
  expect(store.gold.list()).toEqual([{ id: 3, key: store.pair(3).key }])
  store.setOverlap(store.reviews.untouchedOf(store.pairs.keys()), 2)
  expect(store.open(store.ownReview(3, 'Ann')).document).toMatchObject({
    regions: [{ id: 'r' }],
    review: { state: 'unreviewed' },
  })
  decide(3, 'Ann')
  expect(store.pairsOf('Ann').rows([3])).toMatchObject([{ state: 'accepted' }])
})
