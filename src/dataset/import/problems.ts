import type { DatasetProblem } from '../../contract/dataset'
import { ImageError } from '../../images/file'
import { RleError } from '../../mask/rle'
import { messageTextOf, MessageError, asSentence } from '../../messages/message'
import type { MessageText } from '../../messages/message'

/** A file of the data set, and the line where that is known. */
export interface SourceLocation {
  /** Relative to the data set, with forward slashes. */
  file: string
  /** From 1, as editors count. */
  line: number | null
}

/** An item, or a file, that cannot be imported. The reason stands alone as a sentence. */
export class ImportProblem extends MessageError {
  override name = 'ImportProblem'
  readonly location: SourceLocation | null

  constructor(text: MessageText, location: SourceLocation | null = null) {
    super(text)
    this.location = location
  }
}

/** Problems of a data set, in the order in which they were found. */
export class Problems {
  readonly list: DatasetProblem[] = []

  /** Reports an item or a file that is left out. */
  error(location: SourceLocation, message: MessageText, item: string | null = null): void {
    this.list.push({ ...location, item, message, level: 'error' })
  }

  /** Warns of an item or a file that is imported. */
  warn(location: SourceLocation, message: MessageText, item: string | null = null): void {
    this.list.push({ ...location, item, message, level: 'warning' })
  }

  /** @throws the error itself if it is no failure of an item */
  leaveOut(error: unknown, location: SourceLocation, item: string | null): void {
    if (!(error instanceof ImportProblem || error instanceof ImageError || error instanceof RleError)) {
      throw error
    }
    const where = error instanceof ImportProblem ? (error.location ?? location) : location
    this.error(where, sentence(messageTextOf(error)), item)
  }

  get errorCount(): number {
    return this.list.filter(({ level }) => level === 'error').length
  }
}

function sentence(text: MessageText): MessageText {
  if (typeof text !== 'string') {
    return asSentence(text)
  }
  // a path at the beginning keeps its case
  const sentenceText = /^[a-z]+ /.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text
  return /[.!?]$/.test(sentenceText) ? sentenceText : `${sentenceText}.`
}

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
