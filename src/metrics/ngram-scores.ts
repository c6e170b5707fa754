import { pooledScore, meanScore } from './set-score'
import type { SetScore } from './set-score'

/** Longest n-gram that BLEU and CIDEr count. */
const MAX_ORDER = 4

/** How often each n-gram (by number) occurs in one sentence. */
type NgramCounts = ReadonlyMap<number, number>

interface CookedSentence {
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

/**
 * BLEU-1 to BLEU-4 as the COCO caption evaluation computes it (tylin/coco-caption, pycocoevalcap/bleu):
 * clipped counts over all references, the closest reference length (the shorter one on a tie), the brevity
 * penalty, and two constants that keep empty counts finite.
 */

const TINY = 1e-15
const SMALL = 1e-9

/** BLEU-1 to BLEU-4, 0 to 1. The value of an item is from its counts alone. */
export function bleu(
  hypotheses: readonly CookedSentence[],
  references: readonly (readonly CookedSentence[])[],
): SetScore[] {
  const rows = hypotheses.map((hypothesis, item) => countItem(hypothesis, references[item]))
  return Array.from({ length: MAX_ORDER }, (_, order) => pooledScore(rows, (total) => score(total, order)))
}

/** Length, reference length, then per order the n-grams, then per order those that a reference has. */
function countItem(hypothesis: CookedSentence, references: readonly CookedSentence[]): Float64Array {
  const row = new Float64Array(2 + 2 * MAX_ORDER)
  row[0] = hypothesis.length
  row[1] = closestLength(hypothesis.length, references)
  for (let order = 0; order < MAX_ORDER; order++) {
    row[2 + order] = Math.max(0, hypothesis.length - order)
    row[2 + MAX_ORDER + order] = clippedMatches(
      hypothesis.counts[order],
      references.map((reference) => reference.counts[order]),
    )
  }
  return row
}

function score(row: Float64Array, highest: number): number {
  const ratio = (row[0] + TINY) / (row[1] + SMALL)
  let product = 1
  for (let order = 0; order <= highest; order++) {
    product *= (row[2 + MAX_ORDER + order] + TINY) / (row[2 + order] + SMALL)
  }
  return product ** (1 / (highest + 1)) * (ratio < 1 ? Math.exp(1 - 1 / ratio) : 1)
}

function closestLength(length: number, references: readonly CookedSentence[]): number {
  let best = Infinity
  for (const reference of references) {
    const difference = Math.abs(reference.length - length) - Math.abs(best - length)
    if (difference < 0 || (difference === 0 && reference.length < best)) {
      best = reference.length
    }
  }
  return best
}

function clippedMatches(hypothesis: NgramCounts, references: readonly NgramCounts[]): number {
  let matches = 0
  for (const [ngram, count] of hypothesis) {
    let most = 0
    for (const reference of references) {
      most = Math.max(most, reference.get(ngram) ?? 0)
    }
    matches += Math.min(count, most)
  }
  return matches
}

/**
 * CIDEr-D as the COCO caption evaluation computes it (tylin/coco-caption, pycocoevalcap/cider): tf-idf of
 * n-grams with clipping and a Gaussian penalty on the difference in length, times 10. Its length is the number
 * of bigrams, kept here. The document frequencies are those of the evaluated references, so a score belongs to
 * its set: with one item every score is 0.
 */

const SIGMA = 6

/** Mean over the items; 1.2 here is printed as 120 in papers. */
export function ciderD(
  hypotheses: readonly CookedSentence[],
  references: readonly (readonly CookedSentence[])[],
): SetScore {
  const rarity = new Rarity(references)
  const perItem = hypotheses.map((hypothesis, item) => {
    const hypothesisNorms = rarity.norms(hypothesis)
    let sum = 0
    for (const reference of references[item]) {
      sum += similarity(hypothesis, reference, hypothesisNorms, rarity)
    }
    return (sum / MAX_ORDER / references[item].length) * 10
  })
  return meanScore(perItem)
}

/** Inverse document frequency: in how many items some reference has the n-gram. */
class Rarity {
  readonly #logItems: number
  readonly #idf = new Map<number, number>()

  constructor(references: readonly (readonly CookedSentence[])[]) {
    this.#logItems = Math.log(references.length)
    const frequencies = new Map<number, number>()
    for (const sentences of references) {
      for (const ngram of distinctNgrams(sentences)) {
        frequencies.set(ngram, (frequencies.get(ngram) ?? 0) + 1)
      }
    }
    for (const [ngram, frequency] of frequencies) {
      this.#idf.set(ngram, this.#logItems - Math.log(frequency))
    }
  }

  idf(ngram: number): number {
    return this.#idf.get(ngram) ?? this.#logItems
  }

  /** Length of the sentence's tf-idf vector of each order. */
  norms(sentence: CookedSentence): number[] {
    return sentence.counts.map((counts) => {
      let squares = 0
      for (const [ngram, count] of counts) {
        squares += (count * this.idf(ngram)) ** 2
      }
      return Math.sqrt(squares)
    })
  }
}

function distinctNgrams(sentences: readonly CookedSentence[]): Set<number> {
  const seen = new Set<number>()
  for (const { counts } of sentences) {
    for (const order of counts) {
      for (const ngram of order.keys()) {
        seen.add(ngram)
      }
    }
  }
  return seen
}

/** Sum over the orders. */
function similarity(
  hypothesis: CookedSentence,
  reference: CookedSentence,
  hypothesisNorms: readonly number[],
  rarity: Rarity,
): number {
  const referenceNorms = rarity.norms(reference)
  const delta = bigrams(hypothesis) - bigrams(reference)
  let sum = 0
  for (let order = 0; order < MAX_ORDER; order++) {
    let product = 0
    for (const [ngram, count] of hypothesis.counts[order]) {
      const other = reference.counts[order].get(ngram)
      if (other !== undefined) {
        const idf = rarity.idf(ngram)
        product += Math.min(count * idf, other * idf) * (other * idf)
      }
    }
    const norm = hypothesisNorms[order] * referenceNorms[order]
    sum += norm === 0 ? product : product / norm
  }
  return sum * Math.E ** (-(delta ** 2) / (2 * SIGMA ** 2))
}

function bigrams(sentence: CookedSentence): number {
  return Math.max(0, sentence.length - 1)
}
