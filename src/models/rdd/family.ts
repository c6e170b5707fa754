import { encodeDecodeFamily } from '../encode-decode/family'
import { writeIds } from '../pair-data'
import { encodeInOneStage } from '../layers/pair-network'
import type { FillInputs } from '../pair-data'
import { joinPhrases, phraseTexts } from '../../text/entities'
import { rddNetwork } from './network/family'
import { message } from '../../messages/message'

/** Noun and verb phrases of the first reference, those of a kind joined by "and". */
const fillPhrases: FillInputs = ({ nouns, verbs }, { caption }, _other, { tokenizer }) => {
  const phrases = phraseTexts(caption)
  writeIds(nouns, tokenizer.encode(joinPhrases(phrases.nouns)))
  writeIds(verbs, tokenizer.encode(joinPhrases(phrases.verbs)))
}

export const rdd = encodeDecodeFamily({
  network: rddNetwork,
  summary: message('proposals.rdd'),
  hooks: { fill: fillPhrases, encode: encodeInOneStage },
  contributions: async () => (await import('./trainer/contributions')).rddContributions,
})
