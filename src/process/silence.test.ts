import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Silence } from './silence'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('who says nothing for so many turns is told of once, and who speaks begins anew', () => {
  const onSilent = vi.fn<() => void>()
  const onTurn = vi.fn<() => void>()
  const silence = new Silence({ milliseconds: 100, turns: 3, onTurn, onSilent })
  vi.advanceTimersByTime(250)
  silence.heard()
  vi.advanceTimersByTime(220)
  expect(onTurn).toHaveBeenCalledTimes(4)
  expect(onSilent).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1000)
  expect(onSilent).toHaveBeenCalledTimes(1)
})

test('an hour in which the machine slept is one turn', () => {
  const onSilent = vi.fn<() => void>()
  const silence = new Silence({ milliseconds: 100, turns: 3, onSilent })
  vi.setSystemTime(Date.now() + 3_600_000)
  vi.advanceTimersByTime(200)
  expect(onSilent).not.toHaveBeenCalled()
  silence.end()
  vi.advanceTimersByTime(1000)
  expect(onSilent).not.toHaveBeenCalled()
})
