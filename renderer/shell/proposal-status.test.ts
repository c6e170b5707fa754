import { expect, test } from 'vitest'
import type { QueueStatus } from '../../src/contract/proposal'
import { madeQueue } from '../testing/made-project'
import { canPropose, proposalSummary, shareDone } from './proposal-summary'

const idle = madeQueue({
  done: 0,
  total: 0,
  coverage: { pairs: 4, proposed: 0, missing: 4, unnamed: 0 },
})

const coverage = (proposed: number, missing: number): QueueStatus['coverage'] => ({
  pairs: 4,
  proposed,
  missing,
  unnamed: 0,
})

test.each<[string, Partial<QueueStatus>, boolean, string]>([
  ['a new folder', {}, true, '4 of 4 pairs have no proposal yet'],
  ['reopened, all there', { coverage: coverage(4, 0) }, false, 'Proposals ready for all 4'],
  ['reopened, some lack one', { coverage: coverage(3, 1) }, true, '1 of 4 pairs have no proposal yet'],
  ['another proposer has none', { coverage: coverage(4, 2) }, true, '2 of 4 pairs have no proposal yet'],
  ['a pair has a problem', { coverage: coverage(3, 0) }, false, 'Proposals ready for 3 of 4'],
  [
    'some failed',
    { done: 3, failed: 1, total: 4, coverage: coverage(3, 1) },
    true,
    '1 of 4 pairs have no proposal yet · 1 failed',
  ],
  ['running', { isRunning: true, done: 1, total: 4, coverage: null }, false, 'Proposing 1 of 4'],
  [
    'a large pair',
    { isRunning: true, done: 1, total: 4, parts: { done: 12, total: 1170 }, coverage: null },
    false,
    'Proposing 1 of 4 · part 12 of 1,170',
  ],
  [
    'a large pair by itself',
    { parts: { done: 1, total: 6 }, coverage: coverage(4, 0) },
    false,
    'Proposals ready for all 4 · part 1 of 6',
  ],
  [
    'all proposed for, and named now',
    { isRunning: true, done: 4, total: 4, naming: { done: 1, total: 3 }, coverage: null },
    false,
    'Naming 1 of 3',
  ],
  [
    'stopped before all were named',
    { done: 4, total: 4, coverage: { pairs: 4, proposed: 4, missing: 0, unnamed: 2 } },
    true,
    '2 of 4 proposals have no names yet',
  ],
  ['a store that cannot be read', { coverage: null }, false, 'Proposals ahead'],
])(
  'the status says how many pairs have proposals, and offers to propose where some lack one: %s',
  (_, change, isStartable, summary) => {
    const status = { ...idle, ...change }
    expect([canPropose(status), proposalSummary(status)]).toEqual([isStartable, summary])
  },
)

test('parts of a large pair count as a share of it', () => {
  expect(shareDone({ ...idle, isRunning: true, done: 1, total: 4, parts: { done: 3, total: 6 } })).toBe(0.375)
  expect(shareDone(idle)).toBe(0)
  expect(shareDone({ ...idle, isRunning: true, naming: { done: 3, total: 4 } })).toBe(0.75)
})
