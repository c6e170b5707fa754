import { expect, test } from 'vitest'
import type { CropRecord, PreparedPair } from '../data/prepared-pairs'
import { spread } from './held-out-crops'

const rect = { x: 0, y: 0, width: 1, height: 1 }

function pair(item: number, ...kinds: CropRecord['kind'][]): PreparedPair {
  const crops = kinds.map((kind): CropRecord => {
    return {
      item,
      kind,
      width: 1,
      height: 1,
      beforeWindow: rect,
      afterWindow: rect,
      regions: [],
      offset: 0,
      length: 0,
    }
  })
  const fixed = { before: 'a.png', after: 'b.png', captions: [], links: [], regions: [], isHeldOut: true }
  const key = `pair-${item}`
  return { item: { ...fixed, pairId: item, key, isUnchanged: true }, movement: null, path: '', crops }
}

function many(first: number, count: number, ...kinds: CropRecord['kind'][]): PreparedPair[] {
  return Array.from({ length: count }, (_, at) => pair(first + at, ...kinds))
}

/** Of the chosen crops, how many are of each kind, and of which pairs. */
function chosen(pairs: readonly PreparedPair[], limit: number) {
  const entries = spread(pairs, limit)
  const counts: Partial<Record<CropRecord['kind'], number>> = {}
  entries.forEach(([, { kind }]) => (counts[kind] = (counts[kind] ?? 0) + 1))
  return { counts, items: entries.map(([, { item }]) => item) }
}

test('all are scored where they are no more than the limit', () => {
  expect(chosen(many(0, 4, 'whole', 'window', 'empty'), 12).counts).toEqual({ whole: 4, window: 4, empty: 4 })
})

test('each kind has its share, and the last pairs count as the first do', () => {
  const pairs = [...many(0, 45, 'window', 'window', 'empty'), ...many(45, 15, 'empty')]
  const { counts, items } = chosen(pairs, 32)
  expect(counts).toEqual({ window: 19, empty: 13 })
  expect(items.filter((item) => item >= 45).length).toBeGreaterThanOrEqual(3)
  expect(items.filter((item) => item >= 20 && item < 45).length).toBeGreaterThanOrEqual(12)
})

test('a second crop of a pair comes after the first of every other one', () => {
  const { items } = chosen(many(0, 10, 'window', 'window', 'window'), 14)
  expect(new Set(items.slice(0, 10)).size).toBe(10)
  expect(items).toHaveLength(14)
})

test('a kind that is rare is scored all the same', () => {
  expect(chosen([...many(0, 99, 'window'), ...many(99, 1, 'empty')], 20).counts).toEqual({
    window: 19,
    empty: 1,
  })
})
