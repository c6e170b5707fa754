import { meanScore } from './set-score'
import type { SetScore } from './set-score'
import { bleu, ciderD, NgramTable } from './ngram-scores'
import type { Meteor } from './meteor/meteor'

/**
 * ROUGE-L as the COCO caption evaluation computes it (tylin/coco-caption, pycocoevalcap/rouge): the best
 * precision and the best recall over the references are taken apart from each other, and beta is 1.2. A hypothesis
 * without words scores 0, also where a reference has none.
 */

const BETA = 1.2

/** ROUGE-L, 0 to 1, the mean over the items. Texts are tokenised; words are what single blanks separate. */
function rougeL(hypotheses: readonly string[], references: readonly (readonly string[])[]): SetScore {
  return meanScore(hypotheses.map((hypothesis, item) => itemScore(hypothesis, references[item])))
}

function itemScore(hypothesis: string, references: readonly string[]): number {
  // the reference finds the one word of '' in '' again
  if (pythonSplit(hypothesis).length === 0) {
    return 0
  }
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

export interface CaptionItem {
  id: string
  hypothesis: string
  /** At least one. */
  references: readonly string[]
}

export type CaptionMetric =
  | 'BLEU-1'
  | 'BLEU-2'
  | 'BLEU-3'
  | 'BLEU-4'
  | 'ROUGE-L'
  | 'CIDEr-D'
  | 'METEOR (no paraphrase)'

/**
 * Every caption metric over one set, 0 to 1 (CIDEr-D 0 to 10). `tokenize` makes the words of the protocol:
 * `cocoTokens`, `levirTokens`, or nothing for texts already tokenised. Throws where an item has no reference.
 */
export function scoreCaptions(
  items: readonly CaptionItem[],
  tokenize: (caption: string) => string,
  meteor?: Meteor,
): Map<CaptionMetric, SetScore> {
  for (const { id, references } of items) {
    if (references.length === 0) {
      throw new Error(`Item "${id}" has no reference caption.`)
    }
  }
  const hypotheses = items.map((item) => tokenize(item.hypothesis))
  const references = items.map((item) => item.references.map((text) => tokenize(text)))
  const table = new NgramTable()
  const cook = (text: string) => table.cook(pythonSplit(text))
  const cooked = hypotheses.map((text) => cook(text))
  const cookedReferences = references.map((texts) => texts.map((text) => cook(text)))
  const [bleu1, bleu2, bleu3, bleu4] = bleu(cooked, cookedReferences)
  const scores = new Map<CaptionMetric, SetScore>([
    ['BLEU-1', bleu1],
    ['BLEU-2', bleu2],
    ['BLEU-3', bleu3],
    ['BLEU-4', bleu4],
    ['ROUGE-L', rougeL(hypotheses, references)],
    ['CIDEr-D', ciderD(cooked, cookedReferences)],
  ])
  if (meteor) {
    scores.set('METEOR (no paraphrase)', meteor.score(hypotheses, references))
  }
  return scores
}

/** The characters that Python's `str.split()` splits at (Unicode White_Space and the separators 1C to 1F). */
const PYTHON_WHITESPACE =
  // eslint-disable-next-line no-control-regex
  /[\t-\r\u001C-\u0020\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+/

/**
 * Words as Python's `str.split()` gives them. A no-break space splits here, where JavaScript's blank does not:
 * PTB tokens such as "5 1/2" hold one.
 */
export function pythonSplit(text: string): string[] {
  return text.split(PYTHON_WHITESPACE).filter((word) => word !== '')
}
