import { expect, it, test } from 'vitest'
import { spellAgo, spellDuration, throughputOf, spellThroughput } from './duration'

it('spells a wait in the unit that matters', () => {
  expect(spellDuration(0.2)).toBe('1 s')
  expect(spellDuration(59)).toBe('59 s')
  expect(spellDuration(95)).toBe('2 min')
  expect(spellDuration(3600 * 2 + 60 * 10)).toBe('2 h 10 min')
})

it('spells how long ago something was', () => {
  const now = Date.UTC(2026, 0, 2)
  expect(spellAgo(now - 5000, now)).toBe('just now')
  expect(spellAgo(now - 5 * 60_000, now)).toBe('5 min ago')
  expect(spellAgo(now - 3 * 3_600_000, now)).toBe('3 h ago')
})

test('rate and time left are told once there is something to tell them by', () => {
  expect(spellThroughput(throughputOf(0, 300, 5))).toEqual([])
  expect(spellThroughput(throughputOf(8, 300, 0.2))).toEqual([])
  expect(spellThroughput(throughputOf(100, 300, 2))).toEqual(['50.0 a second', '4 s left'])
})
