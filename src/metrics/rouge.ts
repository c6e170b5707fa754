import { meanScore } from './set-score'
import type { SetScore } from './set-score'

/**
 * ROUGE-L as the COCO caption evaluation computes it (tylin/coco-caption, pycocoevalcap/rouge): the best
 * precision and the best recall over the references are taken apart from each other, and beta is 1.2.
 */

const BETA = 1.2

/** ROUGE-L, 0 to 1, the mean over the items. Texts are tokenised; words are what single blanks separate. */
export function rougeL(hypotheses: readonly string[], references: readonly (readonly string[])[]): SetScore {
  return meanScore(hypotheses.map((hypothesis, item) => itemScore(hypothesis, references[item])))
}

function itemScore(hypothesis: string, references: readonly string[]): number {
  const candidate = hypothesis.split(' ')
  let precision = 0
  let recall = 0
  for (const reference of references) {
    const words = reference.split(' ')
    const common = longestCommonSubsequence(candidate, words)
    precision = Math.max(precision, common / candidate.length)
    recall = Math.max(recall, common / words.length)
  }
  if (precision === 0 || recall === 0) {
    return 0
  }
  return ((1 + BETA ** 2) * precision * recall) / (recall + BETA ** 2 * precision)
}

/** Length of the longest common subsequence; time |a| * |b|, memory |b|. */
function longestCommonSubsequence(a: readonly string[], b: readonly string[]): number {
  const row = new Uint32Array(b.length + 1)
  for (const word of a) {
    let diagonal = 0
    for (let j = 1; j <= b.length; j++) {
      const above = row[j]
      row[j] = word === b[j - 1] ? diagonal + 1 : Math.max(above, row[j - 1])
      diagonal = above
    }
  }
  return row[b.length]
}
