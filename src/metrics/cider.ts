import { MAX_ORDER } from './ngrams'
import type { CookedSentence } from './ngrams'
import { meanScore } from './set-score'
import type { SetScore } from './set-score'

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
