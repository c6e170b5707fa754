import { describe, expect, test } from 'vitest'
import type { DecisionRecord } from '../contract/statistics'
import { summarise } from './statistics'

const model = { proposer: 'model', version: '2' }
const decision = (change: Partial<DecisionRecord>): DecisionRecord => ({
  key: 'town',
  state: 'accepted',
  at: new Date(2026, 10, 26, 9, 30).getTime(),
  milliseconds: 4000,
  reviewer: 'Ada',
  proposal: model,
  maskIou: 1,
  captionDistance: 0,
  ...change,
})

describe('a summary of decisions', () => {
  test('has counts by day, hour, reviewer and proposer', () => {
    const at = new Date(2026, 10, 25, 23, 59).getTime()
    const summary = summarise(
      [
        decision({ at, reviewer: '' }),
        decision({ state: 'corrected', milliseconds: 20_000, maskIou: 0.5, captionDistance: 7 }),
        decision({ state: 'rejected', milliseconds: 0, maskIou: 0 }),
        decision({ proposal: null, maskIou: null, captionDistance: null, milliseconds: 8000 }),
      ],
      10,
    )
    expect(summary).toMatchObject({ pairCount: 10, decided: 4, asProposed: 1 / 3 })
    expect(summary.times).toEqual({ lowerQuartile: 6, median: 8, upperQuartile: 14 })
    expect(summary.days).toEqual([
      { day: '2026-11-25', decided: 1 },
      { day: '2026-11-26', decided: 3 },
    ])
    expect([summary.hours[9], summary.hours[23]]).toEqual([3, 1])
    expect(summary.reviewers).toMatchObject([
      { reviewer: 'Ada', decided: 3, asProposed: 0 },
      { reviewer: '', decided: 1, asProposed: 1 },
    ])
    expect(summary.proposers).toMatchObject([
      { ...model, decided: 3, corrected: 1, rejected: 1, flagged: 0, medianIou: 0.75 },
    ])
  })

  test('of nothing has no shares and no times', () => {
    expect(summarise([], 3)).toMatchObject({ decided: 0, asProposed: null, times: null, days: [] })
  })
})
