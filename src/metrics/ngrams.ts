/** Longest n-gram that BLEU and CIDEr count. */
export const MAX_ORDER = 4

/** How often each n-gram (by number) occurs in one sentence. */
export type NgramCounts = ReadonlyMap<number, number>

export interface CookedSentence {
  /** Number of words. */
  length: number
  /** Element n - 1 counts the n-grams, in order of first occurrence. */
  counts: readonly NgramCounts[]
}

const WORD_RANGE = 2 ** 24

/** Numbers n-grams, so that sentences of one evaluation are compared without building strings. */
export class NgramTable {
  readonly #words = new Map<string, number>()
  readonly #ngrams = new Map<number, number>()

  /** Counts the n-grams of a tokenised sentence, n from 1 to `maxOrder`. */
  cook(words: readonly string[]): CookedSentence {
    const ids = words.map((word) => this.#wordId(word))
    const counts: Map<number, number>[] = []
    let grams = ids
    for (let n = 1; n <= MAX_ORDER; n++) {
      if (n > 1) {
        grams = extend(grams, ids, n).map((key) => this.#ngramId(key))
      }
      const count = new Map<number, number>()
      for (const gram of grams) {
        count.set(gram, (count.get(gram) ?? 0) + 1)
      }
      counts.push(count)
    }
    return { length: words.length, counts }
  }

  #wordId(word: string): number {
    let id = this.#words.get(word)
    if (id === undefined) {
      id = this.#words.size
      this.#words.set(word, id)
    }
    return id
  }

  #ngramId(key: number): number {
    let id = this.#ngrams.get(key)
    if (id === undefined) {
      // Above every word, so that a bigram never takes a word's number.
      id = WORD_RANGE + this.#ngrams.size
      this.#ngrams.set(key, id)
    }
    return id
  }
}

/** Keys of the n-grams made of an (n-1)-gram and the word after it; exact below 2^53. */
function extend(shorter: readonly number[], ids: readonly number[], n: number): number[] {
  const keys: number[] = []
  for (let start = 0; start + n <= ids.length; start++) {
    keys.push(shorter[start] * WORD_RANGE + ids[start + n - 1])
  }
  return keys
}
