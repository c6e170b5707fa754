import { isChanged } from './clevr-triplets'
import type { PlannedPair } from './planned-pair'
import { PairLeftOut } from './item'
import { tokensOf } from './levir-text'

/** What stands under a before image that has no unchanged pair, or one without caption. */
export const noChangeSentence = 'no change was made'

/**
 * Those with a word, as the loader stops at one without. @throws PairLeftOut where a changed pair has none
 */
export function captionsOf(pair: Pick<PlannedPair, 'content'>): string[] {
  const texts = pair.content.captions.map(({ text }) => text)
  const usable = texts.filter((text) => tokensOf(text).length > 0)
  if (usable.length === 0 && isChanged(pair)) {
    throw new PairLeftOut(
      texts.length === 0 ? 'it has regions and no caption: write one' : 'none of its captions has a word',
    )
  }
  return usable.length > 0 ? usable : [noChangeSentence]
}
