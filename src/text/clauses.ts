/** A part of a text between commas and the like, or "and". */
export interface TextSpan {
  readonly start: number
  readonly end: number
}

export function splitClauses(text: string): TextSpan[] {
  const clauses: TextSpan[] = []
  let start = 0
  const add = (end: number): void => {
    const raw = text.slice(start, end)
    const trimmed = raw.trim()
    if (trimmed !== '') {
      const from = start + raw.indexOf(trimmed)
      clauses.push({ start: from, end: from + trimmed.length })
    }
  }
  for (const match of text.matchAll(/,? and |[,;.] ?/g)) {
    add(match.index)
    start = match.index + match[0].length
  }
  add(text.length)
  return clauses
}

/**
 * Words that may name several things: a plural, or a number of them. Better a verb too many ("appears") than one too
 * few.
 */
const SEVERAL =
  /\b(?!this\b)[a-z]{2,}[^su\W]s\b|\b(?:are|were|people|several|many|few|two|three|four|five|six|seven|eight|nine|ten|both|all)\b/i

/** Greatest number of things in a text: one a clause; Infinity if that is unknown. */
export function mostThings(text: string): number {
  return SEVERAL.test(text) ? Infinity : Math.max(1, splitClauses(text).length)
}

/** A text's first clauses, as many as fit; null if not even the first does. */
export function firstClauses(text: string, fits: (text: string) => boolean): string | null {
  if (fits(text)) {
    return text
  }
  const parts = splitClauses(text)
    .map(({ end }) => text.slice(0, end))
    .filter((part) => fits(part))
  return parts.at(-1) ?? null
}
