import type { NextLogits } from './decoder'

/** Pad, start, end and mask as the tokenizer has them, and three words. */
export const madeVocabulary = 7
const madeWords = [4, 5, 6]
const start = 1
const end = 2

/** A distribution of its own after each prefix, the same at every call; specials are likely too. */
export function madeModel(seed: number): NextLogits {
  return (prefixes, items) =>
    Promise.resolve(prefixes.map((prefix, index) => madeRow(seed + 1000 * items[index], prefix)))
}

function madeRow(seed: number, prefix: readonly number[]): Float32Array {
  let state = Math.imul(seed + 1, 0x9e3779b1)
  for (const id of prefix) {
    state = Math.imul(state ^ (id + 1), 0x85ebca6b) ^ (state >>> 13)
  }
  return Float32Array.from({ length: madeVocabulary }, () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5
    return ((state >>> 8) / 2 ** 24) * 6 - 3
  })
}

export interface MadeSequence {
  ids: number[]
  total: number
  /** Log-probabilities, the end's too. */
  length: number
}

/** Every sequence that ends within `maximumLength` tokens, end included. */
export function everySequence(seed: number, maximumLength: number): MadeSequence[] {
  const grow = (ids: number[], total: number): MadeSequence[] => {
    if (ids.length >= maximumLength) {
      return []
    }
    const row = madeRow(seed, [start, ...ids])
    const partition = Math.log(row.reduce((sum, value) => sum + Math.exp(value), 0))
    return [
      { ids, total: total + row[end] - partition, length: ids.length + 1 },
      ...madeWords.flatMap((id) => grow([...ids, id], total + row[id] - partition)),
    ]
  }
  return grow([], 0)
}
