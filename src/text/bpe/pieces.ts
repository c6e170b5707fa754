/**
 * Where words end for the tokenizer: merges never cross these borders. The pattern is GPT-2's (a word carries the
 * blank before it) with combining marks counted as letters. Every character is in exactly one piece.
 */
const pattern = /'(?:s|t|re|ve|m|ll|d)| ?[\p{L}\p{M}]+| ?\p{N}+| ?[^\s\p{L}\p{M}\p{N}]+|\s+(?!\S)|\s+/gu

/**
 * The pieces of a text, with a blank put before it, so that a word is the same token at the beginning as further
 * on. No pieces for the empty text.
 */
export function piecesOf(text: string): string[] {
  return text === '' ? [] : (` ${text}`.match(pattern) ?? [])
}
