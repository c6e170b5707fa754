import { joinPhrases, phraseTexts } from '../../../text/entities'
import { writeIds } from '../../layers/entity-ids'
import type { FillInputs } from '../../pair-data'

/** Noun and verb phrases of the first reference, those of a kind joined by "and". */
export const fillPhrases: FillInputs = ({ nouns, verbs }, { caption }, _other, { tokenizer }) => {
  const phrases = phraseTexts(caption)
  writeIds(nouns, tokenizer.encode(joinPhrases(phrases.nouns)))
  writeIds(verbs, tokenizer.encode(joinPhrases(phrases.verbs)))
}
