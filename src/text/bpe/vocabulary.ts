import { toUtf8 } from './utf8'

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
