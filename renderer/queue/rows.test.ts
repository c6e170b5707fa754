import { beforeEach, expect, test, vi } from 'vitest'
import { DEFAULT_SETTINGS } from '../../src/contract/work'

vi.stubGlobal('window', {})

const { connectMemoryEngine } = await import('../review/testing')
const { useEngineState } = await import('../state/engine-state')
const { useBulk } = await import('./bulk')
const { openCaptionPairs, useCaptionPairs } = await import('./caption-pairs')
const { startPairs } = await import('./rows')

const connector = {
  ...DEFAULT_SETTINGS.connector,
  isOn: true,
  address: 'http://127.0.0.1:8080/v1',
  model: 'seer',
}

beforeEach(() => {
  const memory = connectMemoryEngine()
  memory.answers.set('pairs.find', () => ({ ids: [1, 2], counts: {}, hasAgreement: false, groups: [] }))
  startPairs(null)
  startPairs('/first')
})

test('what is about pairs of one folder is gone when another opens', () => {
  useEngineState.setState({ settings: { ...DEFAULT_SETTINGS, connector } })
  openCaptionPairs([1, 2])
  useBulk.setState({ last: { decision: 'reject', pairs: [{ pairId: 1, version: 1 }] } })
  expect(useCaptionPairs.getState().isOpen).toBe(true)
  startPairs('/second')
  expect(useCaptionPairs.getState().isOpen).toBe(false)
  expect(useBulk.getState().last).toBeNull()
})
