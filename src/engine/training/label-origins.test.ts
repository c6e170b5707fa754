import { expect, test } from 'vitest'
import type { Proposal } from '../../contract/proposal'
import type { Diff } from '../../domain/diff'
import type { Caption, Region, Source } from '../../domain/document'
import { emptyDocument } from '../../domain/document'
import { encodeRle } from '../../mask/rle'
import { originsOf } from './label-origins'

const proposed = { kind: 'proposal', proposalId: 7 } as const
const answered = { kind: 'model', model: 'base', version: '1' } as const
const base = { model: 'base', version: '1' }

function region(id: string, from: number, change: Partial<Region> = {}): Region {
  const mask = encodeRle({ width: 8, height: 8, data: new Uint8Array(64).fill(1, from, from + 8) })
  const start = { category: 'change', status: 'accepted', beforeMask: null, score: 0.9 } as const
  return { id, mask, source: proposed, ...start, ...change }
}

function caption(id: string, source: Source): Caption {
  return { id, text: id, rank: 0, source, logProbability: null }
}

/** Of a pair that began from a proposal with these regions. */
function origins(
  proposal: readonly Region[] | null,
  regions: readonly Region[],
  { captions = [], diffs = [] }: { captions?: readonly Caption[]; diffs?: readonly Diff[] } = {},
): ReturnType<typeof originsOf> {
  const stored: Proposal = {
    id: 7,
    pairId: 1,
    madeAt: 0,
    proposer: 'base',
    version: '1',
    provider: 'cpu',
    milliseconds: {},
    score: 1,
    alignment: null,
    remarks: [],
    regions: [...(proposal ?? [])],
    captions: [],
    links: [],
    agreement: null,
  }
  return originsOf(
    {
      proposals: { get: (id) => (id === 7 && proposal !== null ? stored : null) },
      events: { diffsAfter: () => [...diffs] },
    },
    { id: 1, baseProposalId: proposal === null ? null : 7 },
    { ...emptyDocument(), regions: [...regions], captions: [...captions] },
    { regions: regions.filter(({ status }) => status !== 'rejected'), captions },
    (one) => one,
  )
}

const [first, second] = [region('a', 0), region('b', 16)]

test('masks that were accepted as proposed are of that model, whatever their names, and if they were joined', () => {
  expect(origins([first, second], [first, region('b', 16, { category: 'car' })]).masks).toEqual([base])
  const joined = encodeRle({
    width: 8,
    height: 8,
    data: new Uint8Array(64).fill(1, 0, 8).fill(1, 16, 24),
  })
  expect(origins([first, second], [region('a', 0, { mask: joined })]).masks).toEqual([base])
  expect(origins([], []).masks).toEqual([base])
})

test('masks that a person rejected, changed or drew are of no model', () => {
  expect(origins([first, second], [first, { ...second, status: 'rejected' }]).masks).toEqual([])
  expect(origins([first], [{ ...first, status: 'rejected' }]).masks).toEqual([])
  expect(origins([first, second], [first, region('b', 24)]).masks).toEqual([])
  expect(origins([first], [first, region('c', 32, { source: { kind: 'person' } })]).masks).toEqual([])
  expect(origins(null, [region('c', 32, { source: { kind: 'person' } })]).masks).toEqual([])
})

test("the answer for another threshold is the model's, until a person changes a mask of it", () => {
  const answer = region('n', 8, { source: answered })
  const diffs: Diff[] = [[{ type: 'region.add', region: answer, index: 0 }]]
  expect(origins([first], [answer], { diffs }).masks).toEqual([base])
  expect(origins([first], [{ ...answer, mask: first.mask, id: 'n' }, second], { diffs }).masks).toEqual([])
  expect(origins([first], [first, answer], { diffs }).masks).toEqual([base])
})

test('each caption has the model that wrote it, or nobody but a person or a data set', () => {
  const captions = [
    caption('by the proposal', proposed),
    caption('by a person', { kind: 'person' }),
    caption('of the set', { kind: 'imported' }),
    caption('by an answer', { kind: 'model', model: 'other', version: '3' }),
  ]
  const other = { model: 'other', version: '3' }
  expect(origins([first], [first], { captions }).captions).toEqual([base, null, null, other])
})
