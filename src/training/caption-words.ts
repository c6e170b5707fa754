import type { Tokenizer } from '../text/bpe/tokenizer'
import { piecesOf } from '../text/bpe/vocabulary'

/** What stands between two blanks of a caption. */
interface Part {
  readonly tokenCount: number
  /** Words of letters and numbers in it that take several tokens, without the blank before them. */
  readonly several: readonly string[]
}

/** Parts that are kept: some ten megabytes. */
const MOST_KEPT = 100_000
/** Blanks that `piecesOf` does not put before a word. */
const OTHER_BLANKS = /^\s|\s$|\s\s|[^\S ]/
const WORD = /^ ?[\p{L}\p{N}\p{M}]{2,30}$/u

/**
 * The tokens of many captions, without making them: no piece of a caption goes on past a blank, so each part between
 * two of them is read once.
 */
export class CaptionWords {
  private readonly parts = new Map<string, Part>()

  constructor(readonly tokenizer: Tokenizer) {}

  /** As many as `encode` of the tokenizer gives. */
  tokenCount(caption: string): number {
    let count = 0
    for (const { tokenCount } of this.partsOf(caption)) {
      count += tokenCount
    }
    return count
  }

  /** Words of the caption that take several tokens, each once. */
  several(caption: string): readonly string[] {
    const found: string[] = []
    for (const { several } of this.partsOf(caption)) {
      for (const word of several) {
        if (!found.includes(word)) {
          found.push(word)
        }
      }
    }
    return found
  }

  private partsOf(caption: string): Part[] {
    if (caption === '') {
      return []
    }
    return OTHER_BLANKS.test(caption)
      ? [this.read(caption)]
      : caption.split(' ').map((text) => this.parts.get(text) ?? this.keep(text))
  }

  private keep(text: string): Part {
    if (this.parts.size >= MOST_KEPT) {
      this.parts.clear()
    }
    const part = this.read(text)
    this.parts.set(text, part)
    return part
  }

  private read(text: string): Part {
    let tokenCount = 0
    const several: string[] = []
    for (const piece of piecesOf(text)) {
      const { length } = this.tokenizer.encodePiece(piece)
      tokenCount += length
      if (length > 1 && WORD.test(piece)) {
        several.push(piece.trim())
      }
    }
    return { tokenCount, several }
  }
}
