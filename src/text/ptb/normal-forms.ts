/** What the PTB tokenizer writes in place of a token. */

const BRACKETS: Record<string, string> = {
  '(': '-LRB-',
  ')': '-RRB-',
  '{': '-LCB-',
  '}': '-RCB-',
  '[': '-LSB-',
  ']': '-RSB-',
  '&lt;': '<',
  '&gt;': '>',
}

export function bracket(token: string): string {
  return BRACKETS[token.toLowerCase()] ?? token
}

/** Brackets inside a longer token (smileys, telephone numbers); blanks are made no-break. */
export function innerBrackets(token: string): string {
  return noBreak(token.replaceAll('(', '-LRB-').replaceAll(')', '-RRB-'))
}

/** A token never holds a blank: U+00A0 stands for it. */
export function noBreak(token: string): string {
  return token.replaceAll(' ', '\u00A0')
}

/** Slashes and asterisks get a backslash, once. */
export function escapeSlashes(token: string): string {
  return noBreak(token.replace(/(?<!\\)([/*])/g, '\\$1'))
}

export function escapeAsterisks(token: string): string {
  return token.replace(/(?<!\\)\*/g, '\\*')
}

export function removeSoftHyphens(token: string): string {
  return token.replaceAll('\u00AD', '') || '-'
}

export function plainNumber(token: string): string {
  return token.replace(/[\u00AD\u066C\u2009\u202F]/g, '')
}

export function ampersand(token: string): string {
  return token.replace(/&amp;/gi, '&')
}

const FRACTIONS: Record<string, string> = {
  '¼': '1\\/4',
  '½': '1\\/2',
  '¾': '3\\/4',
  '⅓': '1\\/3',
  '⅔': '2\\/3',
}

export function fraction(token: string): string {
  return FRACTIONS[token] ?? token
}

/** The treebank knows the dollar, the pound ("#") and the cent only. */
export function currency(token: string): string {
  return token
    .replaceAll('\u00A2', 'cents')
    .replaceAll('\u00A3', '#')
    .replace(/[\u0080\u00A4\u20A0\u20AC]/g, '$')
}

/** Dashes of three or four hyphens are one dash. */
export function hyphens(token: string): string {
  return token.length === 3 || token.length === 4 ? '--' : token
}

/** Quotes as LaTeX writes them. Straight ones open where `isOpening`. */
export function quotes(token: string, isOpening: boolean): string {
  const [single, double] = isOpening ? ['`', '``'] : ["'", "''"]
  return token
    .replace(/"|''|'`|`'|&quot;/gi, double)
    .replace(/&apos;|(?<!['`])'(?!')/gi, single)
    .replace(/[\u0082\u008B\u0091\u2018\u201A\u201B\u2039]/g, '`')
    .replace(/[\u0092\u009B\u00B4\u2019\u203A]/g, "'")
    .replace(/[\u0084\u0093\u201C\u201E\u00AB]/g, '``')
    .replace(/[\u0094\u201D\u00BB]/g, "''")
}
