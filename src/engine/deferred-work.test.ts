import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DeferredWork } from './deferred-work'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Work of so many milliseconds. */
function working(cost: number): { times: number[]; work: DeferredWork } {
  const times: number[] = []
  const work = new DeferredWork(500, () => {
    times.push(performance.now())
    vi.setSystemTime(Date.now() + cost)
    vi.advanceTimersByTime(cost)
  })
  return { times, work }
}

test('changes in quick succession are followed by one piece of work', async () => {
  const { times, work } = working(0)
  const began = performance.now()
  work.soon()
  work.soon()
  await vi.advanceTimersByTimeAsync(400)
  work.soon()
  await vi.advanceTimersByTimeAsync(2000)
  expect(times).toEqual([began + 500])
})

test('work that took long waits until twenty times as long has passed', async () => {
  const { times, work } = working(100)
  const began = performance.now()
  work.soon()
  await vi.advanceTimersByTimeAsync(500)
  work.soon()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(times).toEqual([began + 500, began + 600 + 2000])
})

test('after its closing nothing is done', async () => {
  const { times, work } = working(0)
  work.soon()
  work.close()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(times).toEqual([])
})

test('what changes while it is done is followed by one more', async () => {
  const began = performance.now()
  const times: number[] = []
  const work: DeferredWork = new DeferredWork(500, async () => {
    times.push(performance.now())
    await new Promise((resolve) => setTimeout(resolve, 100))
  })
  work.soon()
  await vi.advanceTimersByTimeAsync(550)
  work.soon()
  work.soon()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(times).toEqual([began + 500, began + 600 + 2000])
})

test('work that fails is done after the next change', async () => {
  let times = 0
  const work = new DeferredWork(500, () => {
    times += 1
    throw new Error('the disk is full')
  })
  work.soon()
  await vi.advanceTimersByTimeAsync(1000)
  work.soon()
  await vi.advanceTimersByTimeAsync(1000)
  expect(times).toBe(2)
})
