import { embeddedOf } from './embedding-set'
import type { EmbeddingSet } from './embedding-set'

/**
 * Pairs by the cosine of their embeddings with that of one pair, the most similar first: exact, every pair is compared.
 * The pair itself comes first where it is among them, equals stay in the order that they came in, and pairs without an
 * embedding come last. Null where the pair itself has none.
 */
export function nearestFirst(set: EmbeddingSet, pairIds: readonly number[], likeId: number): number[] | null {
  const likeRow = set.rowOf(likeId)
  if (likeRow === -1) {
    return null
  }
  const { ids, rows, others } = embeddedOf(set, pairIds)
  const cosines = Float32Array.from(rows, (row) => set.cosine(likeRow, row))
  const own = ids.indexOf(likeId)
  if (own !== -1) {
    cosines[own] = Infinity
  }
  return [...byDescending(cosines).map((index) => ids[index]), ...others]
}

/** Indices of the values, the largest first; equals in their order. */
export function byDescending(values: Float32Array): number[] {
  const order = Array.from(values, (_, index) => index)
  return order.sort((a, b) => (values[a] === values[b] ? a - b : values[b] - values[a]))
}
