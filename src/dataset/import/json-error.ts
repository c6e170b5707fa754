/** The text is no JSON. The message names byte and line. */
export class JsonError extends Error {
  override name = 'JsonError'
  readonly line: number

  constructor(what: string, text: string, offset: number) {
    const line = lineAt(text, offset)
    const column = offset - text.lastIndexOf('\n', offset - 1)
    const byte = Buffer.byteLength(text.slice(0, offset))
    super(`is no JSON: ${what} at byte ${byte} (line ${line}, column ${column})`)
    this.line = line
  }
}

function lineAt(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line += 1
  }
  return line
}
