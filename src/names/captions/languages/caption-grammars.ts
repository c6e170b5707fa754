import type { CaptionLanguage } from '../../../contract/project'
import type { CaptionGrammar, MeasuredChange } from './caption-grammar'
import { clauseGrammar } from './clause-grammar'
import { germanWords } from './de'
import { englishGrammar } from './en'
import { chineseWords } from './zh-Hans'

/** Each caption language's. */
export const captionGrammars: Readonly<Record<CaptionLanguage, CaptionGrammar>> = {
  en: englishGrammar,
  'zh-Hans': clauseGrammar(chineseWords),
  de: clauseGrammar(germanWords),
}

/** Regions that get a sentence of their own. */
const MOST_SENTENCES = 3

/** The pair's sentence, and those of its first regions if there are several. */
export function measuredTexts(
  measurements: readonly MeasuredChange[],
  language: CaptionLanguage,
): readonly [string, ...string[]] {
  const { pairSentence, regionSentence } = captionGrammars[language]
  const each = measurements.length > 1 ? measurements.slice(0, MOST_SENTENCES).map(regionSentence) : []
  return [pairSentence(measurements), ...each]
}
