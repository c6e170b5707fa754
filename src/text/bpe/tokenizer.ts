import {
  piecesOf,
  byteTokens,
  FIRST_BYTE_TOKEN,
  FIRST_MERGE_TOKEN,
  mergePair,
  pairKey,
  TOKEN_LIMIT,
  VOCABULARY_LIMIT,
  fromUtf8,
  toUtf8,
} from './vocabulary'
import type { Merge } from './vocabulary'

/** Place of a token in the decoded text, and the word that it is part of. */
export interface TokenSpan {
  /** [start, end) in UTF-16 units, without the blank in front. Empty for specials and for blanks alone. */
  start: number
  end: number
  /** Counted from 0; a punctuation mark is a word of its own. -1 for an empty span. */
  word: number
}

const CACHE_LIMIT = 20_000

/**
 * Byte-level byte-pair encoding of any text. Immutable; `encode` yields no specials. A text may have several
 * encodings, `encode` gives one; `decode` accepts any ids.
 */
export class Tokenizer {
  /** Bytes of each token; none for specials. */
  private readonly bytes: readonly (readonly number[])[]
  /** Merged token by pair; the lower is merged first. */
  private readonly ranks: ReadonlyMap<number, number>
  private readonly wordIds: ReadonlyMap<string, number>
  private readonly cache = new Map<string, readonly number[]>()

  /**
   * `merges` of earlier ids only; `added` are pieces (with their leading blank) that are one token, whatever the
   * merges are. Throws a RangeError.
   */
  constructor(
    readonly merges: readonly Merge[],
    readonly added: readonly string[] = [],
  ) {
    const bytes: (readonly number[])[] = Array.from({ length: FIRST_MERGE_TOKEN }, (_, id) =>
      id < FIRST_BYTE_TOKEN ? [] : [id - FIRST_BYTE_TOKEN],
    )
    const ranks = new Map<number, number>()
    for (const [left, right] of merges) {
      const id = bytes.length
      if (![left, right].every((part) => Number.isInteger(part) && part >= FIRST_BYTE_TOKEN && part < id)) {
        throw new RangeError(`token ${id} cannot be merged from ${left} and ${right}`)
      }
      if (ranks.has(pairKey(left, right))) {
        throw new RangeError(`${left} and ${right} are merged twice`)
      }
      if (bytes[left].length + bytes[right].length > TOKEN_LIMIT) {
        throw new RangeError(`token ${id} has more than ${TOKEN_LIMIT} bytes`)
      }
      ranks.set(pairKey(left, right), id)
      bytes.push([...bytes[left], ...bytes[right]])
    }
    this.ranks = ranks
    this.wordIds = new Map(added.map((word, index) => [word, bytes.length + index]))
    if (this.wordIds.size !== added.length || this.wordIds.has('')) {
      throw new RangeError('an added word is empty or there twice')
    }
    for (const word of added) {
      const own = toUtf8(word)
      if (own.length > TOKEN_LIMIT) {
        throw new RangeError(`the added word ${word.slice(0, 20)}… has more than ${TOKEN_LIMIT} bytes`)
      }
      bytes.push(own)
    }
    if (bytes.length > VOCABULARY_LIMIT) {
      throw new RangeError(`a vocabulary has at most ${VOCABULARY_LIMIT} tokens, not ${bytes.length}`)
    }
    this.bytes = bytes
  }

  /** Number of ids. */
  get size(): number {
    return this.bytes.length
  }

  encode(text: string): number[] {
    return piecesOf(text).flatMap((piece) => this.encodePiece(piece))
  }

  /** Specials are left out; bytes that are no character become U+FFFD. Throws a RangeError for an unknown id. */
  decode(ids: readonly number[]): string {
    return this.locate(ids).text
  }

  /** One span for each id, in `decode(ids)`. */
  words(ids: readonly number[]): TokenSpan[] {
    return this.locate(ids).spans
  }

  /** Text of one token, leading blank included; '' for specials. */
  piece(id: number): string {
    return fromUtf8(this.bytesOf(id)).text
  }

  /**
   * A tokenizer in which each given word (or each part of it between blanks and marks) is one token, except for those
   * over the limit of a token. Ids, and the encoding of every other word, stay the same.
   */
  addWords(words: Iterable<string>): Tokenizer {
    const pieces = new Set(this.added)
    for (const word of words) {
      for (const piece of piecesOf(word)) {
        if (this.encodePiece(piece).length > 1 && toUtf8(piece).length <= TOKEN_LIMIT) {
          pieces.add(piece)
        }
      }
    }
    return new Tokenizer(this.merges, [...pieces])
  }

  /** Ids of a piece from `piecesOf`. */
  encodePiece(piece: string): readonly number[] {
    const cached = this.cache.get(piece)
    if (cached) {
      return cached
    }
    const word = this.wordIds.get(piece)
    const ids = word === undefined ? this.applyMerges(byteTokens(piece)) : [word]
    if (this.cache.size >= CACHE_LIMIT) {
      this.cache.clear()
    }
    this.cache.set(piece, ids)
    return ids
  }

  private applyMerges(bytes: readonly number[]): readonly number[] {
    let ids = bytes
    for (;;) {
      let [first, at] = [Infinity, 0]
      for (let index = 1; index < ids.length; index++) {
        const merged = this.ranks.get(pairKey(ids[index - 1], ids[index])) ?? Infinity
        if (merged < first) {
          ;[first, at] = [merged, index]
        }
      }
      if (first === Infinity) {
        return ids
      }
      ids = mergePair(ids, [ids[at - 1], ids[at]], first)
    }
  }

  /** UTF-8 of one token; none for specials. */
  bytesOf(id: number): readonly number[] {
    const bytes = this.bytes.at(id)
    if (bytes === undefined || id < 0) {
      throw new RangeError(`there is no token ${id}; there are ${this.size}`)
    }
    return bytes
  }

  private locate(ids: readonly number[]): { text: string; spans: TokenSpan[] } {
    const perToken = ids.map((id) => this.bytesOf(id))
    const { text: padded, starts, ends } = fromUtf8(perToken.flat())
    const blank = padded.startsWith(' ') ? 1 : 0
    const text = padded.slice(blank)
    const wordOf = wordNumbers(text)
    let byte = 0
    const spans = perToken.map(({ length }): TokenSpan => {
      const from = length === 0 ? (byte === 0 ? 0 : ends[byte - 1]) : starts[byte]
      const to = length === 0 ? from : ends[byte + length - 1]
      byte += length
      const end = Math.max(0, to - blank)
      const start = end - text.slice(Math.max(0, from - blank), end).trimStart().length
      return { start, end, word: start === end ? -1 : wordOf[start] }
    })
    return { text, spans }
  }
}

/** For each UTF-16 unit of a text, the word it is in. */
function wordNumbers(text: string): Int32Array {
  const numbers = new Int32Array(text.length)
  let [position, word] = [-1, -1]
  for (const piece of piecesOf(text)) {
    if (piece.trim() !== '') {
      word++
    }
    numbers.fill(word, Math.max(0, position), position + piece.length)
    position += piece.length
  }
  return numbers
}
