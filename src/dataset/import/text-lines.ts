const NEWLINE = 0x0a
const CARRIAGE_RETURN = 0x0d

/**
 * The lines of a UTF-8 text without their ends. Ends with null where a line has more than `maxBytes`: what
 * follows is not read.
 */
export async function* textLines(
  input: AsyncIterable<Buffer>,
  maxBytes: number,
): AsyncGenerator<string | null> {
  let parts: Buffer[] = []
  let length = 0
  for await (const chunk of input) {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      parts.push(chunk.subarray(start, end))
      if (length + end - start > maxBytes) {
        yield null
        return
      }
      yield textOf(parts)
      parts = []
      length = 0
      start = end + 1
    }
    parts.push(chunk.subarray(start))
    length += chunk.length - start
    if (length > maxBytes) {
      yield null
      return
    }
  }
  if (length > 0) {
    yield textOf(parts)
  }
}

function textOf(parts: readonly Buffer[]): string {
  const bytes = parts.length === 1 ? parts[0] : Buffer.concat(parts)
  return bytes.toString('utf8', 0, bytes.at(-1) === CARRIAGE_RETURN ? bytes.length - 1 : bytes.length)
}
