import { describe, expect, test } from 'vitest'
import { centred } from './centred'
import { DIMENSIONS, embeddingOf, PARTS, project, quantise } from './embedding'
import { EmbeddingSet } from './embedding-set'
import { farthestFirst } from './farthest-first'
import { mapOf } from './map'
import { nearDuplicates } from './near-duplicates'
import { nearestFirst } from './nearest-first'
import { embeddingWith, madeSet, randomNumbers, setOf } from './testing'

const never = (): boolean => false
const areFirstAndLast = (a: number, b: number): boolean => Math.min(a, b) === 1 && Math.max(a, b) === 401
const sorted = (ids: readonly number[]): number[] => ids.toSorted((a, b) => a - b)

describe('embeddings', () => {
  test('have their largest number at 127, and zeros stay zeros', () => {
    expect([...quantise(Float32Array.of(1, -2, 0.5))]).toEqual([64, -127, 32])
    expect([...quantise(new Float32Array(3))]).toEqual([0, 0, 0])
  })

  test('keep the cosines of what they are made of', () => {
    const next = randomNumbers(1)
    const one = Float32Array.from({ length: 2000 }, () => next() - 0.5)
    const other = one.map((value) => 0.8 * value + 0.6 * (next() - 0.5))
    const set = new EmbeddingSet()
    set.put(1, quantise(project(one, DIMENSIONS)))
    set.put(2, quantise(project(other, DIMENSIONS)))
    const dot = one.reduce((sum, value, at) => sum + value * other[at], 0)
    const lengths = Math.sqrt(
      one.reduce((sum, value) => sum + value * value, 0) *
        other.reduce((sum, value) => sum + value * value, 0),
    )
    expect(set.cosine(0, 1)).toBeCloseTo(dot / lengths, 1)
  })

  test('do not depend on the lengths of their parts, and a part without values is zeros', () => {
    const part = Float32Array.of(1, 2, 3)
    const none = new Float32Array()
    const short = embeddingOf({ scene: part, change: none, regions: part })
    const long = embeddingOf({ scene: part.map((value) => 100 * value), change: none, regions: part })
    expect(long).toEqual(short)
    expect(short).toHaveLength(DIMENSIONS)
    const { scene, change } = PARTS
    expect(new Set(short.subarray(scene.dimensions, scene.dimensions + change.dimensions))).toEqual(
      new Set([0]),
    )
  })

  test('are compared by what the set does not have in common, each part by its weight', () => {
    const next = randomNumbers(2)
    const common = Float32Array.from({ length: 300 }, () => 5 * next())
    const kinds = [0, 1].map(() => Float32Array.from({ length: 300 }, () => next() - 0.5))
    const set = new EmbeddingSet()
    for (let id = 1; id <= 40; id += 1) {
      const scene = common.map((value, at) => value + kinds[id % 2][at] + 0.5 * (next() - 0.5))
      set.put(id, embeddingOf({ scene, change: new Float32Array(), regions: new Float32Array() }))
    }
    const apart = centred(set)
    expect(set.cosine(0, 1)).toBeGreaterThan(0.9)
    expect(apart.cosine(0, 1)).toBeLessThan(-0.3)
    expect(apart.cosine(0, 2)).toBeGreaterThan(0.3)
    expect(apart.count).toBe(40)
  })

  test('of one pair, or of equal pairs, have nothing apart', () => {
    expect(centred(new EmbeddingSet()).count).toBe(0)
    const same = centred(setOf([9, 1], [9, 1]))
    expect([same.count, same.cosine(0, 1)]).toEqual([2, 0])
  })

  test('of a pair can be replaced, and there is room for many', () => {
    const set = madeSet(5000, 3)
    expect(set.count).toBe(5000)
    set.put(2, embeddingWith(5))
    expect([set.count, set.cosine(set.rowOf(2), set.rowOf(2)), set.rowOf(9999)]).toEqual([5000, 1, -1])
  })
})

describe('the nearest pairs', () => {
  test('come in the order of their cosines, the pair itself first', () => {
    const set = setOf([0, 100], [100, 0], [100, 50], [-100, 0])
    expect(nearestFirst(set, [1, 2, 3, 4], 2)).toEqual([2, 3, 1, 4])
  })

  test('stay in their order where they are equal, and those without an embedding come last', () => {
    const set = setOf([1, 0], [1, 0], [1, 0])
    expect(nearestFirst(set, [9, 3, 1, 2, 8], 2)).toEqual([2, 3, 1, 9, 8])
  })

  test('are none for a pair without an embedding, and one pair is its own list', () => {
    expect(nearestFirst(new EmbeddingSet(), [1], 1)).toBeNull()
    expect(nearestFirst(setOf([3]), [1], 1)).toEqual([1])
    expect(nearestFirst(setOf([3]), [], 1)).toEqual([])
  })
})

