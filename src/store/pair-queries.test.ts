import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PairFilter, PairOrder, ProposerFilter } from '../contract/project'
import type { Proposal } from '../contract/proposal'
import { encodeRle } from '../mask/rle'
import { checkStore } from './check-store'
import { openDatabase } from './sqlite-database'
import { ProjectStore } from './project-store'
import { FILE_ONLY, foundPair, isInDatabase, openTestStore, WITHOUT_SEQUENCES } from './testing'

let folder = ''
let store: ProjectStore

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-find-pairs-'))
  store = openTestStore(folder)
  synchronise(['a', 'b', 'c', 'd'])
})
afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true })
})

function synchronise(keys: readonly string[]): void {
  store.pairs.synchronise(keys.map(foundPair))
}

/** A proposal whose mask is the first pixels of 8 x 8. */
function proposal(pairId: number, proposer: string, score: number, pixels: number): Omit<Proposal, 'id'> {
  const data = new Uint8Array(64).fill(1, 0, pixels)
  return {
    pairId,
    madeAt: 1,
    proposer,
    version: '1',
    provider: 'cpu',
    milliseconds: {},
    score,
    alignment: null,
    remarks: [],
    regions: [
      {
        id: 'import-1',
        category: 'change',
        status: 'proposed',
        mask: encodeRle({ width: 8, height: 8, data }),
        beforeMask: null,
        source: { kind: 'imported' },
        score: null,
      },
    ],
    captions: [],
    links: [],
    agreement: null,
  }
}

const [ours, theirs] = ['difference', 'import:theirs']

/** Pairs 1, 2 and 3 have proposals of both, pair 4 of ours alone. */
function propose(): void {
  for (const [pairId, score] of [
    [1, 0.2],
    [2, 0.9],
    [3, 0.5],
    [4, 0.7],
  ] as const) {
    store.addProposal(proposal(pairId, ours, score, 8), { isOffer: false })
  }
  store.addPredictions([
    proposal(1, theirs, 0.6, 8),
    proposal(2, theirs, 0.1, 4),
    proposal(3, theirs, 0.8, 0),
  ])
}

function found(
  proposers: ProposerFilter | null,
  order: PairOrder = 'key',
  change: Partial<PairFilter> = {},
): number[] {
  return store.pairs.find({ states: null, search: '', hasProblem: null, proposers, ...change }, order)
}

describe('pairs by the proposals of a named proposer', () => {
  beforeEach(propose)

  test('are those with one, in the order of its score', () => {
    expect(found({ proposer: theirs })).toEqual([1, 2, 3])
    expect(found({ proposer: theirs }, 'proposer-score-descending')).toEqual([3, 1, 2])
    expect(found({ proposer: theirs }, 'proposer-score-ascending')).toEqual([2, 1, 3])
    expect(found({ proposer: ours }, 'proposer-score-descending')).toEqual([2, 4, 3, 1])
    expect(found({ proposer: ours }, 'score-descending')).toEqual([2, 4, 3, 1])
    expect(found({ proposer: theirs, minScore: 0.5, maxScore: 0.7 })).toEqual([1])
  })

  test('are ordered and filtered by how far its masks lie from those of another one', () => {
    const both = { proposer: ours, against: theirs }
    expect(found(both, 'proposer-distance')).toEqual([3, 2, 1])
    expect(found({ proposer: theirs, against: ours, minDistance: 0.4 }, 'proposer-distance')).toEqual([3, 2])
    expect(found({ ...both, minDistance: 1 })).toEqual([3])
  })

  test('go with the other filters, and without proposers these orders are that of the folder', () => {
    expect(found({ proposer: theirs }, 'proposer-score-descending', { search: 'b' })).toEqual([2])
    expect(found(null, 'proposer-distance')).toEqual([1, 2, 3, 4])
    expect(found({ proposer: ours }, 'proposer-distance')).toEqual([1, 2, 3, 4])
  })

  test('are counted by proposer', () => {
    synchronise(['a', 'd'])
    expect(store.proposals.distances.proposers()).toEqual([
      { proposer: ours, pairCount: 2 },
      { proposer: theirs, pairCount: 1 },
    ])
  })
})

