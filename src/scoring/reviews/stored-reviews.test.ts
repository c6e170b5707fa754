import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Region } from '../../domain/document'
import { encodeRle } from '../../mask/rle'
import { Meteor } from '../../metrics/meteor/meteor'
import type { ProjectStore } from '../../store/project-store'
import { foundPair, openTestStore } from '../../store/testing'
import { loadProductResources } from '../meteor-product'
import { agreementReport } from './agreement-report'
import type { AgreementReport } from './agreement-report'
import { readStoredReviews } from './stored-reviews'

let folder = ''
let store: ProjectStore
let events = 0

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-reviews-'))
  store = openTestStore(folder)
  store.pairs.synchronise(['a', 'b'].map(foundPair))
})
afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true })
})

function propose(pairId: number, version: string): void {
  const data = new Uint8Array(64).fill(1, 0, 9)
  const region: Region = {
    id: 'region',
    category: 'house',
    status: 'proposed',
    mask: encodeRle({ width: 8, height: 8, data }),
    beforeMask: null,
    source: { kind: 'person' },
    score: null,
  }
  const made = {
    proposer: 'model',
    version,
    provider: 'cpu',
    madeAt: 1,
    milliseconds: {},
    score: 0.5,
  } as const
  const content = { regions: [region], captions: [], links: [] }
  store.addProposal(
    { pairId, ...made, ...content, alignment: null, remarks: [], agreement: null },
    { isOffer: false },
  )
}

function decide(pairId: number, reviewer: string | null): void {
  const row = reviewer === null ? pairId : store.ownReview(pairId, reviewer)
  events += 1
  store.decide(row, 'accept', { eventId: `event-number-${events}`, reviewer, milliseconds: 1 })
}

async function report(): Promise<AgreementReport> {
  const meteor = new Meteor(await loadProductResources(), ['exact'])
  return agreementReport(readStoredReviews(store), meteor, { resamples: 0, seed: 1 })
}

test('a pair counts for a model where the reviews of both people began from its proposal', async () => {
  propose(1, '1')
  propose(2, '1')
  store.setOverlap([1, 2], 2)
  decide(1, 'Ann')
  decide(2, 'Ann')
  decide(2, 'Ben')
  propose(1, '2')
  decide(1, 'Ben')
  const { two } = await report()
  expect(two).toMatchObject([{ first: 'Ann', second: 'Ben', pairs: 2 }])
  expect(two[0].models?.map(({ model, pairs }) => [model, pairs])).toEqual([['model 1', 1]])
})

test('beside gold a pair counts for the model that the person began from', async () => {
  propose(1, '1')
  store.setOverlap([1], 2)
  decide(1, 'Ann')
  propose(1, '2')
  decide(1, 'Ben')
  // an adjudicated pair
  decide(1, null)
  store.setGold([1], true)
  const { gold } = await report()
  expect(gold.map(({ first, models }) => [first, models?.map(({ model }) => model)])).toEqual([
    ['Ann', ['model 1']],
    ['Ben', ['model 2']],
  ])
})
