import { DIMENSIONS } from './embedding'

const FIRST_CAPACITY = 1024

/** Embeddings of pairs in one array of 8-bit numbers, row by row. A pair has one row, which can be replaced. */
export class EmbeddingSet {
  /** [capacity, DIMENSIONS]; the first `count` rows are used. */
  values = new Int8Array(FIRST_CAPACITY * DIMENSIONS)
  /** Of each row; 0 for a row of zeros. */
  norms = new Float32Array(FIRST_CAPACITY)
  private readonly rows = new Map<number, number>()

  get count(): number {
    return this.rows.size
  }

  put(pairId: number, embedding: Int8Array): void {
    const row = this.rows.get(pairId) ?? this.rows.size
    if (row >= this.norms.length) {
      this.grow()
    }
    this.rows.set(pairId, row)
    this.values.set(embedding.subarray(0, DIMENSIONS), row * DIMENSIONS)
    this.norms[row] = Math.sqrt(this.dot(row, row))
  }

  /** Pair ids with their rows. */
  entries(): Iterable<[pairId: number, row: number]> {
    return this.rows.entries()
  }

  /** -1 where the pair has none. */
  rowOf(pairId: number): number {
    return this.rows.get(pairId) ?? -1
  }

  /** Inner product of two rows, a whole number. */
  dot(a: number, b: number): number {
    const { values } = this
    let [one, two, three, four] = [0, 0, 0, 0]
    const end = (a + 1) * DIMENSIONS
    for (let at = a * DIMENSIONS, other = b * DIMENSIONS; at < end; at += 4, other += 4) {
      one += values[at] * values[other]
      two += values[at + 1] * values[other + 1]
      three += values[at + 2] * values[other + 2]
      four += values[at + 3] * values[other + 3]
    }
    return one + two + three + four
  }

  /** -1 to 1; 0 with a row of zeros. */
  cosine(a: number, b: number): number {
    const lengths = this.norms[a] * this.norms[b]
    return lengths === 0 ? 0 : this.dot(a, b) / lengths
  }

  private grow(): void {
    const [values, norms] = [new Int8Array(2 * this.values.length), new Float32Array(2 * this.norms.length)]
    values.set(this.values)
    norms.set(this.norms)
    this.values = values
    this.norms = norms
  }
}

/** The pairs that have an embedding, with their rows, and the others; both in the order that they came in. */
export interface Embedded {
  readonly ids: number[]
  readonly rows: Int32Array
  readonly others: number[]
}

export function embeddedOf(set: EmbeddingSet, pairIds: readonly number[]): Embedded {
  const ids = pairIds.filter((id) => set.rowOf(id) !== -1)
  return {
    ids,
    rows: Int32Array.from(ids, (id) => set.rowOf(id)),
    others: pairIds.filter((id) => set.rowOf(id) === -1),
  }
}

/** Mean of the rows at unit length, [DIMENSIONS]. Rows of zeros count as zeros. */
export function meanOf(set: EmbeddingSet, rows: Int32Array): Float32Array {
  const mean = new Float32Array(DIMENSIONS)
  for (const row of rows) {
    const scale = set.norms[row] === 0 ? 0 : 1 / (set.norms[row] * rows.length)
    const start = row * DIMENSIONS
    for (let at = 0; at < DIMENSIONS; at += 1) {
      mean[at] += set.values[start + at] * scale
    }
  }
  return mean
}

/** Inner product of a row at unit length with a vector. */
export function alongOf(set: EmbeddingSet, row: number, vector: Float32Array): number {
  const start = row * DIMENSIONS
  let sum = 0
  for (let at = 0; at < DIMENSIONS; at += 1) {
    sum += set.values[start + at] * vector[at]
  }
  return set.norms[row] === 0 ? 0 : sum / set.norms[row]
}
