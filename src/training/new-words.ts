import { piecesOf } from '../text/bpe/vocabulary'
import type { Tokenizer } from '../text/bpe/tokenizer'

/** The most words that one run adds. */
const MAX_NEW_WORDS = 400
/** A word becomes a token if at least so many captions have it. */
const MIN_CAPTIONS = 2
const WORD = /^ ?[\p{L}\p{N}\p{M}]{2,30}$/u

/** In how many captions each word stands that takes several tokens. */
export class WordCounts {
  private readonly captions = new Map<string, number>()

  constructor(private readonly tokenizer: Tokenizer) {}

  /** @returns number of tokens of the caption */
  add(caption: string): number {
    const words = new Set<string>()
    let tokens = 0
    for (const piece of piecesOf(caption)) {
      const { length } = this.tokenizer.encodePiece(piece)
      tokens += length
      if (length > 1 && WORD.test(piece)) {
        words.add(piece.trim())
      }
    }
    for (const word of words) {
      this.captions.set(word, (this.captions.get(word) ?? 0) + 1)
    }
    return tokens
  }

  /** Words that are frequent, the most frequent first; with the blank before them gone. */
  newWords(): string[] {
    return [...this.captions]
      .filter(([, count]) => count >= MIN_CAPTIONS)
      .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
      .slice(0, MAX_NEW_WORDS)
      .map(([word]) => word)
  }
}

/** Words that take several tokens and are frequent, the most frequent first. */
export function newWords(captions: Iterable<string>, tokenizer: Tokenizer): string[] {
  const counts = new WordCounts(tokenizer)
  for (const caption of captions) {
    counts.add(caption)
  }
  return counts.newWords()
}
