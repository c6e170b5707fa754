import { abbreviated, rules, SPLIT_WORDS } from './rules'

/** A word of ASCII letters before a blank, a comma or a stop: most of a caption, and no rule matches more. */
const PLAIN_WORD = /([A-Za-z]+)(?=[ \n]|,[ \n]|(\.[ \n]))/y
/** A comma or a stop before a blank; ". ." may be an ellipsis. */
const PLAIN_MARK = /[.,](?=\n| (?!\.))/y

/**
 * Tokens of one line of text by the Penn Treebank rules, case kept. Line breaks count as blanks, and characters
 * without a rule (emoji among them) are left out, as in the reference.
 */
export function tokenizePtb(text: string): string[] {
  const line = `${text.replace(/[\uD800-\uDFFF]/g, '\uFFFF').replace(/[\r\n\u2028\u2029]/g, ' ')}\n`
  const tokens: string[] = []
  let position = 0
  while (position < line.length) {
    if (line[position] === ' ' || line[position] === '\n') {
      position++
      continue
    }
    const plain = readPlainWord(line, position) ?? readPlainMark(line, position)
    if (plain) {
      tokens.push(plain)
      position += plain.length
      continue
    }
    const longest = readToken(line, position)
    if (longest) {
      tokens.push(longest.token)
    }
    position += longest?.length ?? 1
  }
  return tokens
}

function readPlainWord(line: string, position: number): string | undefined {
  PLAIN_WORD.lastIndex = position
  const match = PLAIN_WORD.exec(line)
  if (!match) {
    return undefined
  }
  const [, word, stop] = match
  const isSpecial = stop ? abbreviated.test(word) : false
  return isSpecial || SPLIT_WORDS.has(word.toLowerCase()) ? undefined : word
}

function readPlainMark(line: string, position: number): string | undefined {
  PLAIN_MARK.lastIndex = position
  return PLAIN_MARK.exec(line)?.[0]
}

/** Output of the longest matching rule, and the number of characters that it consumes; undefined if none matches. */
function readToken(line: string, position: number): { token: string; length: number } | undefined {
  let best: { token: string; length: number; matched: number } | undefined
  for (const { pattern, write, giveBack = 0 } of rules) {
    pattern.lastIndex = position
    const match = pattern.exec(line)
    if (match && match[0].length > (best?.matched ?? 0)) {
      const length = match[1].length - giveBack
      const token = match[1].slice(0, length)
      best = { token: write ? write(token) : token, length, matched: match[0].length }
    }
  }
  return best
}

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
 * A caption in the form that the COCO caption evaluation scores (tylin/coco-caption, pycocoevalcap/tokenizer): PTB
 * tokens in lower case without punctuation, one blank between them.
 */
export function cocoTokens(caption: string): string {
  return tokenizePtb(caption)
    .map((token) => token.toLowerCase())
    .filter((token) => !PUNCTUATION.has(token))
    .join(' ')
}
