import { describe, expect, it } from 'vitest'
import type { PairRow } from '../../src/contract/project'
import { RowCache } from './row-cache'

function row(id: number, version = 1, agreement: number | null = null): PairRow {
  return {
    id,
    key: `pair-${id}`,
    split: null,
    sequence: null,
    window: null,
    width: 1,
    height: 1,
    problem: null,
    state: 'unreviewed',
    regionCount: 0,
    caption: null,
    score: null,
    expectedIou: null,
    agreement,
    version,
  }
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index)
}

function rig(options: { capacity?: number; batch?: number } = {}) {
  const asked: number[][] = []
  const errors: unknown[] = []
  const waiting: { ids: number[]; resolve: (rows: PairRow[]) => void; reject: (error: Error) => void }[] = []
  const cache = new RowCache({
    fetchRows(ids) {
      asked.push(ids)
      return new Promise((resolve, reject) => waiting.push({ ids, resolve, reject }))
    },
    onError: (error) => errors.push(error),
    capacity: options.capacity ?? 1000,
    batch: options.batch ?? 100,
    settleMilliseconds: 5,
  })
  async function answer(version = 1, agreement: number | null = null): Promise<void> {
    const call = waiting.shift()
    call?.resolve(call.ids.map((id) => row(id, version, agreement)))
    await new Promise((resolve) => setTimeout(resolve, 0))
  }
  async function fail(): Promise<void> {
    waiting.shift()?.reject(new Error('gone'))
    await new Promise((resolve) => setTimeout(resolve, 0))
  }
  return { cache, asked, errors, answer, fail }
}

describe('the rows on screen', () => {
  it('tell whether any of them says how far its captions and regions agree', async () => {
    const { cache, answer } = rig()
    cache.want([1])
    await answer()
    expect(cache.has('agreement')).toBe(false)
    cache.want([1, 2])
    await answer(1, 0.5)
    expect(cache.has('agreement')).toBe(true)
    cache.clear()
    expect(cache.has('agreement')).toBe(false)
  })

  it('are asked for once', async () => {
    const { cache, asked, answer } = rig()
    cache.want(range(0, 30))
    cache.want(range(0, 30))
    await answer()
    cache.want(range(0, 30))
    expect(asked).toEqual([range(0, 30)])
    expect(cache.get(29)?.key).toBe('pair-29')
  })

  it('are the latest window: what was passed while a request ran is not asked for', async () => {
    const { cache, asked, answer } = rig()
    cache.want(range(0, 30))
    for (let start = 1000; start < 90_000; start += 1000) {
      cache.want(range(start, start + 30))
    }
    await answer()
    await answer()
    expect(asked).toEqual([range(0, 30), range(89_000, 89_030)])
  })

  it('are fetched in batches', async () => {
    const { cache, asked, answer } = rig({ batch: 20 })
    cache.want(range(0, 50))
    await answer()
    await answer()
    await answer()
    expect(asked.map((ids) => ids.length)).toEqual([20, 20, 10])
  })

  it('tell their listeners when they arrive', async () => {
    const { cache, answer } = rig()
    let count = 0
    const stop = cache.subscribe(() => (count += 1))
    cache.want([1])
    await answer()
    expect(count).toBe(1)
    stop()
    cache.want([2])
    await answer()
    expect(count).toBe(1)
  })
})

describe('a row that has changed', () => {
  it('stays on screen until the new one is there, and many changes are one request', async () => {
    const { cache, asked, answer } = rig()
    cache.want([1, 2, 3])
    await answer()
    cache.markStale(1, 2)
    cache.markStale(2, 2)
    cache.markStale(1, 3)
    expect(cache.get(1)?.version).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(asked.at(-1)).toEqual([1, 2])
    await answer(2)
    expect(cache.get(1)?.version).toBe(2)
    expect(cache.get(3)?.version).toBe(1)
  })

  it('is not fetched where its version is known or it is not on screen', async () => {
    const { cache, asked, answer } = rig()
    cache.want([1])
    await answer()
    cache.markStale(1, 1)
    cache.markStale(77, 5)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(asked).toEqual([[1]])
  })

  it('is fetched whatever its version after a proposal, which is no event', async () => {
    const { cache, asked, answer } = rig()
    cache.want([1])
    await answer()
    cache.markStale(1, null)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(asked).toEqual([[1], [1]])
  })
})

describe('limits', () => {
  it('drops the oldest rows that are not on screen', async () => {
    const { cache, answer } = rig({ capacity: 40 })
    cache.want(range(0, 30))
    await answer()
    cache.want(range(100, 130))
    await answer()
    expect(cache.get(0)).toBeUndefined()
    expect(cache.get(129)).toBeDefined()
  })

  it('does not ask again and again for rows that the engine does not have', async () => {
    const { cache, asked } = rig()
    const silent = new RowCache({
      fetchRows: async (ids) => {
        asked.push(ids)
        return []
      },
      onError: () => undefined,
      capacity: 10,
      batch: 10,
      settleMilliseconds: 1,
    })
    silent.want([1, 2])
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(asked).toEqual([[1, 2]])
    expect(cache.get(1)).toBeUndefined()
  })

  it('says when rows cannot be had, and tries again with the next window', async () => {
    const { cache, asked, errors, fail } = rig()
    cache.want([1])
    await fail()
    expect(errors).toHaveLength(1)
    cache.want([1])
    expect(asked).toHaveLength(2)
  })

  it('forgets answers to questions about the project before', async () => {
    const { cache, answer } = rig()
    cache.want([1])
    cache.clear()
    await answer()
    expect(cache.get(1)).toBeUndefined()
  })
})
