import { maxOrder } from './ngrams'
import type { CookedSentence, NgramCounts } from './ngrams'
import { meanScore } from './set-score'
import type { SetScore } from './set-score'

/**
 * CIDEr-D as the COCO caption evaluation computes it (tylin/coco-caption, pycocoevalcap/cider): tf-idf of
 * n-grams with clipping and a Gaussian penalty on the difference in length, times 10. Its length is the number
 * of bigrams, kept here. The document frequencies are those of the evaluated references, so a score belongs to
 * its set: with one item every score is 0.
 */

const sigma = 6

interface Vector {
  /** Per order, the weight of each n-gram. */
  weights: ReadonlyMap<number, number>[]
  norms: number[]
  bigrams: number
}

/** Mean over the items; 1.2 here is printed as 120 in papers. */
export function ciderD(
  hypotheses: readonly CookedSentence[],
  references: readonly (readonly CookedSentence[])[],
): SetScore {
  const frequencies = documentFrequencies(references)
  const logItems = Math.log(references.length)
  const perItem = hypotheses.map((hypothesis, item) => {
    const vector = tfIdf(hypothesis, frequencies, logItems)
    const sums = Array.from({ length: maxOrder }, () => 0)
    for (const reference of references[item]) {
      addSimilarity(sums, vector, tfIdf(reference, frequencies, logItems))
    }
    const mean = sums.reduce((total, value) => total + value, 0) / maxOrder
    return (mean / references[item].length) * 10
  })
  return meanScore(perItem)
}

/** In how many items some reference has the n-gram. */
function documentFrequencies(references: readonly (readonly CookedSentence[])[]): NgramCounts {
  const frequencies = new Map<number, number>()
  for (const sentences of references) {
    const seen = new Set<number>()
    for (const sentence of sentences) {
      for (const counts of sentence.counts) {
        for (const ngram of counts.keys()) {
          seen.add(ngram)
        }
      }
    }
    for (const ngram of seen) {
      frequencies.set(ngram, (frequencies.get(ngram) ?? 0) + 1)
    }
  }
  return frequencies
}

function tfIdf(sentence: CookedSentence, frequencies: NgramCounts, logItems: number): Vector {
  const norms: number[] = []
  const weights = sentence.counts.map((counts) => {
    const vector = new Map<number, number>()
    let squares = 0
    for (const [ngram, count] of counts) {
      const weight = count * (logItems - Math.log(Math.max(1, frequencies.get(ngram) ?? 0)))
      vector.set(ngram, weight)
      squares += weight ** 2
    }
    norms.push(Math.sqrt(squares))
    return vector
  })
  return { weights, norms, bigrams: Math.max(0, sentence.length - 1) }
}

function addSimilarity(sums: number[], hypothesis: Vector, reference: Vector): void {
  const delta = hypothesis.bigrams - reference.bigrams
  const penalty = Math.E ** (-(delta ** 2) / (2 * sigma ** 2))
  for (let order = 0; order < maxOrder; order++) {
    let product = 0
    for (const [ngram, weight] of hypothesis.weights[order]) {
      const other = reference.weights[order].get(ngram) ?? 0
      product += Math.min(weight, other) * other
    }
    const norm = hypothesis.norms[order] * reference.norms[order]
    sums[order] += (norm === 0 ? product : product / norm) * penalty
  }
}
