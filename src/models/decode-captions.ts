import { beamSearch, greedy } from '../text/decoding/search'
import type { Decoded, NextLogits } from '../text/decoding/decoder'
import { typedPrefix } from '../text/decoding/required-text'
import type { Tokenizer } from '../text/bpe/tokenizer'
import { CAPTION_LENGTH } from './layers/sizes'

/** Tokens of the longest caption, its end among them. */
export const MAX_CAPTION_TOKENS = CAPTION_LENGTH - 1

export interface DecodedCaption {
  readonly ids: readonly number[]
  readonly text: string
  /** Natural logarithm, summed over tokens. */
  readonly logProbability: number
}

/** Words of a caption linked to a region. */
export interface WordLink {
  readonly start: number
  readonly end: number
  /** Index in the list of regions. */
  readonly region: number
}

export type LinkedCaption = DecodedCaption & { readonly links: readonly WordLink[] }

export interface DecodeOptions {
  /** How many different captions, best first. */
  readonly count: number
  /** The prefix of the captions. */
  readonly begin?: string
}

/**
 * One caption by the likeliest words, several by beam search. All begin with the text in `begin`; there are none
 * where that leaves no room for words.
 */
export async function decodeCaptions(
  next: NextLogits,
  tokenizer: Tokenizer,
  { count, begin = '' }: DecodeOptions,
): Promise<DecodedCaption[]> {
  const typed = begin === '' ? null : typedPrefix(tokenizer, begin)
  if (typed !== null && typed.prefix.length >= MAX_CAPTION_TOKENS) {
    return []
  }
  const common = { maximumLength: MAX_CAPTION_TOKENS, ...typed }
  const decoded: readonly Decoded[] =
    count === 1
      ? await greedy(next, common)
      : (await beamSearch(next, { ...common, width: Math.max(3, count), results: count }))[0]
  return decoded
    .map(({ ids, total }) => ({ ids, text: tokenizer.decode(ids), logProbability: total }))
    .filter(({ text }) => text.startsWith(begin))
}
