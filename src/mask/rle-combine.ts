import { decodeCounts, encodeCounts, RleError } from './rle'
import type { Rle } from './rle'

/** Runs only, no pixels: the cost grows with the number of runs of both masks. */
export function combineRle(a: Rle, b: Rle, rule: (a: number, b: number) => number): Rle {
  requireSameSize(a, b)
  const total = a.size[0] * a.size[1]
  const edges = [edgesOf(a), edgesOf(b)]
  const runs: number[] = []
  let positions = [0, 0]
  let start = 0
  let value = 0
  for (let at = 0; at < total;) {
    // an edge at index i flips the value from there on; several edges can share an index (empty runs)
    positions = positions.map((position, side) => skipTo(edges[side], position, at))
    const next = rule(positions[0] & 1, positions[1] & 1)
    if (next !== value) {
      runs.push(at - start)
      start = at
      value = next
    }
    at = Math.min(edges[0][positions[0]] ?? total, edges[1][positions[1]] ?? total)
  }
  runs.push(total - start)
  return { size: [a.size[0], a.size[1]], counts: encodeCounts(runs) }
}

/** Every stroke passes here: an edge of the result is an edge of one mask and not of the other. */
export function xorRle(a: Rle, b: Rle): Rle {
  requireSameSize(a, b)
  const first = edgesOf(a)
  const second = edgesOf(b)
  const runs: number[] = []
  let last = 0
  let i = 0
  let j = 0
  while (i < first.length || j < second.length) {
    const left = i < first.length ? first[i] : Infinity
    const right = j < second.length ? second[j] : Infinity
    const edge = Math.min(left, right)
    let flips = 0
    for (; i < first.length && first[i] === edge; i += 1) {
      flips += 1
    }
    for (; j < second.length && second[j] === edge; j += 1) {
      flips += 1
    }
    if (flips % 2 === 1) {
      runs.push(edge - last)
      last = edge
    }
  }
  const total = a.size[0] * a.size[1]
  if (last < total || runs.length === 0) {
    runs.push(total - last)
  }
  return { size: [a.size[0], a.size[1]], counts: encodeCounts(runs) }
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

function requireSameSize(a: Rle, b: Rle): void {
  if (a.size[0] !== b.size[0] || a.size[1] !== b.size[1]) {
    throw new RleError(
      `masks of ${a.size[1]} x ${a.size[0]} and ${b.size[1]} x ${b.size[0]} pixels do not combine`,
    )
  }
}

/** Column-order indices at which the mask flips, without the end. */
function edgesOf(rle: Rle): number[] {
  const edges: number[] = []
  let index = 0
  for (const run of decodeCounts(rle.counts)) {
    index += run
    edges.push(index)
  }
  if (edges.pop() !== rle.size[0] * rle.size[1]) {
    throw new RleError(`the runs of the mask do not add up to ${rle.size[1]} x ${rle.size[0]} pixels`)
  }
  return edges
}

function skipTo(edges: readonly number[], position: number, at: number): number {
  let result = position
  while (result < edges.length && edges[result] <= at) {
    result += 1
  }
  return result
}
