import { DIMENSIONS } from './embedding'
import { EmbeddingSet } from './embedding-set'

/** An embedding whose first numbers are these, and whose others are 0. */
export function embeddingWith(...numbers: number[]): Int8Array {
  const embedding = new Int8Array(DIMENSIONS)
  embedding.set(numbers)
  return embedding
}

/** Pairs 1, 2, 3 and so on, with embeddings that begin with these numbers. */
export function setOf(...embeddings: readonly (readonly number[])[]): EmbeddingSet {
  const set = new EmbeddingSet()
  embeddings.forEach((numbers, index) => set.put(index + 1, embeddingWith(...numbers)))
  return set
}

/** Embeddings of pairs 1 to `count` about `centres` kinds of pairs; the same on every machine. */
export function madeSet(count: number, centres: number): EmbeddingSet {
  const next = randomNumbers(7)
  const middles = Array.from({ length: centres }, () =>
    Int8Array.from({ length: DIMENSIONS }, () => next() * 160 - 80),
  )
  const set = new EmbeddingSet()
  for (let id = 1; id <= count; id += 1) {
    const middle = middles[id % centres]
    set.put(
      id,
      middle.map((value) => value + next() * 60 - 30),
    )
  }
  return set
}

/** From 0 to 1, the same on every machine (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b_79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
}
