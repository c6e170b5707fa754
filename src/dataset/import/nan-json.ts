/** Texts, which stay, and the numbers that Python writes and JSON does not have. */
const NOT_A_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\b(?:NaN|Infinity)\b/g

/**
 * A JSON text in which `NaN` and `Infinity` are texts: no schema of a number takes them, and the entries beside them are
 * read. Lines stay the same.
 */
export function quoteNan(text: string): string {
  return text.replace(NOT_A_NUMBER, (word) => (word[0] === '"' ? word : `"${word}"`))
}
