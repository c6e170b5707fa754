import { maxOrder } from './ngrams'
import type { CookedSentence, NgramCounts } from './ngrams'
import type { SetScore } from './set-score'

/**
 * BLEU-1 to BLEU-4 as the COCO caption evaluation computes it (tylin/coco-caption, pycocoevalcap/bleu):
 * clipped counts over all references, the closest reference length (the shorter one on a tie), the brevity
 * penalty, and two constants that keep empty counts finite.
 */

const tiny = 1e-15
const small = 1e-9

interface BleuCounts {
  testLength: number
  referenceLength: number
  /** Per order, n-grams in the hypothesis and how many of them a reference has. */
  guess: number[]
  correct: number[]
}

/** BLEU-1 to BLEU-4, 0 to 1. The value of an item is from its counts alone. */
export function bleu(
  hypotheses: readonly CookedSentence[],
  references: readonly (readonly CookedSentence[])[],
): SetScore[] {
  const counts = hypotheses.map((hypothesis, item) => countItem(hypothesis, references[item]))
  const perItem = counts.map((item) => score(item))
  const corpus = score(sum(counts))
  return corpus.map((value, order) => ({
    corpus: value,
    perItem: perItem.map((values) => values[order]),
    ofSample: (items) => score(sum(Array.from(items, (item) => counts[item])))[order],
  }))
}

function countItem(hypothesis: CookedSentence, references: readonly CookedSentence[]): BleuCounts {
  const counts = emptyCounts()
  counts.testLength = hypothesis.length
  counts.referenceLength = closestLength(hypothesis.length, references)
  for (let order = 0; order < maxOrder; order++) {
    counts.guess[order] = Math.max(0, hypothesis.length - order)
    counts.correct[order] = clippedMatches(
      hypothesis.counts[order],
      references.map((reference) => reference.counts[order]),
    )
  }
  return counts
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

function score(counts: BleuCounts): number[] {
  const ratio = (counts.testLength + tiny) / (counts.referenceLength + small)
  const penalty = ratio < 1 ? Math.exp(1 - 1 / ratio) : 1
  let product = 1
  return counts.guess.map((guess, order) => {
    product *= (counts.correct[order] + tiny) / (guess + small)
    return product ** (1 / (order + 1)) * penalty
  })
}

function emptyCounts(): BleuCounts {
  return { testLength: 0, referenceLength: 0, guess: zeros(), correct: zeros() }
}

function zeros(): number[] {
  return Array.from({ length: maxOrder }, () => 0)
}

function sum(items: readonly BleuCounts[]): BleuCounts {
  const total = emptyCounts()
  for (const counts of items) {
    total.testLength += counts.testLength
    total.referenceLength += counts.referenceLength
    for (let order = 0; order < maxOrder; order++) {
      total.guess[order] += counts.guess[order]
      total.correct[order] += counts.correct[order]
    }
  }
  return total
}
