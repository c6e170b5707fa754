/**
 * Regular expression source in which a plain letter matches both cases and a letter in a class matches its own
 * case only, which is how the lexer of the PTB tokenizer reads its rules (JFlex `%caseless`).
 */
export function caseless(source: string): string {
  return source.replace(/\\p\{\w+\}|\\u[0-9A-F]{4}|\\.|\[(?:\\.|[^\]\\])*\]|[A-Za-z]/g, (part) =>
    /^[A-Za-z]$/.test(part) ? `[${part.toLowerCase()}${part.toUpperCase()}]` : part,
  )
}
