import type { CaptionLanguage } from '../../../contract/project'
import type { CaptionGrammar } from './caption-grammar'
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