test('the newest proposal of a proposer counts', () => {
  propose()
  store.addPredictions([proposal(2, theirs, 0.95, 8)])
  expect(found({ proposer: theirs }, 'proposer-score-descending')[0]).toBe(2)
  expect(found({ proposer: theirs, against: ours, minDistance: 0.4 })).toEqual([3])
  expect(store.proposals.ofPair(2).map(({ proposer }) => proposer)).toEqual([theirs, ours])
})

test.skipIf(isInDatabase)(`a store of an older program has the scores of its proposals${FILE_ONLY}`, () => {
  propose()
  store.close()
  const database = openDatabase(join(folder, 'project.db'))
  database.exec(
    `${WITHOUT_SEQUENCES} ALTER TABLE pairs DROP COLUMN shown_window; DROP TABLE proposer_scores; DROP TABLE proposer_distances;
     DROP TABLE pair_embeddings; PRAGMA user_version = 70`,
  )
  database.close()
  store = openTestStore(folder)
  expect(found({ proposer: theirs }, 'proposer-score-descending')).toEqual([3, 1, 2])
  // a distance comes with the next proposal
  expect(found({ proposer: theirs, against: ours })).toEqual([])
  store.addPredictions([proposal(1, theirs, 0.6, 4)])
  expect(found({ proposer: theirs, against: ours, minDistance: 0.5 })).toEqual([1])
})

test.skipIf(isInDatabase)(`a rescued store has them too${FILE_ONLY}`, () => {
  propose()
  store.close()
  const rescued = join(folder, 'rescued', 'project.db')
  expect(checkStore(join(folder, 'project.db'), rescued).damages).toEqual([])
  store = new ProjectStore(rescued)
  expect(found({ proposer: ours, against: theirs }, 'proposer-distance')).toEqual([3, 2, 1])
})

test.skipIf(isInDatabase)(`100,000 pairs are ordered at once${FILE_ONLY}`, () => {
  const keys = Array.from({ length: 100_000 }, (_, index) => `pair-${index}`)
  synchronise(keys)
  store.close()
  const database = openDatabase(join(folder, 'project.db'))
  database.exec(`
    INSERT INTO proposer_scores SELECT 'x', id, id, (id * 7919 % 1000) / 1000.0 FROM pairs WHERE position IS NOT NULL;
    INSERT INTO proposer_distances SELECT 'x', 'y', id, (id * 104729 % 1000) / 1000.0 FROM pairs WHERE position IS NOT NULL`)
  database.close()
  store = openTestStore(folder)
  const started = performance.now()
  expect(found({ proposer: 'x' }, 'proposer-score-descending')).toHaveLength(100_000)
  expect(found({ proposer: 'x', against: 'y', minDistance: 0.5 }, 'proposer-distance')).toHaveLength(50_000)
  expect(performance.now() - started).toBeLessThan(5000)
})

test('the least certain pairs are those whose masks fit least, as proposals expect; else the score tells', () => {
  const made = [
    { ...proposal(1, ours, 1, 4), expectedIou: 0.9 },
    { ...proposal(2, ours, 1, 4), expectedIou: 0.2 },
    // as uncertain as an expected IoU of .4
    proposal(3, ours, 0.7, 4),
  ].map((one) => store.addProposal(one, { isOffer: false }))
  expect(made.map(({ id }) => store.proposals.get(id)?.expectedIou)).toEqual([0.9, 0.2, undefined])
  expect(store.pairs.rows([1, 2, 3]).map(({ expectedIou }) => expectedIou)).toEqual([0.9, 0.2, null])
  expect(found(null, 'uncertainty')).toEqual([2, 3, 1, 4])
})
