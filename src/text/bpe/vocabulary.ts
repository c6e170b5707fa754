/** Ids: four specials, the 256 bytes, one for each merge in order, one for each added word in order. */
export const SPECIAL_TOKENS = { pad: 0, start: 1, end: 2, mask: 3 } as const
export const SPECIAL_NAMES = ['<pad>', '<start>', '<end>', '<mask>'] as const

export const FIRST_BYTE_TOKEN = 4
export const FIRST_MERGE_TOKEN = FIRST_BYTE_TOKEN + 256
/** Ids fit 16 bits. */
export const VOCABULARY_LIMIT = 65_536
/** Bytes of one token. */
export const TOKEN_LIMIT = 256

/** Two token ids that become one. */
export type Merge = readonly [left: number, right: number]

export const pairKey = (left: number, right: number): number => left * VOCABULARY_LIMIT + right
export const pairOfKey = (key: number): Merge => [Math.floor(key / VOCABULARY_LIMIT), key % VOCABULARY_LIMIT]

export function byteTokens(piece: string): number[] {
  return toUtf8(piece).map((byte) => FIRST_BYTE_TOKEN + byte)
}

/** `ids` with every `left, right`, from the left, replaced by `merged`. */
export function mergePair(ids: readonly number[], [left, right]: Merge, merged: number): number[] {
  const result: number[] = []
  for (let index = 0; index < ids.length; index++) {
    if (ids[index] === left && ids.at(index + 1) === right) {
      result.push(merged)
      index++
    } else {
      result.push(ids[index])
    }
  }
  return result
}

/**
 * Where words end for the tokenizer: merges never cross these borders. The pattern is GPT-2's (a word carries the
 * blank before it) with combining marks counted as letters. Every character is in exactly one piece.
 */
const PATTERN = /'(?:s|t|re|ve|m|ll|d)| ?[\p{L}\p{M}]+| ?\p{N}+| ?[^\s\p{L}\p{M}\p{N}]+|\s+(?!\S)|\s+/gu

/**
 * The pieces of a text, with a blank put before it, so that a word is the same token at the beginning as further
 * on. No pieces for the empty text.
 */
export function piecesOf(text: string): string[] {
  return text === '' ? [] : (` ${text}`.match(PATTERN) ?? [])
}

/**
 * UTF-8 that also holds lone surrogates, each as three bytes (WTF-8, simonsapin.github.io/wtf-8), so that any
 * string comes back as it was. Bytes that are no character decode to U+FFFD, one each.
 */

const REPLACEMENT = 0xfffd

export function toUtf8(text: string): number[] {
  const bytes: number[] = []
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    if (code < 0x80) {
      bytes.push(code)
    } else if (code < 0x800) {
      bytes.push(0xc0 | (code >> 6), tail(code))
    } else if (code < 0x10000) {
      bytes.push(0xe0 | (code >> 12), tail(code >> 6), tail(code))
    } else {
      bytes.push(0xf0 | (code >> 18), tail(code >> 12), tail(code >> 6), tail(code))
    }
  }
  return bytes
}

const tail = (code: number): number => 0x80 | (code & 0x3f)

interface DecodedBytes {
  text: string
  /** For each byte, the character that it belongs to: [start, end) in UTF-16 units of `text`. */
  starts: Int32Array
  ends: Int32Array
}

export function fromUtf8(bytes: readonly number[]): DecodedBytes {
  return bytes.length < ASCII_LIMIT && bytes.every((byte) => byte < 0x80) ? fromAscii(bytes) : fromAny(bytes)
}

/** Arguments that a call may safely have. */
const ASCII_LIMIT = 4096

/** The same, ten times as fast. */
function fromAscii(bytes: readonly number[]): DecodedBytes {
  const starts = new Int32Array(bytes.length)
  const ends = new Int32Array(bytes.length)
  for (let index = 0; index < bytes.length; index++) {
    starts[index] = index
    ends[index] = index + 1
  }
  return { text: String.fromCharCode(...bytes), starts, ends }
}

function fromAny(bytes: readonly number[]): DecodedBytes {
  const starts = new Int32Array(bytes.length)
  const ends = new Int32Array(bytes.length)
  const characters: string[] = []
  let length = 0
  for (let index = 0; index < bytes.length;) {
    const { code, size } = characterAt(bytes, index)
    const character = String.fromCodePoint(code)
    characters.push(character)
    starts.fill(length, index, index + size)
    length += character.length
    ends.fill(length, index, index + size)
    index += size
  }
  return { text: characters.join(''), starts, ends }
}

function characterAt(bytes: readonly number[], index: number): { code: number; size: number } {
  const first = bytes[index]
  if (first < 0x80) {
    return { code: first, size: 1 }
  }
  const size = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0
  let code = first & (0xff >> (size + 1))
  for (let step = 1; step < size; step++) {
    const byte = bytes.at(index + step) ?? 0
    if ((byte & 0xc0) !== 0x80) {
      return { code: REPLACEMENT, size: 1 }
    }
    code = (code << 6) | (byte & 0x3f)
  }
  const least = [0, 0, 0x80, 0x800, 0x10000][size]
  if (size === 0 || code < least || code > 0x10ffff) {
    return { code: REPLACEMENT, size: 1 }
  }
  return { code, size }
}
