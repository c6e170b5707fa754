import { describeChanges } from '../describe-changes'
import { pluralOf } from '../nouns'
import type { CaptionGrammar } from './caption-grammar'
import { namesAmongWords } from './names-in'

/** English. Its sentences share verbs and leave out words, so that it is no `clauseGrammar`. */
export const englishGrammar: CaptionGrammar = {
  describeChanges,
  namesIn: (caption, vocabulary) =>
    namesAmongWords(caption, vocabulary, (word) => [word.toLowerCase(), pluralOf(word).toLowerCase()]),
}