describe('the most different pairs first', () => {
  test('begin near the mean and go to what is farthest from all before', () => {
    // 2 lies in the middle; 4 is opposite of 1
    const set = setOf([100, 0], [100, 100], [0, 100], [90, 10], [-100, -20])
    const order = farthestFirst(set, [1, 2, 3, 4, 5])
    expect(order[0]).toBe(2)
    expect(order[1]).toBe(5)
    expect(sorted(order)).toEqual([1, 2, 3, 4, 5])
  })

  test('show one pair of each kind before a second one', () => {
    const order = farthestFirst(
      madeSet(600, 12),
      Array.from({ length: 600 }, (_, index) => index + 1),
    )
    expect(new Set(order.slice(0, 12).map((id) => id % 12)).size).toBe(12)
    expect(new Set(order).size).toBe(600)
  })

  test('after the ones that are chosen one by one come by their distance to these', () => {
    const set = setOf([100, 0], [0, 100], [100, 10], [100, 40])
    // 3 and 4 lie near 1
    expect(farthestFirst(set, [1, 2, 3, 4], 2).slice(2)).toHaveLength(2)
    expect(sorted(farthestFirst(set, [1, 2, 3, 4], 2))).toEqual([1, 2, 3, 4])
  })

  test('are any number of pairs, equal ones too', () => {
    expect(farthestFirst(new EmbeddingSet(), [])).toEqual([])
    expect(farthestFirst(new EmbeddingSet(), [4, 2])).toEqual([4, 2])
    expect(farthestFirst(setOf([1]), [1])).toEqual([1])
    expect(farthestFirst(setOf([1], [1], [1]), [1, 2, 3])).toEqual([1, 2, 3])
    expect(farthestFirst(setOf([0], [0]), [1, 2])).toHaveLength(2)
  })

  test('are the same with and without the shortcut of the triangle inequality', () => {
    const set = madeSet(200, 5)
    const ids = Array.from({ length: 200 }, (_, index) => index + 1)
    const order = farthestFirst(set, ids)
    for (let place = 1; place < 20; place += 1) {
      const before = order.slice(0, place)
      const nearestOf = (id: number): number =>
        Math.min(...before.map((other) => 1 - set.cosine(set.rowOf(id), set.rowOf(other))))
      const farthest = Math.max(...ids.map(nearestOf))
      expect(nearestOf(order[place])).toBeCloseTo(farthest, 5)
    }
  })
})

describe('near-duplicates', () => {
  test('are named with the first of their kind', () => {
    const set = setOf([100, 3, 50], [0, 100, 7], [100, 3, 50], [100, 3, 50])
    expect([...nearDuplicates(set, [1, 2, 3, 4], never)]).toEqual(
      expect.arrayContaining([
        [3, 1],
        [4, 1],
      ]),
    )
    expect(nearDuplicates(set, [1, 2, 3, 4], never).size).toBe(2)
  })

  test('are also pairs whose frames look alike, though their embeddings are not quite equal', () => {
    const set = madeSet(400, 20)
    const base = set.values.slice(0, DIMENSIONS)
    set.put(
      401,
      base.map((value, at) => value + (at % 3) * 4),
    )
    const ids = Array.from({ length: 401 }, (_, index) => index + 1)
    expect([...nearDuplicates(set, ids, areFirstAndLast)]).toEqual([[401, 1]])
  })

  test('are none among no pairs, one pair, or different ones', () => {
    expect(nearDuplicates(new EmbeddingSet(), [], never).size).toBe(0)
    expect(nearDuplicates(setOf([1]), [1, 2], never).size).toBe(0)
    expect(
      nearDuplicates(
        madeSet(300, 300),
        Array.from({ length: 300 }, (_, at) => at + 1),
        never,
      ).size,
    ).toBe(0)
  })
})

describe('the map', () => {
  test('puts pairs of a kind beside each other, and others elsewhere', () => {
    const ids = Array.from({ length: 90 }, (_, index) => index + 1)
    const { x, y } = mapOf(madeSet(90, 3), ids)
    const apart = (a: number, b: number): number => Math.hypot(x[a] - x[b], y[a] - y[b])
    expect(apart(0, 3)).toBeLessThan(0.4)
    expect(Math.min(apart(0, 1), apart(1, 2), apart(0, 2))).toBeGreaterThan(0.6)
    expect(Math.max(...x, ...y)).toBeLessThanOrEqual(1)
    expect(Math.min(...x, ...y)).toBeGreaterThanOrEqual(-1)
  })

  test('is the same for the same embeddings', () => {
    const ids = [1, 2, 3, 4, 5, 6]
    expect(mapOf(madeSet(6, 2), ids)).toEqual(mapOf(madeSet(6, 2), ids))
  })

  test('holds the pairs that have an embedding, any number of them', () => {
    expect(mapOf(new EmbeddingSet(), [1, 2])).toEqual({
      ids: [],
      x: new Float32Array(),
      y: new Float32Array(),
    })
    expect(mapOf(setOf([5]), [1, 2])).toEqual({ ids: [1], x: Float32Array.of(0), y: Float32Array.of(0) })
    expect(mapOf(setOf([5], [5]), [1, 2]).x).toEqual(Float32Array.of(0, 0))
  })
})
