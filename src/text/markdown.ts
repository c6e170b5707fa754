/**
 * Text of others (names of files, models and licences) in a line of Markdown: shown as it is, whatever signs it has. It
 * ends no cell of a table, begins no tag or link, and is one line. An underscore within a word means nothing there.
 */
export function asMarkdown(text: string): string {
  return oneLine(text).replace(/[\\`*[\]<>|]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, (sign) => `\\${sign}`)
}

/** The same as code. A backtick, which would end it, becomes an apostrophe. */
export function asCode(text: string): string {
  return `\`${oneLine(text).replaceAll('`', "'")}\``
}

function oneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is meant
  return text.replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, ' ')
}
