import { expect, test } from 'vitest'
import type { QueueStatus } from '../../src/contract/proposal'
import { canPropose, proposalSummary } from './proposal-summary'

const idle: QueueStatus = {
  isRunning: false,
  proposer: 'difference',
  done: 0,
  failed: 0,
  total: 0,
  rate: null,
  secondsLeft: null,
  currentKey: null,
}

test.each<[string, Partial<QueueStatus>, boolean, string]>([
  ['never begun', {}, true, 'Proposals ahead'],
  ['stopped', { done: 2, total: 4 }, true, 'Proposals 2 of 4'],
  ['some failed', { done: 3, failed: 1, total: 4 }, true, 'Proposals 3 of 4 · 1 failed'],
  ['all there', { done: 4, total: 4 }, false, 'Proposals ready for all 4'],
  ['running', { isRunning: true, done: 1, total: 4 }, false, 'Proposing 1 of 4'],
])('proposing for all pairs can be started or not: %s', (_, change, isStartable, summary) => {
  const status = { ...idle, ...change }
  expect([canPropose(status), proposalSummary(status)]).toEqual([isStartable, summary])
})
