import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NowAndThen } from './now-and-then'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Work of so many milliseconds. */
function working(cost: number): { times: number[]; work: NowAndThen } {
  const times: number[] = []
  const work = new NowAndThen(500, () => {
    times.push(performance.now())
    vi.setSystemTime(Date.now() + cost)
    vi.advanceTimersByTime(cost)
  })
  return { times, work }
}

test('changes in quick succession are followed by one piece of work', () => {
  const { times, work } = working(0)
  const began = performance.now()
  work.soon()
  work.soon()
  vi.advanceTimersByTime(400)
  work.soon()
  vi.advanceTimersByTime(2000)
  expect(times).toEqual([began + 500])
})

test('work that took long waits until twenty times as long has passed', () => {
  const { times, work } = working(100)
  const began = performance.now()
  work.soon()
  vi.advanceTimersByTime(500)
  work.soon()
  vi.advanceTimersByTime(10_000)
  expect(times).toEqual([began + 500, began + 600 + 2000])
})

test('after its closing nothing is done', () => {
  const { times, work } = working(0)
  work.soon()
  work.close()
  vi.advanceTimersByTime(10_000)
  expect(times).toEqual([])
})
