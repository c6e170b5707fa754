import { DIMENSIONS } from './embedding'
import { embeddedOf, meanOf } from './embedding-set'
import type { EmbeddingSet } from './embedding-set'

/** Bits that must be equal for two pairs to be compared, in one of the tables. */
const BITS = 12
const TABLES = 16
/** Pairs that a pair is compared with in each table, the ones before it. */
const MOST_COMPARED = 64

/**
 * For each pair that is a near-duplicate of an earlier one: that one, the first of its kind. Near-duplicates have equal
 * embeddings, or are alike. Only pairs whose embeddings lie close are compared (sign bits of the embedding less the mean, in several tables: M. S. Charikar, 2002), so
 * that 100,000 take seconds; a few may be missed.
 * @param isAlike whether the frames of two pairs are alike, by pair ids
 */
export function nearDuplicates(
  set: EmbeddingSet,
  pairIds: readonly number[],
  isAlike: (a: number, b: number) => boolean,
): Map<number, number> {
  const { ids, rows } = embeddedOf(set, pairIds)
  const first = equalOnes(set, ids, rows)
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
      const match = first.has(id) ? undefined : bucket.find((other) => isAlike(id, ids[other]))
      if (match !== undefined) {
        first.set(id, ids[match])
      } else if (bucket.length < MOST_COMPARED && !first.has(id)) {
        bucket.push(index)
      }
    })
  }
  return withFirstOnes(ids, first)
}

/** Pairs whose embeddings are those of an earlier pair, with the first such pair. */
function equalOnes(set: EmbeddingSet, ids: readonly number[], rows: Int32Array): Map<number, number> {
  const equal = new Map<number, number>()
  const known = new Map<number, number[]>()
  ids.forEach((id, index) => {
    const row = rows[index]
    const hash = hashOf(set, row)
    const others = known.get(hash) ?? []
    const match = others.find((other) => areEqual(set, row, rows[other]))
    if (match === undefined) {
      known.set(hash, [...others, index])
    } else {
      equal.set(id, ids[match])
    }
  })
  return equal
}

/** FNV-1a, 32 bits. */
function hashOf({ values }: EmbeddingSet, row: number): number {
  let hash = 0x811c_9dc5
  for (let at = row * DIMENSIONS; at < (row + 1) * DIMENSIONS; at += 1) {
    hash = Math.imul(hash ^ (values[at] & 255), 0x0100_0193)
  }
  return hash
}

function areEqual({ values }: EmbeddingSet, a: number, b: number): boolean {
  const [one, other] = [a * DIMENSIONS, b * DIMENSIONS]
  let at = 0
  while (at < DIMENSIONS && values[one + at] === values[other + at]) {
    at += 1
  }
  return at === DIMENSIONS
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
