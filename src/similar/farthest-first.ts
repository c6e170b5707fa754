import { alongOf, embeddedOf, meanOf } from './embedding-set'
import type { EmbeddingSet } from './embedding-set'
import { byDescending } from './nearest-first'

/** Pairs that are chosen one by one; see `farthestFirst`. */
export const MOST_CHOSEN = 1000

/**
 * Pairs in an order of which every beginning shows as many kinds as it can: first the pair nearest to the mean, then
 * always the pair that is farthest from all before it (greedy k-centre: T. F. Gonzalez, 1985). After `most` of them the
 * rest follow by their distance to the nearest of these, the farthest first. Equals stay in the order that they came
 * in, and pairs without an embedding come last.
 */
export function farthestFirst(
  set: EmbeddingSet,
  pairIds: readonly number[],
  most: number = MOST_CHOSEN,
): number[] {
  const { ids, rows, others } = embeddedOf(set, pairIds)
  if (ids.length === 0) {
    return others
  }
  const mean = meanOf(set, rows)
  const [start] = byDescending(Float32Array.from(rows, (row) => alongOf(set, row, mean)))
  const centres = new Centres(set, rows)
  let next = start
  while (next !== -1 && centres.chosen.length < most) {
    centres.choose(next)
    next = centres.farthest()
  }
  const isChosen = new Set(centres.chosen)
  const rest = byDescending(centres.distances).filter((index) => !isChosen.has(index))
  return [...centres.chosen, ...rest].map((index) => ids[index]).concat(others)
}

/** The chosen pairs, and for each pair the nearest of them. Distances are squares of chords: 2 - 2 * cosine. */
class Centres {
  readonly chosen: number[] = []
  /** Of each pair to the nearest chosen one. */
  readonly distances: Float32Array
  /** Place in `chosen` of the nearest one. */
  private readonly nearest: Int32Array

  constructor(
    private readonly set: EmbeddingSet,
    private readonly rows: Int32Array,
  ) {
    this.distances = new Float32Array(rows.length).fill(Infinity)
    this.nearest = new Int32Array(rows.length).fill(-1)
  }

  choose(index: number): void {
    const { set, rows, distances, nearest, chosen } = this
    const row = rows[index]
    const apart = chosen.map((other) => this.distance(row, rows[other]))
    const place = chosen.push(index) - 1
    for (let at = 0; at < rows.length; at += 1) {
      const known = nearest[at]
      // by the triangle inequality a centre twice as far from the nearest one is not nearer
      if (known !== -1 && apart[known] >= 4 * distances[at]) {
        continue
      }
      const distance = at === index ? 0 : 2 - 2 * set.cosine(row, rows[at])
      if (distance < distances[at]) {
        distances[at] = Math.max(0, distance)
        nearest[at] = place
      }
    }
  }

  /** The pair that is farthest from all chosen ones; -1 where all are equal to one of them. */
  farthest(): number {
    const { distances } = this
    let best = -1
    for (let at = 0; at < distances.length; at += 1) {
      if (distances[at] > (best === -1 ? LEAST_DISTANCE : distances[best])) {
        best = at
      }
    }
    return best
  }

  private distance(a: number, b: number): number {
    return Math.max(0, 2 - 2 * this.set.cosine(a, b))
  }
}

/** Of equal rows, by rounding alone. */
const LEAST_DISTANCE = 1e-6
