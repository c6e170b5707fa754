import { tokenizePtb } from './tokenize'

/** Tokens that the COCO caption evaluation drops. The bracket names never occur: tokens are lower case by then. */
const PUNCTUATION: ReadonlySet<string> = new Set([
  "''",
  "'",
  '``',
  '`',
  '-LRB-',
  '-RRB-',
  '-LCB-',
  '-RCB-',
  '.',
  '?',
  '!',
  ',',
  ':',
  '-',
  '--',
  '...',
  ';',
])

/**
 * A caption as the COCO caption evaluation scores it (tylin/coco-caption, pycocoevalcap/tokenizer): PTB tokens
 * in lower case without punctuation, one blank between them.
 */
export function cocoTokens(caption: string): string {
  return tokenizePtb(caption)
    .map((token) => token.toLowerCase())
    .filter((token) => !PUNCTUATION.has(token))
    .join(' ')
}
