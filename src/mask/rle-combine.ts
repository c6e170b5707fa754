import { decodeCounts, encodeCounts, RleError } from './rle'
import type { Rle } from './rle'

/** Runs only, no pixels: the cost grows with the number of runs of both masks. */
function combineRle(a: Rle, b: Rle, rule: (a: number, b: number) => number): Rle {
  if (a.size[0] !== b.size[0] || a.size[1] !== b.size[1]) {
    throw new RleError(
      `masks of ${a.size[1]} x ${a.size[0]} and ${b.size[1]} x ${b.size[0]} pixels do not combine`,
    )
  }
  const total = a.size[0] * a.size[1]
  const [edgesA, edgesB] = [edgesOf(a), edgesOf(b)]
  const runs = new Int32Array(edgesA.length + edgesB.length + 1)
  let length = 0
  let [indexA, indexB] = [0, 0]
  let start = 0
  let value = 0
  for (let at = 0; at < total;) {
    // each edge at or before `at` has flipped its side's value; several can share an index (empty runs)
    while (indexA < edgesA.length && edgesA[indexA] <= at) {
      indexA += 1
    }
    while (indexB < edgesB.length && edgesB[indexB] <= at) {
      indexB += 1
    }
    const next = rule(indexA & 1, indexB & 1)
    if (next !== value) {
      runs[length] = at - start
      length += 1
      start = at
      value = next
    }
    const nextA = indexA < edgesA.length ? edgesA[indexA] : total
    const nextB = indexB < edgesB.length ? edgesB[indexB] : total
    at = nextA < nextB ? nextA : nextB
  }
  runs[length] = total - start
  return { size: [a.size[0], a.size[1]], counts: encodeCounts(runs.subarray(0, length + 1)) }
}

export function xorRle(a: Rle, b: Rle): Rle {
  return combineRle(a, b, (x, y) => x ^ y)
}

export function unionRle(a: Rle, b: Rle): Rle {
  return combineRle(a, b, (x, y) => x | y)
}

export function intersectRle(a: Rle, b: Rle): Rle {
  return combineRle(a, b, (x, y) => x & y)
}

export function subtractRle(a: Rle, b: Rle): Rle {
  return combineRle(a, b, (x, y) => x & (1 - y))
}

/** Column-order indices at which the mask flips, without the end. */
function edgesOf(rle: Rle): Int32Array {
  const edges = decodeCounts(rle.counts)
  let index = 0
  for (let position = 0; position < edges.length; position += 1) {
    index += edges[position]
    edges[position] = index
  }
  if (index !== rle.size[0] * rle.size[1]) {
    throw new RleError(`the runs of the mask do not add up to ${rle.size[1]} x ${rle.size[0]} pixels`)
  }
  return edges.subarray(0, -1)
}
