import { beforeEach, expect, test, vi } from 'vitest'
import { defaultSettings } from '../../src/contract/work'

vi.stubGlobal('window', {})

const { connectMemoryEngine } = await import('../review/testing')
const { useLive } = await import('../ui/live')
const { openAskPairs, useAskPairs } = await import('./ask-pairs')
const { useBulk } = await import('./bulk')
const { startPairs } = await import('./rows')

const connector = {
  ...defaultSettings.connector,
  isOn: true,
  address: 'http://127.0.0.1:8080/v1',
  model: 'seer',
}

beforeEach(() => {
  const memory = connectMemoryEngine()
  memory.answers.set('pairs.find', () => ({ ids: [1, 2], counts: {}, hasAgreement: false }))
  startPairs(null)
  startPairs('/first')
})

test('what is about pairs of one folder is gone when another opens', () => {
  useLive.setState({ settings: { ...defaultSettings, connector } })
  openAskPairs([1, 2])
  useBulk.setState({ last: { decision: 'reject', pairs: [{ pairId: 1, version: 1 }] } })
  expect(useAskPairs.getState().isOpen).toBe(true)
  startPairs('/second')
  expect(useAskPairs.getState().isOpen).toBe(false)
  expect(useBulk.getState().last).toBeNull()
})
