import { pythonSplit } from '../text/whitespace'
import { bleu } from './bleu'
import { ciderD } from './cider'
import type { Meteor } from './meteor/meteor'
import { NgramTable } from './ngrams'
import { rougeL } from './rouge'
import type { SetScore } from './set-score'

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
