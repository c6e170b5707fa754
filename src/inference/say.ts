import { beamSearch } from '../text/decoding/beam'
import type { Decoded, NextLogits } from '../text/decoding/decoder'
import { greedy } from '../text/decoding/greedy'
import { typedPrefix } from '../text/decoding/typed-prefix'
import type { Tokenizer } from '../text/bpe/tokenizer'
import { CAPTION_LENGTH } from '../systems/blocks/sizes'

/** Tokens of the longest caption, its end among them. */
export const LONGEST = CAPTION_LENGTH - 1

export interface SaidCaption {
  readonly ids: readonly number[]
  readonly text: string
  /** Natural logarithm, summed over tokens. */
  readonly logProbability: number
}

/** Words of a caption that speak of a region. */
export interface WordLink {
  readonly start: number
  readonly end: number
  /** Place in the list of told regions. */
  readonly region: number
}

export type LinkedCaption = SaidCaption & { readonly links: readonly WordLink[] }

export interface SpeakOptions {
  /** How many different captions, best first. */
  readonly count: number
  /** What they begin with. */
  readonly begin?: string
}

/**
 * One caption by the likeliest words, several by beam search. All begin with the text in `begin`; there are none
 * where that leaves no room for words.
 */
export async function sayCaptions(
  next: NextLogits,
  tokenizer: Tokenizer,
  { count, begin = '' }: SpeakOptions,
): Promise<SaidCaption[]> {
  const typed = begin === '' ? null : typedPrefix(tokenizer, begin)
  if (typed !== null && typed.prefix.length >= LONGEST) return []
  const common = { maximumLength: LONGEST, ...typed }
  const decoded: readonly Decoded[] =
    count === 1
      ? await greedy(next, common)
      : (await beamSearch(next, { ...common, width: Math.max(3, count), results: count }))[0]
  return decoded
    .map(({ ids, total }) => ({ ids, text: tokenizer.decode(ids), logProbability: total }))
    .filter(({ text }) => text.startsWith(begin))
}
