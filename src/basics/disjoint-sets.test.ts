import { expect, test } from 'vitest'
import { DisjointSets } from './disjoint-sets'

test('numbers that are joined, in whatever order, have the least of them', () => {
  const sets = new DisjointSets(11)
  for (const [a, b] of [
    [9, 7],
    [3, 5],
    [5, 9],
    [2, 2],
  ]) {
    sets.join(a, b)
  }
  expect([0, 2, 3, 5, 7, 9, 10].map((number) => sets.rootOf(number))).toEqual([0, 2, 3, 3, 3, 3, 10])
})
