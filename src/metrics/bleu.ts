import { MAX_ORDER } from './ngrams'
import type { CookedSentence, NgramCounts } from './ngrams'
import { pooledScore } from './set-score'
import type { SetScore } from './set-score'

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
