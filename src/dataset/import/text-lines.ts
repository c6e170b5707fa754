import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { JsonText } from './json-text'
import { ImportProblem } from './problems'
import type { SourceLocation } from './problems'

/** A line of a JSON lines file. */
export interface Line {
  location: SourceLocation
  value: unknown
}

const MAX_LINE_BYTES = 64 * 2 ** 20
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

/**
 * The values of a JSON lines file, also of a packed one, as `Source.lines` has them.
 * @param path its name, for messages
 * @param takesNan as `JsonText`
 */
export async function* jsonLines(absolute: string, path: string, takesNan: boolean): AsyncGenerator<Line> {
  const raw = createReadStream(absolute)
  // what fails in the file fails the reading of what comes out
  const input = path.endsWith('.gz') ? pipeline(raw, createGunzip(), () => {}) : raw
  let line = 0
  try {
    for await (const content of textLines(input, MAX_LINE_BYTES)) {
      line += 1
      const location = { file: path, line }
      const text = line === 1 ? (content?.replace(/^\uFEFF/, '') ?? null) : content
      if (text === null) {
        const message = 'The line is longer than 64 MB: what follows is not read.'
        yield { location, value: new ImportProblem(message, location) }
      } else if (text.trim() !== '') {
        yield { location, value: lineValue(text, location, takesNan) }
      }
    }
  } catch (error) {
    throw new ImportProblem(`${path} cannot be read: ${(error as Error).message}.`, {
      file: path,
      line: line + 1,
    })
  } finally {
    raw.destroy()
  }
}

/** @param takesNan as `JsonText` */
function lineValue(text: string, location: SourceLocation, takesNan: boolean): unknown {
  try {
    return new JsonText(text, takesNan).value
  } catch (error) {
    return new ImportProblem(`The line ${(error as Error).message.replace(/\(line 1, /, '(')}.`, location)
  }
}

/**
 * A text file as a whole, also a packed one.
 * @param path its name, for messages
 * @throws ImportProblem where it has more than `maxBytes`, or is damaged
 */
export async function wholeText(absolute: string, path: string, maxBytes: number): Promise<string> {
  const handle = await open(absolute, 'r')
  try {
    const { size } = await handle.stat()
    if (size > maxBytes) {
      throw tooLarge(path, size, maxBytes)
    }
    const bytes = await handle.readFile()
    const plain = path.endsWith('.gz') ? await unzip(bytes, path, maxBytes) : bytes
    return plain.toString('utf8').replace(/^\uFEFF/, '')
  } finally {
    await handle.close()
  }
}

/** @throws ImportProblem where it is damaged or unpacks to more than `maxBytes` */
async function unzip(bytes: Buffer, path: string, maxBytes: number): Promise<Buffer> {
  const gunzip = createGunzip()
  gunzip.end(bytes)
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of gunzip) {
      size += (chunk as Buffer).length
      if (size > maxBytes) {
        throw tooLarge(path, size, maxBytes)
      }
      chunks.push(chunk as Buffer)
    }
  } catch (error) {
    throw error instanceof ImportProblem
      ? error
      : new ImportProblem(`${path} is damaged: ${(error as Error).message}.`, { file: path, line: null })
  }
  return Buffer.concat(chunks)
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 2 ** 20)
}

function tooLarge(path: string, size: number, maxBytes: number): ImportProblem {
  return new ImportProblem(
    `${path} is ${megabytes(size)} MB or more; the limit is ${megabytes(maxBytes)} MB: split it, or write it as JSON lines.`,
    { file: path, line: null },
  )
}
