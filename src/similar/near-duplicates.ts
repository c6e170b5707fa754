import { DIMENSIONS } from './embedding'
import { embeddedOf, meanOf } from './embedding-set'
import type { EmbeddingSet } from './embedding-set'

/** Bits that must be equal for two pairs to be compared, in one of the tables. */
const BITS = 12
const TABLES = 16
/** Pairs that a pair is compared with in each table, the ones before it. */
const MOST_COMPARED = 64
/** Of embeddings that are equal but for rounding. */
const SAME_COSINE = 0.9995

/**
 * For each pair that is a near-duplicate of an earlier one: that one, the first of its kind. Only pairs whose
 * embeddings lie close are compared (sign bits of the centred embedding in several tables: M. S. Charikar, 2002), so
 * that 100,000 take seconds; a few may be missed.
 * @param isAlike whether the frames of two pairs are alike, by pair ids
 */
export function nearDuplicates(
  set: EmbeddingSet,
  pairIds: readonly number[],
  isAlike: (a: number, b: number) => boolean,
): Map<number, number> {
  const { ids, rows } = embeddedOf(set, pairIds)
  const first = new Map<number, number>()
  const mean = meanOf(set, rows)
  for (let table = 0; table < TABLES; table += 1) {
    const buckets = new Map<number, number[]>()
    ids.forEach((id, index) => {
      const code = codeOf(set, rows[index], mean, table)
      const bucket = buckets.get(code)
      if (bucket === undefined) {
        buckets.set(code, [index])
        return
      }
      const match = first.has(id) ? undefined : bucket.find((other) => isSame(rows[index], rows[other], id, ids[other]))
      if (match !== undefined) {
        first.set(id, ids[match])
      } else if (bucket.length < MOST_COMPARED && !first.has(id)) {
        bucket.push(index)
      }
    })
  }
  return withFirstOnes(ids, first)

  function isSame(row: number, otherRow: number, id: number, other: number): boolean {
    return set.cosine(row, otherRow) >= SAME_COSINE || isAlike(id, other)
  }
}

/** Signs of `BITS` numbers of the centred embedding. */
function codeOf(set: EmbeddingSet, row: number, mean: Float32Array, table: number): number {
  const start = row * DIMENSIONS
  const norm = set.norms[row]
  let code = 0
  for (let bit = 0; bit < BITS; bit += 1) {
    const at = (table * BITS + bit) % DIMENSIONS
    code = (code << 1) | (set.values[start + at] > mean[at] * norm ? 1 : 0)
  }
  return code
}

/** What is like a near-duplicate is like the pair that this one is a near-duplicate of. */
function withFirstOnes(ids: readonly number[], first: ReadonlyMap<number, number>): Map<number, number> {
  const roots = new Map<number, number>()
  for (const id of ids) {
    const other = first.get(id)
    if (other !== undefined) {
      roots.set(id, roots.get(other) ?? other)
    }
  }
  return roots
}
