import { toFailure } from '../../contract/errors'
import type { LogFields } from './log'

/** From the first quotation mark to the last: what is quoted may be what a person typed, or a piece of a file. */
const quoted = /["“‘'`][\s\S]*["”’'`]/g
/** Where in the program, without the message that stands above it. */
const position = /^\s*at .*$/gm
const mostPositions = 6

export function withoutQuotes(message: string): string {
  return message.replace(quoted, '"…"')
}

/** Code and message of a failure, without quoted text; of a bug also its name and where it happened. */
export function failureFields(error: unknown): LogFields {
  const { code, message } = toFailure(error)
  const fields = { code, message: withoutQuotes(message) }
  return code === 'internal' && error instanceof Error
    ? { ...fields, name: error.name, stack: positions(error.stack ?? '') }
    : fields
}

export function positions(stack: string): string {
  return (stack.match(position) ?? [])
    .slice(0, mostPositions)
    .map((line) => line.trim())
    .join(' < ')
}

/** Commands whose failures may repeat what a person typed, a model said, or a server answered. */
const carriesWords = /^((connector|chain|pairs)\.|(recaption|remask|agree)$)/

/** As `failureFields`; without the message where the command carries captions, notes or keys. */
export function commandFailureFields(command: string, error: unknown): LogFields {
  const { message, ...fields } = failureFields(error)
  return { command, ...fields, ...(carriesWords.test(command) ? {} : { message }) }
}
